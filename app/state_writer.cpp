#include "app/state_writer.hpp"

#include <chrono>
#include <cstdio>

#include "app/output_file.hpp"
#include "data/formats.hpp"
#include "data/units.hpp"

namespace milkomeda {

void StateWriter::request(const std::string& file) {
    if (file.empty()) throw std::runtime_error("nothing is saved: the file has no name");
    require_particle_output(file, "");
    wanted_ = file;
}

void StateWriter::advance(const Exhibit& exhibit, Notices& notices, Trace& trace) {
    if (writing_.valid() && writing_.wait_for(std::chrono::seconds{0}) == std::future_status::ready) {
        const Written done = writing_.get();
        if (!done.error.empty()) return notices.add(done.error);
        char time[32];
        std::snprintf(time, sizeof time, "t = %.2f", done.time);
        notices.add("saved " + done.file.string() + ": " + std::to_string(done.bodies) + " bodies, " + time +
                    " (" + format_time(done.time) + "), " + done.format +
                    (done.lost.empty() ? "" : "; " + done.lost));
        trace.event("saved", {{"file", done.file.string()},
                              {"bodies", done.bodies},
                              {"time", done.time},
                              {"format", done.format}});
    }
    if (!wanted_ || writing_.valid() || !exhibit.simulation().synchronised()) return;
    writing_ = std::async(std::launch::async, write, unused_name(*wanted_), exhibit.state());
    wanted_.reset();
}

StateWriter::Written StateWriter::write(const std::filesystem::path& file, const Particles& particles) try {
    const ParticleFormat& format = format_for_writing(file);
    format.write(file, particles);
    return {
        file, particles.size(), particles.time, std::string{format.name}, lost_components(format, particles),
        ""};
} catch (const std::exception& error) {
    Written failed;
    failed.error = error.what();
    return failed;
}

}  // namespace milkomeda
