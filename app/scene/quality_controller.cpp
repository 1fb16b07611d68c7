#include "app/scene/quality_controller.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <span>

namespace milkomeda {
namespace {

// Returns the limit of the drawing time of a frame in milliseconds. On a GPU, most of a 60th of a second is
// left for the simulation. With software rendering, drawing and simulation share the CPU. Classic modes get
// more time, because drawing fewer bodies visibly changes their pictures.
double limit_milliseconds(DrawMode mode, PassTimers::Clock clock) {
    if (!is_hdr(mode)) return 33;
    return clock == PassTimers::Clock::gpu ? 10 : 20;
}

// Share of the limit that is added for drawing stars.
constexpr double stars_limit = 0.08;

constexpr std::array<std::string_view, 3> particle_passes{"particles", "haze", "streaks"};

// Returns the time left for particles, at least a third of the limit: if everything else is slow, omitting
// bodies does not help.
double affordable_milliseconds(double limit, double rest) { return std::max(limit - rest, limit / 3); }

}  // namespace

double least_share_of(std::size_t visible) {
    const double floor = static_cast<double>(least_bodies) / static_cast<double>(std::max<std::size_t>(visible, 1));
    return std::clamp(floor, 1.0 / coarsest_detail, 1.0);
}

void DetailControl::measured(double share, double particles, double rest, double limit, double least) {
    if (!(particles > 0)) return;
    const double wanted = std::clamp(share * affordable_milliseconds(limit, rest) / particles, least, 1.0);
    // Hysteresis: keeps a share that fits, even if a slightly larger share would fit.
    constexpr double slower = 0.87, quicker = 1.3;
    const bool all_fit = wanted == 1.0 && wanted_ < 1.0 && wanted > 1.1 * wanted_;
    if (wanted < slower * share_ || wanted > quicker * share_ || all_fit) wanted_ = wanted;
    constexpr double far_too_slow = 1.0 / 3;
    if (wanted_ < far_too_slow * share_) share_ = wanted_;
}

double DetailControl::next_share(double least) {
    constexpr double step = 1.05;  // slow change, because drawing times arrive a few frames late
    share_ = std::clamp(wanted_, share_ / step, share_ * step);
    return share_ = std::clamp(share_, least, 1.0);
}

float QualityController::share_to_draw(DrawMode mode, std::size_t visible) {
    visible_ = visible;
    const double least = least_share_of(visible);
    if (timers_.frames_known() != frames_known_) {
        frames_known_ = timers_.frames_known();
        const double limit = limit_milliseconds(mode, timers_.clock());
        choose_quality(mode, limit, share_ < 1.1 * least);
        double particles = 0;
        for (const std::string_view pass : particle_passes) particles += milliseconds_of(timers_.newest(), pass);
        const double stars = milliseconds_of(timers_.newest(), "resolved");
        control_.measured(share_, particles, total_milliseconds(timers_.newest()) - particles - stars, limit, least);
        star_control_.measured(star_share_, stars, 0, stars_limit * limit, least_star_share());
    }
    const double automatic = control_.next_share(least);
    share_ = requests.detail ? 1.0 / *requests.detail : automatic;
    return static_cast<float>(share_);
}

// Chooses the dust and the resolution, whose changes are visible at once. Uses the shortest measured times,
// so that a single delayed frame changes nothing.
void QualityController::choose_quality(DrawMode mode, double limit, bool fewest) {
    latest_.note(timers_.newest());
    const auto least = [this](std::string_view pass) { return latest_.least_milliseconds(pass); };
    double particles = 0;
    for (const std::string_view pass : particle_passes) particles += least(pass);
    const double all = latest_.least_total_milliseconds(), dust = least("dust");
    dust_ = dust_after(dust_, {.dust = dust,
                               .particles = particles,
                               .affordable = affordable_milliseconds(limit, all - particles - dust),
                               .all = all,
                               .limit = limit,
                               .fewest = fewest});
    if (is_hdr(mode))
        pixel_ = pixel_after(pixel_, least("bloom") + least("develop"), particles, limit, fewest);
    else
        sprite_divisor_ = sparing_after(sprite_divisor_, particles, limit, fewest);
}

// Returns the smallest share of stars, slightly more stars than drawn bodies. Without any star the drawing
// time per star would be unknown.
double QualityController::least_star_share() const {
    constexpr double more = 1.1;
    return std::min(1.0, more * static_cast<double>(bodies_drawn()) / std::max<double>(most_stars_, 1));
}

float QualityController::stars_to_draw(float most) {
    constexpr float on_a_gpu = 10, first = 6'250;
    const float scale = timers_.clock() == PassTimers::Clock::gpu ? on_a_gpu : 1;
    if (most_stars_ == 0) quick_stars_ = scale * first;
    if (scale * most != most_stars_) {
        most_stars_ = scale * most;
        star_control_ = DetailControl{std::min(1.0, static_cast<double>(quick_stars_) / most_stars_)};
    }
    const double automatic = star_control_.next_share(least_star_share());
    quick_stars_ = static_cast<float>(automatic) * most_stars_;
    // Draws no stars if light-buffer pixels are wider than 2, because stars would not look like points, and
    // so large pixels mean that the machine is too slow for stars.
    constexpr int widest_pixel = 2;
    if (!requests.all_stars && pixel() > widest_pixel) return 0;
    const double asked = 1.0 / requests.detail.value_or(1);
    star_share_ = requests.all_stars ? asked : std::min(automatic, asked);
    return static_cast<float>(star_share_) * most_stars_;
}

// Doubling the factor leaves a quarter of the work. Distant thresholds prevent an oscillating factor.
int sparing_after(int now, double particles, double limit, bool fewest) {
    // Factors above 2 are visible, so a short load on the machine must not cause them.
    const double too_much = now == 1 ? 1.5 : 5;
    // Factors above 2 shrink sooner, because they usually come from a busy machine, not from the picture.
    const double little_enough = (now > 2 ? 1.8 : 0.7) / 4;
    if (fewest && particles > too_much * limit) return std::min(2 * now, most_sparing);
    return particles < little_enough * limit ? std::max(now / 2, 1) : now;
}

int pixel_after(int now, double resolving, double particles, double limit, bool fewest) {
    // Milliseconds. `short_enough` is below `too_long` / 4, because halving the pixel size quadruples the
    // work.
    constexpr double too_long = 5, short_enough = 1.2;
    const int next = sparing_after(now, particles, limit, fewest);
    if (next > now) return next;
    if (now == 1) return resolving > too_long ? 2 : 1;
    const bool finer_is_quick = resolving > 0 && (now > 2 || resolving < short_enough);
    return finer_is_quick ? next : now;
}

// Fine dust takes about four times as long as coarse dust. Particles look up the dust in each pixel, and take
// two and a half times as long with fine dust. Dust becomes fine only if these times fit.
DustQuality dust_after(DustQuality now, const DustCost& cost) {
    constexpr double too_much = 0.2, little_enough = too_much / 6;  // shares of the limit
    constexpr double far_too_much = 1.2, little_without = 0.5;
    if (now == DustQuality::off)
        return cost.all > 0 && cost.all < little_without * cost.limit ? DustQuality::coarse : now;
    if (cost.fewest && now == DustQuality::coarse && cost.all > far_too_much * cost.limit) return DustQuality::off;
    if (cost.dust > too_much * cost.limit || (cost.dust > 0 && cost.dust + cost.particles > cost.affordable))
        return DustQuality::coarse;
    const bool finer_is_quick = cost.dust > 0 && cost.dust < little_enough * cost.limit &&
                                4 * cost.dust + 2.5 * cost.particles < 0.9 * cost.affordable;
    return finer_is_quick ? DustQuality::full : now;
}

void LatestPasses::note(std::span<const PassTime> passes) {
    frames_.emplace(frames_.begin(), passes.begin(), passes.end());
    if (frames_.size() > most) frames_.pop_back();
}

double LatestPasses::least_milliseconds(std::string_view pass) const {
    return least_of([pass](std::span<const PassTime> passes) { return milliseconds_of(passes, pass); });
}

double LatestPasses::least_total_milliseconds() const {
    return least_of([](std::span<const PassTime> passes) { return total_milliseconds(passes); });
}

template <typename Milliseconds>
double LatestPasses::least_of(Milliseconds milliseconds) const {
    if (frames_.size() < fewest) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (const std::vector<PassTime>& passes : frames_) least = std::min(least, milliseconds(passes));
    return least;
}

std::string quality_in_words(const QualityController& cost, const Look& look) {
    if (!is_hdr(look.mode)) return "";
    const std::string pixel = std::to_string(cost.pixel());
    std::string words = cost.pixel() == 1 ? "light in every pixel" : "light in " + pixel + " x " + pixel + " pixels";
    if (!shows_dust(look)) return words;
    constexpr std::array<std::string_view, 3> dust{"no dust", "coarse dust", "fine dust"};
    return words.append(", ").append(dust[static_cast<std::size_t>(cost.dust())]);
}

std::string summary(const QualityController& cost) {
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
