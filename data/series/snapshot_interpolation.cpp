#include "data/series/snapshot_interpolation.hpp"

#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

// Returns the fourth number of a velocity at the time `time`, which is the share `share` of the way from `before` to
// `after` (young_stars.hpp): a smoothing length, or the birth of a star that exists at this time.
float length_between(const Float4& before, const Float4& after, float share, double time) {
    if (is_young_star(after)) return is_young_star(before) || birth_time(after) <= time ? after.w : before.w;
    return is_young_star(before) ? before.w : before.w + share * (after.w - before.w);
}

}  // namespace

// Cubic Hermite interpolation in the form of de Boor (A Practical Guide to Splines, 1978, chapter IV): x = x0
// + s^2 (3 - 2s) (x1 - x0) + h s (1 - s) [(1 - s) v0 - s v1] and v = dx/dt, with s = (t - t0) / h.
void interpolate(const ParticleSet& before, const ParticleSet& after, double time, Rows& rows) {
    const double h = after.time - before.time, s = (time - before.time) / h;
    if (s <= 0 || s >= 1) {
        rows.positions = (s <= 0 ? before : after).positions;
        rows.velocities = (s <= 0 ? before : after).velocities;
        return;
    }
    const auto way = static_cast<float>(s * s * (3 - 2 * s)), speed = static_cast<float>(6 * s * (1 - s) / h);
    const auto push = static_cast<float>(h * s * (1 - s) * (1 - s)), pull = static_cast<float>(-h * s * s * (1 - s));
    const auto keep = static_cast<float>((1 - s) * (1 - 3 * s)), reach = static_cast<float>(s * (3 * s - 2));
    const auto share = static_cast<float>(s);
    rows.positions.resize(before.size());
    rows.velocities.resize(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Float4 x0 = before.positions[i], x1 = after.positions[i];
        const Float4 v0 = before.velocities[i], v1 = after.velocities[i];
        const Float4 d{x1.x - x0.x, x1.y - x0.y, x1.z - x0.z, x1.w - x0.w};
        rows.positions[i] = {x0.x + way * d.x + push * v0.x + pull * v1.x, x0.y + way * d.y + push * v0.y + pull * v1.y,
                             x0.z + way * d.z + push * v0.z + pull * v1.z, x0.w + share * d.w};
        rows.velocities[i] = {speed * d.x + keep * v0.x + reach * v1.x, speed * d.y + keep * v0.y + reach * v1.y,
                              speed * d.z + keep * v0.z + reach * v1.z, length_between(v0, v1, share, time)};
    }
}

}  // namespace milkomeda
