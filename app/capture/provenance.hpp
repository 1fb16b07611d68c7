// What a film or picture is of, in its metadata: how it was made, so that it can be made again.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/parsed_option.hpp"
#include "app/scene/state_file.hpp"
#include "app/capture/video_script.hpp"

namespace milkomeda {

struct MadeOf {
    const std::vector<std::string>& words;  // of the command line that begins with the same, without output
    const SceneSetup& initial;
    const SimulationParameters& parameters;
    const SavedSolver& solver;
    std::uint64_t seed = 1;
    std::string start{};  // a state file beside the film that it begins with; empty: the words' source
    const VideoScript* script = nullptr;  // of a film that the words alone do not make
    std::string without{};               // is made again without this
    std::string why_never{};             // is not made again, and why
};

// A line of JSON.
std::string provenance(const MadeOf& film);

// What it said of a file. Throws FileError, and std::runtime_error with one line: the file says nothing, or
// why it cannot be made again.
class RenderRecipe {
  public:
    explicit RenderRecipe(const std::filesystem::path& file);

    // Those of the command line with the file's in the place of "--again FILE": what else it says (-o,
    // --size, --device) counts more; what the frames of a script decide is refused. Without -o the new file
    // stands beside the old one, under an unused name.
    static std::vector<std::string> words(const std::vector<std::string>& command_line);

    const std::vector<VideoFrame>& frames() const { return frames_; }  // none: the words make it
    std::filesystem::path beside(const std::string& file) const;      // a state file of its own
    const SavedSolver& solver() const { return solver_; }
    // The state file that it begins with; empty: the words' source.
    const std::string& start() const { return start_; }
    const std::string& lacks() const { return lacks_; }  // what is not made again of it; empty: nothing
    // Why what is made now is not the same, bit for bit; empty: nothing is known that speaks against it.
    std::string difference(const SceneSetup& initial, const SavedSolver& solver) const;

  private:
    void take_words(const std::vector<std::string>& command);
    // Throws UsageError for an option of the command line that a script decides.
    void require_undecided(const std::vector<ParsedOption>& others) const;
    std::filesystem::path unused_output() const;

    std::filesystem::path file_;
    std::vector<ParsedOption> words_;  // its command line's behind "render"
    std::string program_, start_, start_hash_, lacks_;
    std::vector<VideoFrame> frames_;
    SavedSolver solver_;
};

}  // namespace milkomeda
