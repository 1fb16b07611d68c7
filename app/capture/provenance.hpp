// The origin of a video or picture, stored in the file's metadata, so that `render --again` can repeat the rendering.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/capture/video_script.hpp"
#include "app/cli/parsed_option.hpp"
#include "app/scene/state_file.hpp"

namespace milkomeda {

struct MadeOf {
    // arguments of a command that renders the output again, without the name of the output
    const std::vector<std::string>& words;
    const SceneSetup& initial;
    const SimulationParameters& parameters;
    const SavedSolver& solver;
    std::uint64_t seed = 1;
    // Name of the state file from which the run starts, in the folder of the video; empty if the run starts from the
    // source in `words`.
    std::string start{};
    const VideoScript* script = nullptr;  // video script; null if `words` alone reproduce the output
    std::string without{};    // name of a part of the picture that `render --again` cannot draw; may be empty
    std::string why_never{};  // reason why `render --again` cannot repeat the output; may be empty
};

// Returns the origin of the output as one line of JSON.
std::string provenance(const MadeOf& output);

// Reads the origin of a video or picture from its metadata. The constructor throws FileError if the file cannot be
// read, and std::runtime_error with one line if the file does not store its origin or cannot be rendered again.
class RenderRecipe {
  public:
    explicit RenderRecipe(const std::filesystem::path& file);

    // Replaces "--again FILE" in a command line by the options stored in FILE. Other options of the command
    // line (-o, --size, --device) override stored options. Throws UsageError for options that a video script
    // determines. Without -o the new file gets an unused name beside FILE.
    static std::vector<std::string> words(const std::vector<std::string>& command_line);

    // Frames of the video script; empty if the options alone reproduce the output.
    const std::vector<VideoFrame>& frames() const { return frames_; }
    // Returns the path of `file`, which lies in the folder of the video or picture.
    std::filesystem::path beside(const std::string& file) const;
    const SavedSolver& solver() const { return solver_; }
    // State file from which the run starts; empty if the run starts from the source in the options.
    const std::string& start() const { return start_; }
    // Name of a part of the picture that `render --again` cannot draw; may be empty.
    const std::string& lacks() const { return lacks_; }
    // Returns why the newly rendered file may differ from the original file in some bits; empty if no reason is known.
    std::string difference(const SceneSetup& initial, const SavedSolver& solver) const;

  private:
    void take_words(const std::vector<std::string>& command);
    // Throws UsageError if `others` contains an option that the script determines.
    void require_undecided(const std::vector<ParsedOption>& others) const;
    std::filesystem::path unused_output() const;

    std::filesystem::path file_;
    std::vector<ParsedOption> words_;  // stored options after "render"
    std::string program_, start_, start_hash_, lacks_;
    std::vector<VideoFrame> frames_;
    SavedSolver solver_;
};

}  // namespace milkomeda
