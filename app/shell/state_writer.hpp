// Saves the bodies to a particle file, or the whole run to a state file, at the end of a step. A background thread
// writes the file. Existing files are not overwritten.
#pragma once

#include <filesystem>
#include <future>
#include <optional>
#include <string>

#include "app/io/notices.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/shell/auto_save.hpp"
#include "app/shell/trace.hpp"

namespace milkomeda {

class StateWriter {
  public:
    // Requests a file; its extension selects the format. If NAME.EXT exists, writes NAME-2.EXT instead.
    // Throws UsageError for an unknown format, and std::runtime_error if the folder is not writable.
    void request(const std::string& file);

    // Starts to write if the run is between two steps, and shows a notice for each completed file. Must be
    // called once a frame.
    void advance(const LoadedScene& loaded, const CheckpointRequester& complete, Notices& notices, Trace& trace);

    // Returns true while a requested file waits for the end of the current step.
    bool waits() const { return wanted_.has_value(); }

    // Writes all requested files at the end of the program, and waits until they are complete.
    void finish(LoadedScene& loaded, const SimulationParameters& parameters, const CheckpointRequester& complete,
                Notices& notices, Trace& trace);
    // Completes the file that is being written. Discards a request that waits for the end of the current step.
    void finish_writing(Notices& notices, Trace& trace);

  private:
    struct Written {
        std::filesystem::path file;
        std::size_t bodies = 0;
        double time = 0;
        std::string format, lost, error;
    };
    void report(const Written& done, Notices& notices, Trace& trace);
    static Written failed(const std::exception& error);
    static Written write(const std::filesystem::path& file, const ParticleSet& particles);
    static Written write_state(const std::filesystem::path& file, const CheckpointRequest& run);

    std::optional<std::filesystem::path> wanted_;
    std::future<Written> writing_;
};

}  // namespace milkomeda
