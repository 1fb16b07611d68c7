// Saves the bodies to a particle file, or the whole run to a state file, at the end of a step. A background thread
// writes the file. Existing files are not overwritten.
#pragma once

#include <filesystem>
#include <future>
#include <optional>
#include <string>

#include "app/scene/state_file.hpp"

namespace milkomeda {

struct ActiveRun;
struct Screen;
struct ViewState;

class StateWriter {
  public:
    StateWriter(Screen& screen, ActiveRun& run, ViewState& view) : screen_{screen}, run_{run}, view_{view} {}

    // Requests a file; its extension selects the format. If NAME.EXT exists, writes NAME-2.EXT instead.
    // Throws UsageError for an unknown format, and std::runtime_error if the folder is not writable.
    void request(const std::string& file);

    // Starts to write if the run is between two steps, and shows a notice for each completed file. Must be
    // called once a frame.
    void advance();

    // Returns true while a requested file waits for the end of the current step.
    bool waits() const { return wanted_.has_value(); }

    // Writes all requested files at the end of the program, and waits until they are complete.
    void finish();
    // Completes the file that is being written. Discards a request that waits for the end of the current step.
    void finish_writing();

  private:
    struct Written {
        std::filesystem::path file{};
        std::size_t bodies = 0;
        double time = 0;
        std::string format{}, lost{}, error{};
    };
    void report(const Written& done);
    static Written write(const std::filesystem::path& file, const ParticleSet& particles);
    static Written write_state(const std::filesystem::path& file, const CheckpointRequest& request);

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    std::optional<std::filesystem::path> wanted_;
    std::future<Written> writing_;
};

}  // namespace milkomeda
