#include "app/diagnostics/timing.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/diagnostics/frame_bound.hpp"

namespace milkomeda {

void Timing::begin_frame(long number, bool wanted) {
    if (wanted && !std::exchange(wanted_, wanted)) {
        log_.clear();
        held_.reset();
    }
    wanted_ = wanted;
    profiler_.record(wanted);
    profiler_.begin_frame(number);
    for (FrameRecord& record : profiler_.take_completed()) log_.add(std::move(record));
}

void Timing::hold(long number) {
    if (const LoggedFrame* const frame = log_.find(number)) held_ = *frame;
}

FrameColumns Timing::shown() const {
    constexpr double readable = 0.5;  // seconds over which the mean is taken
    if (held_) return held_->columns;
    return at_their_times && one_frame() ? one_frame()->columns : log_.newest_mean(readable);
}

const LoggedFrame* Timing::one_frame() const {
    if (held_) return &*held_;
    return log_.frames().empty() ? nullptr : &log_.frames().back();
}

nlohmann::ordered_json to_json(const Timing& timing) {
    using Json = nlohmann::ordered_json;
    const auto& frames = timing.log().frames();
    if (frames.empty()) return {{"recording", timing.records()}, {"frames", 0}};
    const auto milliseconds = [](double seconds) { return std::round(1e7 * seconds) / 1e4; };
    const FrameColumns& newest = frames.back().columns;
    Json lanes = Json::object(), worst = Json::array(), parts = Json::object();
    for (std::size_t lane = 0; lane < newest.lanes.size(); ++lane) {
        Json own = Json::object();
        for (const FramePart& part : newest.lanes[lane]) own[std::string{part.name}] = milliseconds(part.seconds);
        lanes[std::string{names<Lane>[lane]}] = own;
    }
    for (const LoggedFrame& frame : timing.log().worst())
        worst.push_back({{"frame", frame.columns.number}, {"ms", milliseconds(frame.columns.seconds)}});
    const FrameColumns shown = timing.shown();
    const FrameBound bound = bound_of(shown, timing.interval_seconds);
    for (std::size_t k = 0; k < bound.seconds.size(); ++k)
        parts[std::string{names<PartKind>[k]}] = milliseconds(bound.seconds[k]);
    return {{"recording", timing.records()},
            {"still", timing.still},
            {"frames", frames.size()},
            {"interval_ms", milliseconds(timing.interval_seconds)},
            {"frame", newest.number},
            {"frame_ms", milliseconds(newest.seconds)},
            {"lanes", lanes},
            {"shown",
             {{"frame", shown.number},
              {"held", timing.holds()},
              {"at_their_times", timing.at_their_times},
              {"ms", milliseconds(shown.seconds)}}},
            {"bound", name_of(bound.kind)},
            {"parts", parts},
            {"worst", worst}};
}

}  // namespace milkomeda
