#include "app/scene/draw_cost.hpp"

#include <algorithm>
#include <cstdio>

namespace milkomeda {
namespace {

// Milliseconds that a frame's drawing may take: on a GPU most of a 60th of a second is for the simulation, in
// software it shares the processor with it. The modes of 2008 are drawn as they were, unless that is too slow
// to be looked at: there the light of a point cannot grow, so that the picture becomes that of fewer bodies.
double limit_milliseconds(DrawMode mode, PassTimers::Clock clock) {
    if (!is_hdr(mode)) return 33;
    return clock == PassTimers::Clock::gpu ? 10 : 20;
}

double least_share_of(std::size_t visible) {
    const double floor =
        static_cast<double>(least_bodies) / static_cast<double>(std::max<std::size_t>(visible, 1));
    return std::clamp(floor, 1.0 / coarsest_detail, 1.0);
}

}  // namespace

void DetailControl::measured(double share, double particles, double rest, double limit, std::size_t visible) {
    if (!(particles > 0)) return;
    // A picture that is slow without any bodies does not become quick by leaving them out.
    const double affordable = std::max(limit - rest, limit / 3);
    const double wanted = std::clamp(share * affordable / particles, least_share_of(visible), 1.0);
    // Hysteresis: a share that fits stays, though a somewhat larger one would fit, too.
    constexpr double slower = 0.87, quicker = 1.3;
    const bool all_fit = wanted == 1.0 && wanted_ < 1.0 && wanted > 1.1 * wanted_;
    if (wanted < slower * share_ || wanted > quicker * share_ || all_fit) wanted_ = wanted;
    constexpr double far_too_slow = 1.0 / 3;
    if (wanted_ < far_too_slow * share_) share_ = wanted_;
}

double DetailControl::next_share(std::size_t visible) {
    constexpr double step = 1.05;  // so that what is measured some frames later is still about this share
    share_ = std::clamp(wanted_, share_ / step, share_ * step);
    return share_ = std::clamp(share_, least_share_of(visible), 1.0);
}

float DrawCost::share_to_draw(DrawMode mode, std::size_t visible) {
    visible_ = visible;
    if (timers_.frames_known() != frames_known_) {
        frames_known_ = timers_.frames_known();
        double particles = 0;
        for (const char* pass : {"particles", "haze", "streaks"})
            particles += milliseconds_of(timers_.newest(), pass);
        const double limit = limit_milliseconds(mode, timers_.clock());
        const double resolving =
            milliseconds_of(timers_.newest(), "bloom") + milliseconds_of(timers_.newest(), "develop");
        const bool fewest = share_ < 1.1 * least_share_of(visible);
        if (is_hdr(mode))
            pixel_ = pixel_after(pixel_, resolving, particles, limit, fewest);
        else
            sprite_divisor_ = sparing_after(sprite_divisor_, particles, limit, fewest);
        control_.measured(share_, particles, total_milliseconds(timers_.newest()) - particles, limit,
                          visible);
    }
    const double automatic = control_.next_share(visible);
    share_ = requested_detail ? 1.0 / *requested_detail : automatic;
    return static_cast<float>(share_);
}

// Twice as much makes a quarter of the work: the conditions are far enough apart for the choice to stay.
int sparing_after(int now, double particles, double limit, bool fewest) {
    // More than twice is seen, so a machine that is only busy for a while stays there.
    const double too_much = now == 1 ? 1.5 : 5;
    constexpr double little_enough = 0.7 / 4;
    if (fewest && particles > too_much * limit) return std::min(2 * now, most_sparing);
    return particles < little_enough * limit ? std::max(now / 2, 1) : now;
}

int pixel_after(int now, double resolving, double particles, double limit, bool fewest) {
    constexpr double too_long = 12, short_enough = 2;  // milliseconds
    const int next = sparing_after(now, particles, limit, fewest);
    if (next > now) return next;
    if (now == 1) return resolving > too_long ? 2 : 1;
    const bool finer_is_quick = resolving > 0 && (now > 2 || resolving < short_enough);
    return finer_is_quick ? next : now;
}

std::string summary(const DrawCost& cost) {
    const auto passes = cost.timers().smooth();
    if (passes.empty()) return "an unknown time: not measured";
    char text[64];
    std::snprintf(text, sizeof text, "%.2f ms a frame:", total_milliseconds(passes));
    std::string line = text;
    for (const PassTime& pass : passes) {
        std::snprintf(text, sizeof text, "%s %s %.2f", &pass == passes.data() ? "" : ",", pass.pass.c_str(),
                      pass.milliseconds);
        line += text;
    }
    return line;
}

}  // namespace milkomeda
