#include "data/particles/placement.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "data/base/parallel.hpp"
#include "data/system/memory.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Extent and masses of a set of bodies.
struct Extent {
    bool is_finite = true;
    glm::dvec3 least{std::numeric_limits<double>::infinity()}, most{-least};
    double mass = 0;
    float heaviest = 0;

    void add(const glm::dvec3& x, float body_mass) {
        constexpr double farthest = std::numeric_limits<float>::max();
        is_finite = is_finite && glm::all(glm::lessThanEqual(glm::abs(x), glm::dvec3{farthest}));  // false for NaN
        least = {std::min(least.x, x.x), std::min(least.y, x.y), std::min(least.z, x.z)};
        most = {std::max(most.x, x.x), std::max(most.y, x.y), std::max(most.z, x.z)};
        mass += body_mass;
        heaviest = std::max(heaviest, body_mass);
    }
    void add(const Extent& other) {
        is_finite = is_finite && other.is_finite;
        least = glm::min(least, other.least);
        most = glm::max(most, other.most);
        mass += other.mass;
        heaviest = std::max(heaviest, other.heaviest);
    }
};

// Positions and masses of the bodies of a file, in the coordinates of the file. The extent is that of all bodies if the
// file has a periodic box, and of the sample of sample() otherwise.
class PlacedBodies : public Extent {
  public:
    explicit PlacedBodies(ParticleFile& file) : file_{file} {
        const std::size_t rows = file.box ? size() : std::min(size(), most_sampled);
        const auto extent_of = [&](std::size_t begin, std::size_t end) {
            Extent extent;
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t row = evenly_spaced(i, rows);
                extent.add((*this)[row], mass_of_row(row));
            }
            return extent;
        };
        add(parallel_reduce(rows, Extent{}, extent_of, [](Extent& all, const Extent& part) { all.add(part); }));
    }

    std::size_t size() const { return file_.particles.size(); }
    // Returns true if the positions are already floats in model units.
    bool are_rounded() const { return file_.exact_positions.empty() && file_.position_factor == 1; }
    glm::dvec3 operator[](std::size_t row) const { return exact_position(file_, row); }
    float mass_of_row(std::size_t row) const { return file_.particles.positions[row].w; }
    // Copies the positions to ParticleFile::exact_positions, which set() changes. Must be called before set().
    void store_exactly() {
        if (!file_.exact_positions.empty()) return;
        std::vector<glm::dvec3> exact(size());
        for (std::size_t row = 0; row < size(); ++row) exact[row] = (*this)[row];
        file_.exact_positions = std::move(exact);
    }
    void set(std::size_t row, const glm::dvec3& x) { file_.exact_positions[row] = x; }

    // Returns quantity(row) for at most most_sampled evenly spaced rows.
    template <typename Quantity>
    auto sample(Quantity quantity) const {
        std::vector<decltype(quantity(size()))> sampled(std::min(size(), most_sampled));
        parallel_for(sampled.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) sampled[i] = quantity(evenly_spaced(i, sampled.size()));
        });
        return sampled;
    }
    std::vector<glm::dvec3> sampled_positions() const {
        return sample([this](std::size_t row) { return (*this)[row]; });
    }

  private:
    static constexpr std::size_t most_sampled = 1 << 17;

    // Returns row i of `count` evenly spaced rows.
    std::size_t evenly_spaced(std::size_t i, std::size_t count) const { return (2 * i + 1) * size() / (2 * count); }

    ParticleFile& file_;
};

// Part of space in which bodies are counted. Along an axis with a period, positions that differ by multiples of the
// period are equal. A period of 0 means that the axis is not periodic.
struct CountedRegion {
    glm::dvec3 low, size, period{0};

    // Returns true if the region spans the whole period, so that its last cells touch its first cells.
    bool wraps(int axis) const { return period[axis] > 0 && size[axis] == period[axis]; }
    // Returns the offset of a position from `low`; along periodic axes from 0 to the period.
    glm::dvec3 offset(const glm::dvec3& x) const {
        glm::dvec3 d = x - low;
        for (int axis = 0; axis < 3; ++axis)
            if (period[axis] > 0) d[axis] -= std::floor(d[axis] / period[axis]) * period[axis];
        return d;
    }
    bool contains(const glm::dvec3& d) const {
        return glm::all(glm::greaterThanEqual(d, glm::dvec3{0})) && glm::all(glm::lessThanEqual(d, size));
    }
};

using CellIndex = std::array<std::size_t, 3>;

// Number of sampled bodies in each cell of a region.
struct CountGrid {
    std::size_t edge;  // number of cells along each axis, a power of 2
    std::vector<std::uint32_t> cells = std::vector<std::uint32_t>(edge * edge * edge);
    std::size_t bodies = 0;

    // Returns a cell; indices wrap around.
    std::uint32_t& at(const CellIndex& i) { return cells[(i[0] % edge * edge + i[1] % edge) * edge + i[2] % edge]; }
};

CountGrid counted(const std::vector<glm::dvec3>& sample, const CountedRegion& region) {
    CountGrid grid{4};
    // Cells are halved while they contain at least one sampled body on average.
    for (constexpr std::size_t finest = 32; grid.edge < finest && 8 * grid.cells.size() <= sample.size();)
        grid = CountGrid{2 * grid.edge};
    for (const glm::dvec3& position : sample) {
        const glm::dvec3 d = region.offset(position);
        if (!region.contains(d)) continue;
        CellIndex cell{};
        for (int axis = 0; axis < 3; ++axis)
            if (region.size[axis] > 0) {
                const auto index = static_cast<std::size_t>(d[axis] / region.size[axis] * double(grid.edge));
                cell[static_cast<std::size_t>(axis)] = std::min(index, grid.edge - 1);
            }
        ++grid.at(cell);
        ++grid.bodies;
    }
    return grid;
}

CountGrid coarsened(CountGrid fine) {
    CountGrid grid{fine.edge / 2};
    grid.bodies = fine.bodies;
    for (std::size_t i = 0; i < fine.edge; ++i)
        for (std::size_t j = 0; j < fine.edge; ++j)
            for (std::size_t k = 0; k < fine.edge; ++k) grid.at({i / 2, j / 2, k / 2}) += fine.at({i, j, k});
    return grid;
}

// Calls visit(cell) for the eight cells of the block that begins at `first`.
template <typename Visit>
void visit_block(const CellIndex& first, Visit visit) {
    for (std::size_t corner = 0; corner < 8; ++corner)
        visit(CellIndex{first[0] + (corner & 1), first[1] + (corner >> 1 & 1), first[2] + (corner >> 2)});
}

struct Block {
    CellIndex first{};
    std::size_t bodies = 0;
};

// Returns the block of 2 x 2 x 2 cells with the largest number of bodies. Blocks wrap around along periodic axes.
Block densest_block(CountGrid& grid, const CountedRegion& region) {
    Block best;
    const auto ends = [&](int axis) { return region.wraps(axis) ? grid.edge : grid.edge - 1; };
    for (std::size_t i = 0; i < ends(0); ++i)
        for (std::size_t j = 0; j < ends(1); ++j)
            for (std::size_t k = 0; k < ends(2); ++k) {
                Block block{{i, j, k}};
                visit_block(block.first, [&](const CellIndex& cell) { block.bodies += grid.at(cell); });
                if (block.bodies > best.bodies) best = block;
            }
    return best;
}

// Returns the mean position of the densest block. If the block contains half of the bodies, the bodies are counted
// again within the block, so that the result also resolves a small set with few bodies far outside.
glm::dvec3 densest_place(const std::vector<glm::dvec3>& sample, CountedRegion region) {
    constexpr int most_levels = 64;
    for (int level = 0; level < most_levels; ++level) {
        CountGrid grid = counted(sample, region);
        const Block block = densest_block(grid, region);
        const glm::dvec3 cell = region.size / double(grid.edge);
        for (int axis = 0; axis < 3; ++axis) region.low[axis] += cell[axis] * double(block.first[std::size_t(axis)]);
        region.size = 2.0 * cell;
        if (2 * block.bodies < grid.bodies) break;
    }
    glm::dvec3 sum{0};
    double count = 0;
    for (const glm::dvec3& position : sample) {
        const glm::dvec3 d = region.offset(position);
        if (!region.contains(d)) continue;
        sum += d;
        ++count;
    }
    return region.low + (count > 0 ? sum / count : 0.5 * region.size);
}

// Returns for each axis whether a dense group of bodies extends across the edge of the box, even if other bodies fill
// the box. This is true if, for at least one cell size, the densest block extends across the edge and is at least four
// times as dense as the mean, and its halves on both sides of the edge are at least twice as dense as the mean.
std::array<bool, 3> groups_at_edge(CountGrid grid, const CountedRegion& region) {
    std::array<bool, 3> crosses{};
    for (;; grid = coarsened(std::move(grid))) {
        const Block block = densest_block(grid, region);
        const double mean = double(grid.bodies) / double(grid.cells.size());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool wraps = region.wraps(int(axis)) && block.first[axis] == grid.edge - 1;
            if (!wraps || double(block.bodies) < 4 * 8 * mean) continue;
            std::size_t inside = 0;  // bodies of the block before the edge
            visit_block(block.first, [&](const CellIndex& cell) {
                if (cell[axis] < grid.edge) inside += grid.at(cell);
            });
            if (double(std::min(inside, block.bodies - inside)) >= 2 * 4 * mean) crosses[axis] = true;
        }
        if (grid.edge <= 4) return crosses;
    }
}

// Histogram of the bodies along one axis of a periodic box. Bin 0 begins at the present edge of the box.
struct EdgeProfile {
    static constexpr std::size_t bins = 256;
    std::array<std::size_t, bins> bodies{};

    // Returns the number of bodies in the bins from `begin` to `begin + count`; bins wrap around.
    std::size_t sum(std::size_t begin, std::size_t count) const {
        std::size_t total = 0;
        for (std::size_t i = 0; i < count; ++i) total += bodies[(begin + i) % bins];
        return total;
    }
    std::size_t all() const { return sum(0, bins); }
    // Returns the number of bodies in a quarter of the box that is centered at the beginning of the bin.
    std::size_t quarter(std::size_t bin) const { return sum(bin + bins - bins / 8, bins / 4); }
    std::size_t emptiest() const {
        std::size_t least = all();
        for (std::size_t bin = 0; bin < bins; ++bin) least = std::min(least, quarter(bin));
        return least;
    }
    // Returns true if there are bodies on both sides of the edge, and either a dense group of bodies extends across the
    // edge (`has_group`) or some quarter of the box is nearly empty and contains fewer bodies than the surroundings of
    // the edge.
    bool crosses_edge(bool has_group) const {
        constexpr std::size_t side = bins / 32;
        const std::size_t empty = emptiest(), here = 2 * std::min(sum(bins - side, side), sum(0, side));
        return here > 0 && (has_group || (16 * empty <= all() && here > empty));
    }
    // Returns the bin at which to cut the box: `opposite`, which is opposite the densest place. If many bodies are
    // there, returns the middle of the emptiest quarter of the box; of several such quarters, the nearest to
    // `opposite`.
    std::size_t cut_near(std::size_t opposite) const {
        const std::size_t empty = emptiest(), there = sum(opposite + bins - bins / 32, bins / 16);
        if (there <= std::max(empty, all() / 64)) return opposite;
        for (std::size_t distance = 0;; ++distance)
            for (const std::size_t bin : {opposite + distance, opposite + bins - distance})
                if (quarter(bin) == empty) return bin % bins;
    }
};

// Parameters for unwrapping a set of bodies in a periodic box.
struct Unwrapping {
    CountedRegion region;  // region that contains all bodies; has a period along axes that may be unwrapped
    glm::dvec3 low{0};     // new lower edge of the box along each axis for which `crosses` is true
    std::array<bool, 3> crosses{};
    glm::dvec3 whole{0};  // displacement of all bodies by a multiple of the box length along each axis
};

// Returns the region that contains all bodies. An axis has a period only if the bodies fit into the box along this
// axis, but not into half of the box.
CountedRegion region_of(const PlacedBodies& bodies, const glm::dvec3& box) {
    constexpr double rounding = 1e-6;  // relative error of positions and box in single precision
    CountedRegion region{bodies.least, bodies.most - bodies.least};
    for (int axis = 0; axis < 3; ++axis) {
        const double length = box[axis], span = region.size[axis];
        if (!(std::isfinite(length) && span > length / 2 && span <= length * (1 + rounding))) continue;
        region.period[axis] = length;
        region.low[axis] -= (length - span) / 2;  // the edge is in the middle of the empty part of the box
        region.size[axis] = length;
    }
    return region;
}

std::array<EdgeProfile, 3> profiles_of(const PlacedBodies& bodies, const CountedRegion& region) {
    std::array<EdgeProfile, 3> profiles;
    const glm::dvec3 bins_per_length = double(EdgeProfile::bins) / glm::max(region.size, 1e-300);
    for (std::size_t row = 0; row < bodies.size(); ++row) {
        const glm::dvec3 bin = region.offset(bodies[row]) * bins_per_length;
        for (std::size_t axis = 0; axis < 3; ++axis)
            ++profiles[axis].bodies[std::min(static_cast<std::size_t>(bin[int(axis)]), EdgeProfile::bins - 1)];
    }
    return profiles;
}

// Decides along which axes the set crosses the edge of the box, and where to cut the box instead. `center` is the
// densest place.
Unwrapping unwrapping_of(const PlacedBodies& bodies, const CountedRegion& region, const glm::dvec3& center) {
    Unwrapping found{region};
    if (region.period == glm::dvec3{0}) return found;
    const std::array<EdgeProfile, 3> profiles = profiles_of(bodies, region);
    found.crosses = groups_at_edge(counted(bodies.sampled_positions(), region), region);
    for (int axis = 0; axis < 3; ++axis) {
        const double length = region.period[axis];
        const EdgeProfile& profile = profiles[std::size_t(axis)];
        bool& crosses = found.crosses[std::size_t(axis)];
        crosses = length > 0 && profile.crosses_edge(crosses);
        if (!crosses) continue;
        const double bin = length / double(EdgeProfile::bins), from_edge = center[axis] - region.low[axis];
        const std::size_t opposite = static_cast<std::size_t>(from_edge / bin + EdgeProfile::bins / 2.0);
        const std::size_t cut = profile.cut_near(opposite % EdgeProfile::bins);
        const double place = cut == opposite % EdgeProfile::bins ? from_edge + length / 2 : double(cut) * bin;
        found.low[axis] = region.low[axis] + place - length * std::ceil((place - from_edge) / length);
    }
    return found;
}

// Moves all bodies by `by.whole`, and bodies beyond the new edges of the box by further box lengths. Returns the number
// of bodies beyond the new edges.
std::size_t unwrap(PlacedBodies& bodies, const glm::dvec3& box, const Unwrapping& by) {
    std::size_t moved = 0;
    bodies.store_exactly();
    for (std::size_t row = 0; row < bodies.size(); ++row) {
        const glm::dvec3 x = bodies[row];
        glm::dvec3 displacement{0};
        for (int axis = 0; axis < 3; ++axis)
            if (by.crosses[std::size_t(axis)])
                displacement[axis] = -box[axis] * std::floor((x[axis] - by.low[axis]) / box[axis]);
        moved += displacement != glm::dvec3{0};
        displacement += by.whole;
        if (displacement != glm::dvec3{0}) bodies.set(row, x + displacement);
    }
    return moved;
}

// Unwraps the set about `center`, which moves with the bodies.
void unwrap(ParticleFile& file, PlacedBodies& bodies, CountedRegion region, const ReadOptions& options,
            glm::dvec3& center) {
    const glm::dvec3 box = *file.box;
    const glm::dvec3 span = bodies.most - bodies.least;
    Unwrapping by = unwrapping_of(bodies, region, center);
    std::vector<std::string> axes;
    for (int axis = 0; axis < 3; ++axis) {
        const bool crosses = by.crosses[std::size_t(axis)];
        if (crosses) axes.emplace_back(1, "xyz"[axis]);
        if (options.reference && box[axis] > 0 && (crosses || span[axis] <= box[axis] / 2))
            by.whole[axis] = box[axis] * std::round(((*options.reference)[axis] - center[axis]) / box[axis]);
    }
    if (axes.empty() && by.whole == glm::dvec3{0}) return;
    center += by.whole;
    if (const std::size_t moved = unwrap(bodies, box, by))
        file.notes.push_back(fmt::format(
            "the set crosses the edge of its periodic box along {}; the program moves {} bodies by the length of the "
            "box, so that the set is whole; --periodic off keeps the positions of the file",
            join(axes, {}, " and "), moved));
}

// Returns the radius around `center` that contains half of the mass, or half of the bodies if one body has half of the
// mass. The radius is estimated from a sample.
double half_mass_radius_of(const PlacedBodies& bodies, const glm::dvec3& center) {
    using Shell = std::pair<double, double>;  // radius and weight of a body
    const auto weight_in = [](std::span<const Shell> shells) {
        return std::accumulate(shells.begin(), shells.end(), 0.0,
                               [](double sum, const Shell& one) { return sum + one.second; });
    };
    const bool has_masses = bodies.mass > 0 && 2 * double{bodies.heaviest} < bodies.mass;
    std::vector<Shell> shells = bodies.sample([&](std::size_t row) {
        return Shell{glm::distance(bodies[row], center), has_masses ? bodies.mass_of_row(row) : 1};
    });
    if (!(weight_in(shells) > 0))
        for (Shell& shell : shells) shell.second = 1;
    const double total = weight_in(shells);
    // Bisection: the radius is always the radius of one of the `left` bodies, and `inside` is the mass of nearer
    // bodies.
    double inside = 0;
    std::span left(shells);
    while (left.size() > 1) {
        const std::size_t half = left.size() / 2;
        std::ranges::nth_element(left, left.begin() + static_cast<std::ptrdiff_t>(half));
        const double nearer = weight_in(left.first(half));
        const bool is_nearer = 2 * (inside + nearer) > total;
        if (!is_nearer) inside += nearer;
        left = is_nearer ? left.first(half) : left.subspan(half);
    }
    return left.empty() ? 0 : left.front().first;
}

// Returns the largest error of rounding a coordinate of this size to a float.
double rounding_at(double coordinate) {
    const auto x = static_cast<float>(std::abs(coordinate));
    return 0.5 * (double{std::nextafter(x, std::numeric_limits<float>::infinity())} - double{x});
}

// Rounds a place to a multiple of a power of 2 that is small compared with `radius`, so that sums and differences of
// coordinates with the place are exact.
glm::dvec3 short_place(const glm::dvec3& place, double radius) {
    if (!(radius > 0)) return place;
    const double grid = std::exp2(std::floor(std::log2(radius)) - 4);
    return glm::round(place / grid) * grid;
}

std::string text_of(const glm::dvec3& v) {
    return fmt::format("{},{},{}", exact_number(v.x), exact_number(v.y), exact_number(v.z));
}

// Rounds the positions relative to the origin. Returns the largest error of a coordinate.
double round_positions(ParticleFile& file, const PlacedBodies& bodies) {
    ParticleSet& particles = file.particles;
    if (bodies.are_rounded() && particles.origin == glm::dvec3{0}) return 0;
    const auto round_rows = [&](std::size_t begin, std::size_t end) {
        glm::dvec3 error{0};
        for (std::size_t row = begin; row < end; ++row) {
            const glm::dvec3 x = bodies[row] - particles.origin;
            Float4& position = particles.positions[row];
            position = float4_of(x, position.w);
            error = glm::max(error, glm::abs(x - vector_of(position)));
        }
        return std::max({error.x, error.y, error.z});
    };
    return parallel_reduce(bodies.size(), 0.0, round_rows,
                           [](double& most, double error) { most = std::max(most, error); });
}

// Returns the origin that `options` ask for. `middle` is the center of the box.
glm::dvec3 origin_of(const ReadOptions& options, const glm::dvec3& center, double radius, const glm::dvec3& middle) {
    switch (options.center) {
        case CenterChoice::place:
            return options.place;
        case CenterChoice::box:
            return middle;
        case CenterChoice::densest:
            return short_place(center, radius);
        case CenterChoice::automatic:
            break;
    }
    const glm::dvec3 size = glm::abs(center);
    const double farthest = std::max({size.x, size.y, size.z}) + radius;
    return radius > 0 && rounding_at(farthest) > most_rounding * radius ? short_place(center, radius) : glm::dvec3{0};
}

// Returns the center of the box. Along an axis with negative coordinates, the box is centered at 0; along other axes,
// it extends from 0 to its length.
glm::dvec3 middle_of(const glm::dvec3& box, const glm::dvec3& least) {
    constexpr double rounding = 1e-6;
    glm::dvec3 middle{0};
    for (int axis = 0; axis < 3; ++axis)
        if (least[axis] >= -rounding * box[axis]) middle[axis] = box[axis] / 2;
    return middle;
}

void note_origin(ParticleFile& file, const ReadOptions& options) {
    const glm::dvec3& origin = file.particles.origin;
    if (origin == glm::dvec3{0}) return;
    const bool is_automatic = options.center == CenterChoice::automatic;
    file.notes.push_back(fmt::format(
        "positions are relative to the origin {} (units of 4 kpc), {}; info and written files contain the positions of "
        "the source{}",
        text_of(origin),
        is_automatic ? "because single precision is too coarse at the place of the bodies" : "chosen by --center",
        is_automatic ? "; --center 0,0,0 keeps the origin of the file" : ""));
}

}  // namespace

void place_positions(const std::filesystem::path& path, ParticleFile& file, const ReadOptions& options) {
    if (options.center == CenterChoice::box && !file.box)
        throw FileError(path, "states no periodic box, which --center box needs; use --center densest");
    PlacedBodies bodies{file};
    double radius = 0;
    if (bodies.is_finite && bodies.size() > 0) {
        const bool is_periodic = file.box && options.periodic == PeriodicChoice::automatic;
        const CountedRegion region = region_of(bodies, is_periodic ? *file.box : glm::dvec3{0});
        const glm::dvec3 middle = middle_of(file.box.value_or(glm::dvec3{0}), bodies.least);
        glm::dvec3 center = densest_place(bodies.sampled_positions(), region);
        for (int axis = 0; axis < 3; ++axis)
            if (region.period[axis] > 0) center[axis] = region.low[axis] + region.offset(center)[axis];
        if (is_periodic) unwrap(file, bodies, region, options, center);
        radius = half_mass_radius_of(bodies, center);
        file.particles.origin = origin_of(options, center, radius, middle);
    }
    const double error = round_positions(file, bodies);
    free_memory(file.exact_positions);
    file.position_factor = 1;
    note_origin(file, options);
    if (radius > 0 && error > most_rounding * radius)
        file.notes.push_back(
            fmt::format("rounding to single precision moves positions by up to {} of the half-mass radius{}",
                        short_number(error / radius),
                        options.center == CenterChoice::automatic || options.center == CenterChoice::densest
                            ? ", because bodies lie far outside"
                            : "; --center densest reduces this error"));
}

}  // namespace milkomeda
