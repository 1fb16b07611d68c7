#include "app/diagnostics/timing_files.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/io/json_text.hpp"
#include "data/files/binary_file.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr int process = 1, thread_of_frames = 0, first_lane = 1;

void require_frames(const std::deque<LoggedFrame>& frames) {
    if (frames.empty())
        throw std::runtime_error("no frames are recorded yet: the Timing panel records frames while it is open");
}

void write_whole(const std::filesystem::path& file, const std::string& text) {
    BinaryWriter writer{file};
    writer.text(text);
    writer.commit();
}

Json thread_name(int thread, std::string_view name) {
    return {{"name", "thread_name"}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

Json complete_event(std::string_view name, std::string_view category, int thread, double begin, double end) {
    return {{"name", name},   {"cat", category}, {"ph", "X"}, {"ts", 1e6 * begin}, {"dur", 1e6 * (end - begin)},
            {"pid", process}, {"tid", thread}};
}

}  // namespace

void write_timing_csv(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames) {
    require_frames(frames);
    std::string text = "frame,begin_s,frame_ms,lane,part,ms\n";
    for (const auto& [record, columns] : frames)
        for (std::size_t lane = 0; lane < columns.lanes.size(); ++lane)
            for (const FramePart& part : columns.lanes[lane]) {
                char row[160];
                std::snprintf(row, sizeof row, "%ld,%.6f,%.4f,%s,%s,%.4f\n", record.number, record.begin,
                              1e3 * record.seconds(), names<Lane>[lane].data(), std::string{part.name}.c_str(),
                              1e3 * part.seconds);
                text += row;
            }
    write_whole(file, text);
}

void write_chrome_trace(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames) {
    require_frames(frames);
    Json events = Json::array();
    events.push_back(thread_name(thread_of_frames, "frames"));
    for (std::size_t lane = 0; lane < names<Lane>.size(); ++lane)
        events.push_back(thread_name(first_lane + static_cast<int>(lane), names<Lane>[lane]));
    for (const auto& [record, columns] : frames) {
        events.push_back(complete_event("frame " + std::to_string(record.number), "frame", thread_of_frames,
                                        record.begin, record.end));
        for (const Span& span : record.spans)
            events.push_back(complete_event(span.name, name_of(span.lane), first_lane + static_cast<int>(span.lane),
                                            span.begin, span.end));
    }
    write_whole(file, json_line({{"displayTimeUnit", "ms"}, {"traceEvents", events}}) + '\n');
}

}  // namespace milkomeda
