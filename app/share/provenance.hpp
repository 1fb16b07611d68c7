// What a film or picture is of, in its metadata: how it was made, so that it can be made again.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/options/said_option.hpp"
#include "app/scene/state_file.hpp"
#include "app/share/film_script.hpp"

namespace milkomeda {

struct MadeOf {
    const std::vector<std::string>& words;  // of the command line that begins with the same, without output
    const InitialState& initial;
    const SimulationParameters& parameters;
    const SavedSolver& solver;
    std::uint64_t seed = 1;
    std::string start{};  // a state file beside the film that it begins with; empty: the words' source
    const FilmScript* script = nullptr;  // of a film that the words alone do not make
    std::string without{};               // is made again without this
    std::string why_never{};             // is not made again, and why
};

// A line of JSON.
std::string provenance(const MadeOf& film);

// What it said of a file. Throws FileError, and std::runtime_error with one line: the file says nothing, or
// why it cannot be made again.
class Again {
  public:
    explicit Again(const std::filesystem::path& file);

    // Those of the command line with the file's in the place of "--again FILE": what else it says (-o,
    // --size,
    // --device) counts more. Without -o the new file stands beside the old one, under an unused name.
    static std::vector<std::string> words(const std::vector<std::string>& command_line);

    const std::vector<FilmFrame>& frames() const { return frames_; }  // none: the words make it
    std::filesystem::path beside(const std::string& file) const;      // a state file of its own
    const SavedSolver& solver() const { return solver_; }
    std::string start() const;  // the state file that it begins with; empty: the words' source
    std::string lacks() const;  // what is not made again of it; empty: nothing
    // Why what is made now is not the same, bit for bit; empty: nothing is known that speaks against it.
    std::string difference(const InitialState& initial, const SavedSolver& solver) const;

  private:
    std::vector<SaidOption> own_words() const;

    std::filesystem::path file_;
    std::shared_ptr<const nlohmann::ordered_json> json_;
    std::vector<FilmFrame> frames_;
    SavedSolver solver_;
};

}  // namespace milkomeda
