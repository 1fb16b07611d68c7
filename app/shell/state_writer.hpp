// Saves the bodies to particle files, or the whole run to a state file, beside the animation: waits for the
// step under way to end, writes in a thread of its own, and never replaces a file.
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
    // Asks for a file in the format that the extension says; NAME-2.EXT where NAME.EXT exists. Throws
    // UsageError and std::runtime_error with one line: no such format, a folder that takes no files.
    void request(const std::string& file);

    // Once a frame: begins to write if the state is of one time, and says what has been written.
    void advance(const LoadedScene& loaded, const HoldRun& hold, Notices& notices, Trace& trace);

    bool waits() const { return wanted_.has_value(); }  // for the step under way

    // At the end: what was asked for is written.
    void finish(LoadedScene& loaded, const SimulationParameters& parameters, const HoldRun& hold,
                Notices& notices, Trace& trace);
    // The same for what is being written: what waits for a step is not waited for.
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
