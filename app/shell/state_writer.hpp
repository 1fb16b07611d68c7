// Saves the bodies to particle files, or the whole run to a state file. Waits for the end of the step under
// way, writes in a background thread, and never replaces a file.
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
    // Requests a file in the format of its extension. If NAME.EXT exists, NAME-2.EXT is written. Throws
    // UsageError for an unknown format and std::runtime_error for a folder that takes no files.
    void request(const std::string& file);

    // Must be called once a frame. Starts to write if the run is between two steps, and tells about completed
    // files.
    void advance(const LoadedScene& loaded, const CheckpointRequester& hold, Notices& notices, Trace& trace);

    // true while a file waits for the end of the step under way
    bool waits() const { return wanted_.has_value(); }

    // Writes all requested files at the end of the program, and waits for them.
    void finish(LoadedScene& loaded, const SimulationParameters& parameters, const CheckpointRequester& hold,
                Notices& notices, Trace& trace);
    // Completes only the file that is being written. A file that waits for the end of a step is not written.
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
