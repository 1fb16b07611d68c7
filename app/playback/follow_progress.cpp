#include "app/playback/follow_progress.hpp"

#include <fmt/format.h>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Returns a duration in seconds, minutes or hours.
std::string age_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", seconds);
    if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.0f} h", seconds / 3600);
}

std::string newest_text(const FollowProgress& progress) {
    return progress.has_times ? format_time_in_both_units(progress.newest)
                              : fmt::format("number {}", progress.snapshots);
}

std::string share_text(const FollowProgress& progress) {
    if (!progress.share) return "";
    return progress.is_done() ? ", the run is complete" : fmt::format(", {:.0f} % of the run", 100 * *progress.share);
}

}  // namespace

std::string follow_text(const FollowProgress& progress) {
    std::string text = fmt::format("Following a run: newest snapshot {}, written {} ago; {} snapshot{}{}",
                                   newest_text(progress), age_text(progress.age), progress.snapshots,
                                   progress.snapshots == 1 ? "" : "s", share_text(progress));
    if (progress.has_times && progress.behind > 0)
        text += fmt::format("; the picture is {} behind", format_time(progress.behind));
    return text;
}

std::string brief_follow_text(const FollowProgress& progress) {
    if (progress.is_done()) return "run complete";
    const std::string share = progress.share ? fmt::format(", {:.0f} %", 100 * *progress.share) : "";
    return fmt::format("newest {} ago{}", age_text(progress.age), share);
}

}  // namespace milkomeda
