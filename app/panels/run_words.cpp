#include "app/panels/run_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/ui/setting_controls.hpp"
#include "data/base/units.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// The run counts as reaching the requested pace if measured / requested pace is at least this ratio, because the
// measured pace fluctuates.
constexpr double near_enough = 0.95;
// A pace that is too low is reported only if frames take longer than this time in seconds. If frames take less time, a
// live run can still compute more steps per frame, until frames take 1/25 s.
constexpr double settled_frame_seconds = 0.035;

constexpr const char* separator = "  \u00b7  ";

// Returns a rounded estimate of the number of bodies with which the run would reach the requested pace: the time of a
// step is proportional to the number of bodies, or with `sums_pairs` to its square.
std::size_t bodies_for(const RunFacts& facts) {
    const double share = facts.pace_reached / *facts.pace_asked;
    const double enough = static_cast<double>(facts.bodies) * (facts.sums_pairs ? std::sqrt(share) : share);
    const double digit = std::pow(10, std::floor(std::log10(std::max(1.0, enough))) - 1);
    return static_cast<std::size_t>(digit >= 1 ? digit * std::floor(enough / digit) : enough);
}

PaceCause limit_of(const RunFacts& facts) {
    if (facts.searching) return {"limited by the search for the fastest kernel", ""};
    // Pace without drawing = model time per frame / computing time per frame = pace_reached * frame_seconds /
    // advance_seconds. If this pace reaches the requested pace, drawing limits the pace.
    const bool quick = facts.pace_reached * facts.frame_seconds >= *facts.pace_asked * facts.advance_seconds;
    if (quick)
        return {"limited by drawing",
                fmt::format("{:.0f} ms per frame{}{}", 1e3 * (facts.frame_seconds - facts.advance_seconds),
                            facts.spared.empty() ? "" : " ", facts.spared)};
    std::vector<std::string> more;
    if (facts.pace_reached > 0 && facts.timestep > facts.pace_reached * facts.frame_seconds)
        more.push_back(fmt::format("a step takes {:.2g} s", facts.timestep / facts.pace_reached));
    constexpr std::size_t worth_seeing = 256;
    if (const std::size_t enough = bodies_for(facts); enough >= worth_seeing)
        more.push_back(fmt::format("{} bodies would allow the pace {:.2f}", count_text(enough), *facts.pace_asked));
    return {"limited by the simulation", join(more, {}, "; ")};
}

}  // namespace

bool keeps_pace(const RunFacts& facts) {
    return facts.playing && (!facts.pace_asked || facts.pace_reached >= near_enough * *facts.pace_asked);
}

PaceCause pace_cause(const RunFacts& facts) {
    if (!facts.trouble.empty()) return {"cannot play", facts.trouble};
    if (!facts.playing) return {facts.at_end ? "paused at the end" : "paused", ""};
    if (facts.goal) return {"running to " + format_model_time(*facts.goal), "the space bar stops the run"};
    if (facts.backwards) return {"running backward", ""};
    if (!keeps_pace(facts) && facts.frame_seconds > settled_frame_seconds) return limit_of(facts);
    return {};
}

// For a paused run, the lines omit frame rate and pace.
std::vector<std::string> status_lines(const RunFacts& facts, const PaceCause& cause) {
    const std::string bodies = count_text(facts.bodies) + " bodies";
    const std::string whole_cause = cause.why + (cause.more.empty() ? "" : ": " + cause.more);
    if (!facts.playing) {
        const std::string followed = facts.followed.empty() ? "" : separator + facts.followed;
        return {bodies + separator + whole_cause + followed, bodies + separator + cause.why + followed, cause.why};
    }

    const std::string frames = fmt::format("{:.0f} fps", facts.frames_per_second);
    std::string pace = fmt::format("{:.2f}", facts.pace_reached);
    if (facts.pace_asked) pace += fmt::format(" of {:.2f}", facts.backwards ? -*facts.pace_asked : *facts.pace_asked);
    std::string whole_pace = "pace " + pace;
    if (facts.has_years) {
        const PhysicalUnit& unit = pace_setting().unit;
        whole_pace += fmt::format(" ({:.3g} {})", facts.pace_reached * unit.per_model_unit, unit.name);
    }

    std::vector<std::string> lines;
    const auto add = [&](std::vector<std::string> parts) {
        std::erase(parts, "");
        lines.push_back(join(parts, {}, separator));
    };
    add({frames, whole_pace, bodies, whole_cause, facts.followed});
    add({frames, "pace " + pace, bodies, cause.why, facts.followed});
    add({frames, pace, cause.why, facts.followed});
    add({cause.why.empty() ? frames : cause.why});
    add({frames});
    return lines;
}

}  // namespace milkomeda
