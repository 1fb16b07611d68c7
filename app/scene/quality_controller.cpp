#include "app/scene/quality_controller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Returns the limit of the drawing time of a frame in milliseconds. On a GPU, drawing at 60 frames per second
// leaves time for the simulation. With software rendering, drawing and simulation share the CPU. Modes without
// HDR get more time, because their pictures visibly change if fewer bodies are drawn.
double limit_milliseconds(DrawMode mode, PassTimers::Clock clock) {
    if (!is_hdr(mode)) return 33;
    return clock == PassTimers::Clock::gpu ? 10 : 20;
}

constexpr double stars_limit = 0.08;  // time that stars may take in addition to the limit, as a share of the limit

constexpr std::array<std::string_view, 3> particle_passes{"particles", "haze", "streaks"};

// Returns the time that particles may take if all other passes take `rest`: at least a third of the limit, because
// omitting bodies does not help if the other passes are slow.
double affordable_milliseconds(double limit, double rest) { return std::max(limit - rest, limit / 3); }

}  // namespace

double least_share_of(std::size_t visible) {
    const double floor = static_cast<double>(least_bodies) / static_cast<double>(std::max<std::size_t>(visible, 1));
    return std::clamp(floor, 1.0 / coarsest_detail, 1.0);
}

void DetailControl::measured(double share, double particles, double rest, double limit, double least) {
    if (!(particles > 0)) return;
    const double wanted = std::clamp(share * affordable_milliseconds(limit, rest) / particles, least, 1.0);
    // Hysteresis: the target changes only if the share differs clearly from the share that fits the limit.
    const bool all_fit = wanted == 1.0 && wanted_ < 1.0 && wanted > 1.1 * wanted_;
    if (wanted < 0.87 * share_ || wanted > 1.3 * share_ || all_fit) wanted_ = wanted;
    if (wanted_ < share_ * (1.0 / 3)) share_ = wanted_;  // drawing is far too slow: no gradual change
}

double DetailControl::next_share(double least) {
    constexpr double step = 1.05;  // change per frame: slow, because drawing times are known a few frames late
    share_ = std::clamp(wanted_, share_ / step, share_ * step);
    return share_ = std::clamp(share_, least, 1.0);
}

float QualityController::share_to_draw(DrawMode mode, std::size_t visible) {
    visible_ = visible;
    const double least = least_share_of(visible);
    const bool is_measured = timers_.frames_known() != frames_known_;
    frames_known_ = timers_.frames_known();
    // The times of a picture in full quality say little about the next pictures. A GPU's times become known a few
    // frames later.
    const int frames_until_known = timers_.clock() == PassTimers::Clock::gpu ? 4 : 1;
    if (requests.all_stars)
        ignored_ = frames_until_known;
    else if (is_measured && ignored_ > 0)
        --ignored_;
    else if (is_measured)
        adapt(mode, least);
    const double automatic = control_.next_share(least);
    share_ = requests.detail ? 1.0 / *requests.detail : automatic;
    return static_cast<float>(share_);
}

// Adapts the quality to the newest measured times. `least` is the smallest share of the bodies that may be drawn.
void QualityController::adapt(DrawMode mode, double least) {
    const double limit = limit_milliseconds(mode, timers_.clock());
    choose_quality(mode, limit, share_ < 1.1 * least);
    double particles = 0;
    for (const std::string_view pass : particle_passes) particles += milliseconds_of(timers_.newest(), pass);
    const double stars = milliseconds_of(timers_.newest(), "resolved");
    control_.measured(share_, particles, total_milliseconds(timers_.newest()) - particles - stars, limit, least);
    star_control_.measured(star_share_, stars, 0, stars_limit * limit, least_star_share());
}

// Chooses the dust and the resolution. Because such changes are visible, the shortest measured times decide, so
// that a single delayed frame changes nothing.
void QualityController::choose_quality(DrawMode mode, double limit, bool fewest) {
    latest_.note(timers_.newest());
    const auto least = [this](std::string_view pass) { return latest_.least_milliseconds(pass); };
    double particles = 0;
    for (const std::string_view pass : particle_passes) particles += least(pass);
    const double all = latest_.least_milliseconds(), dust = least("dust");
    dust_ = dust_after(dust_, {.dust = dust,
                               .particles = particles,
                               .affordable = affordable_milliseconds(limit, all - particles - dust),
                               .all = all,
                               .limit = limit,
                               .fewest = fewest});
    if (is_hdr(mode))
        pixel_ = pixel_after(pixel_, least("bloom") + least("develop"), particles, limit, fewest);
    else
        sprite_divisor_ = downscale_after(sprite_divisor_, particles, limit, fewest);
}

// Returns the smallest share of the stars that may be drawn: 1.1 stars per drawn body. If no star were drawn, the
// drawing time per star would be unknown.
double QualityController::least_star_share() const {
    return std::min(1.0, 1.1 * static_cast<double>(bodies_drawn()) / std::max<double>(most_stars_, 1));
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
    // If pixels of the HDR buffer are wider than 3 screen pixels, draws no stars: they would not look like points, and
    // the machine is too slow for them.
    if (!requests.all_stars && pixel() > 3) return 0;
    const double requested = 1.0 / requests.detail.value_or(1);
    star_share_ = requests.all_stars ? requested : std::min(automatic, requested);
    return static_cast<float>(star_share_) * most_stars_;
}

// The thresholds for growing and shrinking lie far apart, so that the factor does not oscillate: with twice the factor,
// drawing takes only a quarter of the time.
int downscale_after(int now, double particles, double limit, bool fewest) {
    // Downscales above 2 are visible, so a short load on the machine must not cause them.
    const double too_long = (now == 1 ? 1.5 : 5) * limit;
    // Downscales above 2 shrink sooner, because their cause is usually a busy machine and not the picture.
    const double short_enough = (now > 2 ? 1.8 : 0.7) / 4 * limit;
    if (fewest && particles > too_long) return std::min(2 * now, most_downscale);
    return particles < short_enough ? std::max(now / 2, 1) : now;
}

int pixel_after(int now, double resolving, double particles, double limit, bool fewest) {
    // Limits of the time for resolving, in milliseconds. `short_enough` is less than a quarter of `too_long`, because
    // with pixels of half the width resolving takes four times as long. Pixels of width 3 save 0.3 of the time that
    // pixels of width 2 take, because the enlargement takes the same time.
    constexpr double too_long = 5, short_enough = 1.2, too_long_for_2 = 8, short_enough_for_2 = 4.5;
    const int width = now == 3 ? 2 : now;  // downscale_after() knows only powers of 2
    const int next = downscale_after(width, particles, limit, fewest);
    if (next > width) return next;
    if (now == 3) return resolving > 0 && resolving < short_enough_for_2 ? 2 : 3;
    if (now == 2 && fewest && resolving > too_long_for_2) return 3;
    if (now == 1) return resolving > too_long ? 2 : 1;
    const bool finer_is_quick = resolving > 0 && (now > 2 || resolving < short_enough);
    return finer_is_quick ? next : now;
}

// Fine dust takes about four times as long as coarse dust. Particles look up the dust in each pixel, which takes
// two and a half times as long with fine dust.
DustQuality dust_after(DustQuality now, const DustCost& cost) {
    if (now == DustQuality::off) return cost.all > 0 && cost.all < 0.5 * cost.limit ? DustQuality::coarse : now;
    if (cost.fewest && now == DustQuality::coarse && cost.all > 1.2 * cost.limit) return DustQuality::off;
    constexpr double largest_share = 0.2;  // largest drawing time of dust as a share of the limit
    if (cost.dust > largest_share * cost.limit || (cost.dust > 0 && cost.dust + cost.particles > cost.affordable))
        return DustQuality::coarse;
    const bool finer_is_quick = cost.dust > 0 && cost.dust < largest_share / 6 * cost.limit &&
                                4 * cost.dust + 2.5 * cost.particles < 0.9 * cost.affordable;
    return finer_is_quick ? DustQuality::full : now;
}

void LatestPasses::note(std::span<const PassTime> passes) {
    frames_.emplace(frames_.begin(), passes.begin(), passes.end());
    if (frames_.size() > most) frames_.pop_back();
}

double LatestPasses::least_milliseconds(std::optional<std::string_view> pass) const {
    if (frames_.size() < fewest) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (const std::vector<PassTime>& passes : frames_)
        least = std::min(least, pass ? milliseconds_of(passes, *pass) : total_milliseconds(passes));
    return least;
}

std::string quality_in_words(const QualityController& quality, const Look& look) {
    if (!is_hdr(look.mode)) return "";
    std::string words = quality.pixel() == 1
                            ? "light computed for every pixel"
                            : fmt::format("light computed for blocks of {0} x {0} pixels", quality.pixel());
    if (!shows_dust(look)) return words;
    constexpr std::array dust{"no dust", "coarse dust", "fine dust"};
    return fmt::format("{}, {}", words, dust[static_cast<std::size_t>(quality.dust())]);
}

std::string summary(const QualityController& quality) {
    const auto passes = quality.timers().smooth();
    if (passes.empty()) return "an unknown time: not measured";
    return fmt::format("{:.2f} ms a frame: {}", total_milliseconds(passes), join(passes, [](const PassTime& pass) {
                           return fmt::format("{} {:.2f}", pass.pass, pass.milliseconds);
                       }));
}

}  // namespace milkomeda
