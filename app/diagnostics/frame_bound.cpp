#include "app/diagnostics/frame_bound.hpp"

#include <algorithm>
#include <cstdio>

namespace milkomeda {

FrameBound bound_of(const FrameColumns& columns, double interval_seconds) {
    FrameBound bound{.frame_seconds = columns.seconds, .interval_seconds = interval_seconds};
    const auto part = [&](PartKind kind) -> double& { return bound.seconds[static_cast<std::size_t>(kind)]; };
    for (const FramePart& host : columns[Lane::host]) part(row_of_part(host.name).kind) += host.seconds;

    const double issuing = part(PartKind::draw) + seconds_of(columns[Lane::host], "panels");
    const double behind =
        std::clamp(total_seconds(columns[Lane::opengl]) - issuing, 0.0, seconds_of(columns[Lane::host], "swap"));
    part(PartKind::draw) += behind;
    part(PartKind::display) -= behind;

    // in units of the interval: longest frame that counts as in time, shortest wait that counts as a wait
    constexpr double on_time = 1.05, waits = 0.05;
    const auto longest = std::ranges::max_element(bound.seconds);
    bound.kind = static_cast<PartKind>(longest - bound.seconds.begin());
    if (columns.seconds <= on_time * interval_seconds && part(PartKind::display) > waits * interval_seconds)
        bound.kind = PartKind::display;
    return bound;
}

std::string words(const FrameBound& bound) {
    if (!(bound.frame_seconds > 0)) return "no frames are recorded yet";
    char text[96];
    std::snprintf(text, sizeof text, "%s bounds the frame: %.1f of %.1f ms", name_of(bound.kind).data(),
                  1e3 * bound.of(bound.kind), 1e3 * bound.frame_seconds);
    std::string line = text;
    const char* separator = "; ";
    for (std::size_t k = 0; k < bound.seconds.size(); ++k) {
        const auto kind = static_cast<PartKind>(k);
        if (kind == bound.kind) continue;
        std::snprintf(text, sizeof text, "%s%s %.1f", separator, name_of(kind).data(), 1e3 * bound.of(kind));
        line += text;
        separator = ", ";
    }
    return line;
}

}  // namespace milkomeda
