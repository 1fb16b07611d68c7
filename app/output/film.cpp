#include "app/output/film.hpp"

#include "app/options/options.hpp"
#include "app/output/ffmpeg.hpp"
#include "app/output/output_file.hpp"
#include "data/files/atomic_file.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

void write_whole_png(const fs::path& file, const Image& frame) {
    AtomicFile temporary{file};
    try {
        write_png(temporary.path(), frame);
    } catch (const std::runtime_error& error) {  // people know the file by its own name
        std::string line = error.what();
        const std::string name = temporary.path().string();
        if (const std::size_t at = line.find(name); at != line.npos)
            line.replace(at, name.size(), file.string());
        throw std::runtime_error(line);
    }
    temporary.finish();
}

class SinglePicture final : public FrameSink {
  public:
    explicit SinglePicture(fs::path file) : file_{std::move(file)} { require_replaceable(file_); }
    void add(const Image& frame) override { write_whole_png(file_, frame); }
    void finish() override {}

  private:
    fs::path file_;
};

class NumberedPictures final : public FrameSink {
  public:
    explicit NumberedPictures(const fs::path& file) : pattern_{file} {
        require_replaceable(pattern_.path(0));
    }
    void add(const Image& frame) override { write_whole_png(pattern_.path(count_++), frame); }
    void finish() override {}

  private:
    FilePattern pattern_;
    long count_ = 0;
};

class Film final : public FrameSink {
  public:
    Film(const fs::path& file, int width, int height, double frames_per_second)
        : temporary_{(require_replaceable(file), file)},
          ffmpeg_{temporary_.path(), width, height, frames_per_second} {}
    void add(const Image& frame) override { ffmpeg_.write(frame.rgba); }
    void finish() override {
        ffmpeg_.finish();
        temporary_.finish();
    }

  private:
    AtomicFile temporary_;
    Ffmpeg ffmpeg_;
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
