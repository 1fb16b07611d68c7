// Saves the bodies to a particle file, or the whole run to a state file, at the end of a step. A background thread
// writes the file. Existing files are not overwritten.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <string>

#include "app/scene/state_file.hpp"

namespace milkomeda {

struct ActiveRun;
struct Screen;
struct ViewState;

class StateFileWriter {
  public:
    StateFileWriter(Screen& screen, ActiveRun& run, ViewState& view) : screen_{screen}, run_{run}, view_{view} {}

    // Receives the name of the written file, or an error message of one line.
    using Then = std::function<void(const std::filesystem::path& file, const std::string& error)>;

    // Requests a file; its extension selects the format. If NAME.EXT exists, writes NAME-2.EXT instead. When the file
    // is complete, calls `then`; without `then`, shows a notice.
    // Throws UsageError for an unknown format, and std::runtime_error if the folder is not writable.
    void request(const std::string& file, Then then = {});

    // Starts to write if the run is between two steps, and reports each completed file. Must be called once a frame.
    void advance();

    // Returns true while a requested file waits for the end of the current step.
    bool waits() const { return wanted_.has_value(); }
    // Returns true until all requested files are complete.
    bool is_busy() const { return waits() || writing_.valid(); }

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
    Then then_, writing_then_;  // callbacks for the files of `wanted_` and `writing_`; empty: shows a notice
    std::future<Written> writing_;
};

}  // namespace milkomeda
