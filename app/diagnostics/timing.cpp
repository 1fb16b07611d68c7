#include "app/diagnostics/timing.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/io/json_text.hpp"
#include "data/files/small_file.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr int process = 1, thread_of_frames = 0, first_lane = 1;  // numbers of process and threads in a trace file

void require_frames(const std::deque<LoggedFrame>& frames) {
    if (frames.empty())
        throw std::runtime_error("no frames are recorded yet: the drawer Frame times records frames while it is open");
}

Json thread_name(int thread, std::string_view name) {
    return {{"name", "thread_name"}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

Json complete_event(std::string_view name, std::string_view category, int thread, double begin, double end) {
    return {{"name", name},   {"cat", category}, {"ph", "X"}, {"ts", 1e6 * begin}, {"dur", 1e6 * (end - begin)},
            {"pid", process}, {"tid", thread}};
}

}  // namespace

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
    constexpr double readable_seconds = 0.5;  // averages over shorter times would change too fast to be read
    if (held_) return held_->columns;
    return at_their_times && one_frame() ? one_frame()->columns : log_.newest_mean(readable_seconds);
}

const LoggedFrame* Timing::one_frame() const {
    if (held_) return &*held_;
    return log_.frames().empty() ? nullptr : &log_.frames().back();
}

Json to_json(const Timing& timing) {
    const auto& frames = timing.log().frames();
    if (frames.empty()) return {{"recording", timing.records()}, {"frames", 0}};
    const auto milliseconds = [](double seconds) { return std::round(1e7 * seconds) / 1e4; };
    const FrameColumns& newest = frames.back().columns;
    Json lanes = Json::object(), worst = Json::array(), parts = Json::object();
    for (std::size_t lane = 0; lane < newest.lanes.size(); ++lane) {
        Json lane_parts = Json::object();
        for (const FramePart& part : newest.lanes[lane])
            lane_parts[std::string{part.name}] = milliseconds(part.seconds);
        lanes[std::string{names<Lane>[lane]}] = lane_parts;
    }
    for (const LoggedFrame& frame : timing.log().worst())
        worst.push_back({{"frame", frame.columns.number}, {"ms", milliseconds(frame.columns.seconds)}});
    const FrameColumns shown = timing.shown();
    const FrameBound bound = bound_of(shown, timing.interval_seconds);
    for (std::size_t k = 0; k < bound.seconds.size(); ++k)
        parts[std::string{names<PartKind>[k]}] = milliseconds(bound.seconds[k]);
    return {{"recording", timing.records()},
            {"still", timing.changing.empty()},
            {"changing", timing.changing},
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

void write_timing_csv(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames) {
    require_frames(frames);
    std::string text = "frame,begin_s,frame_ms,lane,part,ms\n";
    for (const auto& [record, columns] : frames)
        for (std::size_t lane = 0; lane < columns.lanes.size(); ++lane)
            for (const FramePart& part : columns.lanes[lane])
                text += fmt::format("{},{:.6f},{:.4f},{},{},{:.4f}\n", record.number, record.begin,
                                    1e3 * record.seconds(), names<Lane>[lane], part.name, 1e3 * part.seconds);
    write_small_file(file, text);
}

void write_chrome_trace(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames) {
    require_frames(frames);
    Json events = Json::array();
    events.push_back(thread_name(thread_of_frames, "frames"));
    for (std::size_t lane = 0; lane < names<Lane>.size(); ++lane)
        events.push_back(thread_name(first_lane + static_cast<int>(lane), names<Lane>[lane]));
    for (const auto& [record, columns] : frames) {
        events.push_back(complete_event(fmt::format("frame {}", record.number), "frame", thread_of_frames, record.begin,
                                        record.end));
        for (const Span& span : record.spans)
            events.push_back(complete_event(span.name, name_of(span.lane), first_lane + static_cast<int>(span.lane),
                                            span.begin, span.end));
    }
    write_small_file(file, json_line({{"displayTimeUnit", "ms"}, {"traceEvents", events}}) + '\n');
}

}  // namespace milkomeda
