#include "app/capture/video.hpp"

#include <fmt/format.h>

#include "app/cli/usage_error.hpp"
#include "app/io/ffmpeg.hpp"
#include "app/io/output_file.hpp"
#include "app/io/picture_file.hpp"
#include "app/io/video_comment.hpp"
#include "data/files/small_file.hpp"
#include "data/system/atomic_file.hpp"
#include "data/system/descriptor.hpp"
#include "data/system/file_error.hpp"
#include "data/system/unused_name.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

std::string length_of(long frames, double frames_per_second) {
    return fmt::format("{} {} ({} s)", frames, frames == 1 ? "frame" : "frames",
                       short_number(static_cast<double>(frames) / frames_per_second));
}

constexpr const char* notes_extension = ".json";

bool is_numbered(const fs::path& output) { return output.extension() == ".png" && FilePattern::matches(output); }

bool may_be_notes(const fs::path& file) try {
    const auto text = read_small_file(file, longest_comment);
    return !text || is_comment(*text);
} catch (const FileError&) {
    return false;
}

void require_notes_replaceable(const fs::path& notes) {
    require_replaceable(notes);
    if (!may_be_notes(notes))
        throw FileError(notes,
                        "cannot be written: the file exists and does not describe numbered pictures of Milkomeda; give "
                        "another name with -o, or move the file");
}

class SinglePicture final : public FrameSink {
  public:
    explicit SinglePicture(fs::path file) : file_{std::move(file)} { require_replaceable(file_); }
    void add(const Image& frame) override { picture_ = frame; }
    void finish(const std::string& comment) override { write_picture(file_, picture_, comment); }
    fs::path file() const override { return file_; }

  private:
    fs::path file_;
    Image picture_;
};

class NumberedPictures final : public FrameSink {
  public:
    NumberedPictures(const fs::path& file, double frames_per_second, Existing existing)
        : file_{file}, frames_per_second_{frames_per_second}, existing_{existing} {
        require_replaceable(FilePattern{file_}.path(0));
        require_notes_replaceable(notes_beside(file_));
    }
    void add(const Image& frame) override {
        // If a file with the name of the first picture exists by now, chooses a new unused name.
        if (count_ == 0 && existing_ == Existing::kept)
            while (!write_picture_if_free(FilePattern{file_}.path(0), frame)) file_ = unused_video_name(file_);
        else
            write_picture(FilePattern{file_}.path(count_), frame);
        ++count_;
    }
    void finish(const std::string& comment) override {
        if (!comment.empty()) write_small_file(notes_beside(file_), comment + '\n');
    }
    fs::path file() const override { return file_; }
    std::string salvage() override {
        if (count_ == 0) return {};
        return fmt::format("the pictures of the first {} are kept", length_of(count_, frames_per_second_));
    }

  private:
    fs::path file_;
    double frames_per_second_;
    Existing existing_;
    long count_ = 0;
};

class VideoSink final : public FrameSink {
  public:
    VideoSink(const fs::path& file, const VideoFormat& format, int width, int height, double frames_per_second,
              Existing existing)
        : file_{file},
          format_{format},
          frames_per_second_{frames_per_second},
          existing_{existing},
          temporary_{file, existing},
          ffmpeg_{std::in_place, temporary_.descriptor(), format, width, height, frames_per_second} {}

    void add(const Image& frame) override {
        ffmpeg_->write(frame.rgba);
        ++frames_;
    }

    void finish(const std::string& comment) override {
        if (frames_ == 0) temporary_.fail("the video has no frames");
        ffmpeg_->finish();
        is_complete_ = true;
        if (!format_.keeps_metadata) {
            if (!comment.empty()) add_comment(temporary_.descriptor(), comment);
            return finish(temporary_);
        }
        AtomicFile complete{file_, existing_};
        Ffmpeg::copy_complete(temporary_.descriptor(), complete.descriptor(), format_, comment);
        finish(complete);
    }

    // Keeps the temporary file if ffmpeg can play it. Some formats permit playing an unfinished file.
    std::string salvage() override {
        ffmpeg_.reset();
        if (bytes_in(temporary_.descriptor()) == 0 || !Ffmpeg::can_be_played(temporary_.descriptor())) return {};
        temporary_.finish_unused();
        return fmt::format("{}, {}, is in {}", is_complete_ ? "the whole video" : "the part that was written",
                           length_of(frames_, frames_per_second_), temporary_.name().string());
    }
    fs::path file() const override { return file_; }

  private:
    void finish(AtomicFile& complete) {
        complete.finish();
        file_ = complete.name();
    }

    fs::path file_;
    const VideoFormat& format_;
    double frames_per_second_;
    Existing existing_;
    AtomicFile temporary_;
    std::optional<Ffmpeg> ffmpeg_;
    long frames_ = 0;
    bool is_complete_ = false;
};

}  // namespace

bool is_single_picture(const fs::path& output) { return output.extension() == ".png" && !FilePattern::matches(output); }

std::string failure_of(std::string line, FrameSink& sink) {
    try {
        if (const std::string kept = sink.salvage(); !kept.empty()) line += "; " + kept;
    } catch (const std::exception&) {  // ignored, because `line` already reports the first error
    }
    return line;
}

fs::path notes_beside(const fs::path& output) {
    return is_numbered(output) ? FilePattern{output}.without_number(notes_extension) : fs::path{};
}

fs::path unused_video_name(const fs::path& output) {
    return is_numbered(output) ? unused_series(output, notes_extension) : unused_name(output);
}

double usual_rate(const fs::path& output) {
    const VideoFormat* const format = video_format_of(output);
    return format ? format->usual_rate : video_formats().front().usual_rate;
}

void require_rate(const fs::path& output, double frames_per_second) {
    const VideoFormat* const format = video_format_of(output);
    if (format && frames_per_second > format->most_rate)
        throw UsageError(fmt::format("--fps: players show {} files with at most {} frames per second",
                                     format->extension, short_number(format->most_rate)));
}

std::unique_ptr<FrameSink> open_frame_sink(const fs::path& output, int width, int height, double frames_per_second,
                                           Existing existing) {
    if (is_single_picture(output)) return std::make_unique<SinglePicture>(output);
    if (is_numbered(output)) return std::make_unique<NumberedPictures>(output, frames_per_second, existing);
    if (const VideoFormat* const format = video_format_of(output))
        return std::make_unique<VideoSink>(output, *format, width, height, frames_per_second, existing);
    throw UsageError(
        fmt::format("-o {}: the name of a video or picture must end in .png, {}; the name of a web page in .html",
                    output.string(), video_extensions()));
}

}  // namespace milkomeda
