#include "app/output/film.hpp"

#include "app/options/options.hpp"
#include "app/output/ffmpeg.hpp"
#include "app/output/output_file.hpp"
#include "app/output/picture_file.hpp"
#include "data/files/atomic_file.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

FilmFormat film_format(const fs::path& file) {
    return file.extension() == ".webm" ? FilmFormat::webm : FilmFormat::mp4;
}

class SinglePicture final : public FrameSink {
  public:
    explicit SinglePicture(fs::path file) : file_{std::move(file)} { require_replaceable(file_); }
    void add(const Image& frame) override { write_picture(file_, frame); }
    void finish() override {}

  private:
    fs::path file_;
};

class NumberedPictures final : public FrameSink {
  public:
    explicit NumberedPictures(const fs::path& file) : pattern_{file} {
        require_replaceable(pattern_.path(0));
    }
    void add(const Image& frame) override { write_picture(pattern_.path(count_++), frame); }
    void finish() override {}

  private:
    FilePattern pattern_;
    long count_ = 0;
};

class Film final : public FrameSink {
  public:
    Film(const fs::path& file, int width, int height, double frames_per_second)
        : temporary_{file},
          ffmpeg_{temporary_.descriptor(), film_format(file), width, height, frames_per_second} {}
    void add(const Image& frame) override {
        ffmpeg_.write(frame.rgba);
        has_frames_ = true;
    }
    void finish() override {
        if (!has_frames_) temporary_.fail("the film has no frames");
        ffmpeg_.finish();
        temporary_.finish();
    }

  private:
    AtomicFile temporary_;
    Ffmpeg ffmpeg_;
    bool has_frames_ = false;
};

}  // namespace

bool is_single_picture(const fs::path& output) {
    return output.extension() == ".png" && !FilePattern::matches(output);
}

std::unique_ptr<FrameSink> open_frame_sink(const fs::path& output, int width, int height,
                                           double frames_per_second) {
    const std::string extension = output.extension().string();
    if (is_single_picture(output)) return std::make_unique<SinglePicture>(output);
    if (extension == ".png") return std::make_unique<NumberedPictures>(output);
    if (extension == ".mp4" || extension == ".webm")
        return std::make_unique<Film>(output, width, height, frames_per_second);
    throw UsageError("-o " + output.string() + ": a film or picture ends in .png, .mp4 or .webm");
}

}  // namespace milkomeda
