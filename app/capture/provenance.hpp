// How a video or picture was made: written into its metadata, so that it can be rendered again.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/capture/video_script.hpp"
#include "app/cli/parsed_option.hpp"
#include "app/scene/state_file.hpp"

namespace milkomeda {

struct MadeOf {
    // arguments of the command that renders the output again, without the output's name
    const std::vector<std::string>& words;
    const SceneSetup& initial;
    const SimulationParameters& parameters;
    const SavedSolver& solver;
    std::uint64_t seed = 1;
    // state file beside the video from which the video starts; empty if it starts from the source in `words`
    std::string start{};
    const VideoScript* script = nullptr;  // script of a video that the arguments alone do not reproduce
    std::string without{};                // part of the picture that is not rendered again; may be empty
    std::string why_never{};              // reason why the output cannot be rendered again; empty if it can
};

// Returns one line of JSON.
std::string provenance(const MadeOf& output);

// The recipe in a file's metadata. The constructor throws FileError if the file cannot be read, and
// std::runtime_error with one line if the file has no recipe or cannot be rendered again.
class RenderRecipe {
  public:
    explicit RenderRecipe(const std::filesystem::path& file);

    // Replaces "--again FILE" in a command line by the file's own options. Other options of the command line
    // (-o, --size, --device) override them; options that the frames of a script determine are refused with
    // UsageError. Without -o the new file gets an unused name beside the old file.
    static std::vector<std::string> words(const std::vector<std::string>& command_line);

    // empty if the options alone make the output
    const std::vector<VideoFrame>& frames() const { return frames_; }
    // path of the state file beside this file
    std::filesystem::path beside(const std::string& file) const;
    const SavedSolver& solver() const { return solver_; }
    // State file from which the output starts; empty if it starts from the source in the options.
    const std::string& start() const { return start_; }
    // part of the picture that is not rendered again; may be empty
    const std::string& lacks() const { return lacks_; }
    // Returns a reason why the new output may differ from the old output in some bits; empty if no reason is
    // known.
    std::string difference(const SceneSetup& initial, const SavedSolver& solver) const;

  private:
    void take_words(const std::vector<std::string>& command);
    // Throws UsageError if `others` has an option that the script determines.
    void require_undecided(const std::vector<ParsedOption>& others) const;
    std::filesystem::path unused_output() const;

    std::filesystem::path file_;
    std::vector<ParsedOption> words_;  // the options after "render"
    std::string program_, start_, start_hash_, lacks_;
    std::vector<VideoFrame> frames_;
    SavedSolver solver_;
};

}  // namespace milkomeda
