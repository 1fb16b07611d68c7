#include "data/match/match_score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

using GridLine = std::array<std::uint64_t, grid_edge>;

// Adds weight (a + b) of two lines of the grid to a line of sums.
void add_lines(GridLine& sums, const std::uint32_t* a, const std::uint32_t* b, std::uint32_t weight) {
    for (std::size_t i = 0; i < grid_edge; ++i) sums[i] += std::uint64_t{a[i] + b[i]} * weight;
}

// Divides the sums by 2^bits.
void round_line(const GridLine& sums, int bits, std::uint32_t* line) {
    const std::uint64_t half = std::uint64_t{1} << (bits - 1);
    for (std::size_t i = 0; i < grid_edge; ++i) line[i] = static_cast<std::uint32_t>((sums[i] + half) >> bits);
}

// Factors of the light when the columns and the rows are smoothed, as powers of two. They keep the precision of the
// faint cells. A smoothing by 4 cells reduces the light of any cell to less than 2^31 / 25, so 2^5 is possible.
struct ExtraBits {
    int columns = 0, rows = 0;
};
constexpr ExtraBits coarse_bits{2, 3};

// Smooths the image as smooth() does, in integers: first the columns, then the rows.
void smooth_integers(ModelImage& image, const std::vector<std::uint32_t>& weights, ExtraBits extra = {}) {
    constexpr int bits = 30;  // of integer_gaussian_weights()
    constexpr auto edge = static_cast<std::ptrdiff_t>(grid_edge);
    const auto radius = static_cast<std::ptrdiff_t>(weights.size()) - 1;
    static constexpr std::array<std::uint32_t, grid_edge> nothing{};
    ModelImage columns_done(grid_cells);
    for (std::ptrdiff_t row = 0; row < edge; ++row) {
        const auto line = [&](std::ptrdiff_t i) { return image.data() + reflected(i, edge) * grid_edge; };
        GridLine sums{};
        add_lines(sums, line(row), nothing.data(), weights[0]);
        for (std::ptrdiff_t j = 1; j <= radius; ++j)
            add_lines(sums, line(row - j), line(row + j), weights[static_cast<std::size_t>(j)]);
        round_line(sums, bits - extra.columns, columns_done.data() + row * edge);
    }
    std::array<std::uint32_t, 3 * grid_edge> wide{};  // a row with its reflections at both ends
    for (std::ptrdiff_t row = 0; row < edge; ++row) {
        for (std::ptrdiff_t i = -radius; i < edge + radius; ++i)
            wide[static_cast<std::size_t>(i + edge)] =
                columns_done[static_cast<std::size_t>(row) * grid_edge + reflected(i, edge)];
        const std::uint32_t* const middle = wide.data() + edge;
        GridLine sums{};
        add_lines(sums, middle, nothing.data(), weights[0]);
        for (std::ptrdiff_t j = 1; j <= radius; ++j)
            add_lines(sums, middle - j, middle + j, weights[static_cast<std::size_t>(j)]);
        round_line(sums, bits - extra.rows, image.data() + row * edge);
    }
}

std::uint32_t darkest_light(const ModelImage& image) { return std::ranges::max(image) / dark_divisor; }

// Returns the cells in ascending order of their light, and of their place if the light is equal (radix sort).
std::vector<std::uint16_t> ascending_cells(const ModelImage& image) {
    constexpr std::uint32_t bits = 11, digits = 1 << bits;
    std::vector<std::uint16_t> cells(grid_cells), sorted(grid_cells);
    std::iota(cells.begin(), cells.end(), std::uint16_t{0});
    for (std::uint32_t shift = 0; shift < 32; shift += bits) {
        std::array<std::uint16_t, digits + 1> begin{};
        for (const std::uint32_t light : image) ++begin[(light >> shift) % digits + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        for (const std::uint16_t cell : cells) sorted[begin[(image[cell] >> shift) % digits]++] = cell;
        std::swap(cells, sorted);
    }
    return cells;
}

}  // namespace

std::uint32_t particle_weight(double share, std::size_t count) {
    constexpr double total = std::uint32_t{1} << 31;
    return static_cast<std::uint32_t>(std::lround(share * total / static_cast<double>(count)));
}

MatchScorer::MatchScorer(const MatchTarget& target) : target_{&target}, nearness_of_square_(no_cell + 1) {
    for (std::size_t square = 0; square < nearness_of_square_.size(); ++square)
        nearness_of_square_[square] = static_cast<float>(std::exp(-0.5 * std::sqrt(square)));
    double sum = 0, squares = 0;
    for (const float value : target.coarse) sum += value;
    coarse_mean_ = sum / grid_cells;
    for (const float value : target.coarse) squares += (value - coarse_mean_) * (value - coarse_mean_);
    coarse_deviation_ = std::sqrt(squares);
}

ModelImage MatchScorer::image(const std::array<DiskPositions, 2>& disks) {
    static const std::vector<std::uint32_t> weights = integer_gaussian_weights(1);
    ModelImage light(grid_cells);
    for (std::size_t d = 0; d < 2; ++d) {
        const std::size_t count = disks[d].x.size();
        if (count == 0 || disks[d].y.size() != count)
            throw std::invalid_argument("a disk of the model has no particles; use at least one particle per disk");
        const double share = d == 0 ? target_->first_share : 1 - target_->first_share;
        const std::uint32_t weight = particle_weight(share, count);
        for (std::size_t i = 0; i < count; ++i) {
            const glm::vec2 cell = target_->frame.cell_of({disks[d].x[i], disks[d].y[i]});
            constexpr auto edge = static_cast<float>(grid_edge);
            if (cell.x >= 0 && cell.y >= 0 && cell.x < edge && cell.y < edge)
                light[static_cast<std::size_t>(cell.y) * grid_edge + static_cast<std::size_t>(cell.x)] += weight;
        }
    }
    smooth_integers(light, weights);
    return light;
}

MatchTerms MatchScorer::terms(const ModelParticles& model) {
    const ModelImage present = image(model.present);
    return terms(present, image(model.undisturbed));
}

MatchTerms MatchScorer::terms(const ModelImage& present, const ModelImage& undisturbed) {
    return {outline_term(present), correlation_term(present), tide_term(present, undisturbed)};
}

// Marks the brightest cells: at least `count` cells, and cells with the light of the faintest marked cell; no dark
// cells.
void MatchScorer::set_brightest(const ModelImage& image, std::uint32_t count, std::vector<std::uint8_t>& mask) {
    work_ = image;
    const auto place = work_.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::nth_element(work_.begin(), place, work_.end(), std::greater{});
    const std::uint32_t least = std::max(*place, darkest_light(image) + 1);
    mask.resize(grid_cells);
    std::ranges::transform(image, mask.begin(), [least](std::uint32_t light) { return light >= least; });
}

double MatchScorer::outline_term(const ModelImage& image) {
    static const auto roots = [] {
        std::array<float, outline_limit * outline_limit + 1> numbers{};
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sqrt(static_cast<float>(i));
        return numbers;
    }();
    set_brightest(image, target_->bright_count, mask_);
    set_squared_distances(mask_, true, outline_limit, outside_);
    set_squared_distances(mask_, false, outline_limit, inside_);
    double sum = 0;
    const auto limited = [](std::uint16_t square) { return roots[std::min<std::size_t>(square, roots.size() - 1)]; };
    for (std::size_t i = 0; i < grid_cells; ++i)
        sum += std::abs(limited(outside_[i]) - limited(inside_[i]) - target_->outline[i]);
    return -sum / grid_cells;
}

double MatchScorer::correlation_term(const ModelImage& image) {
    static const std::vector<std::uint32_t> weights = integer_gaussian_weights(4);
    work_ = image;
    smooth_integers(work_, weights, coarse_bits);
    const std::uint32_t dark = darkest_light(work_);
    const std::vector<std::uint16_t> cells = ascending_cells(work_);
    double sum = 0, squares = 0, products = 0;
    for (std::size_t rank = 0; rank < grid_cells; ++rank) {
        const std::uint16_t cell = cells[rank];
        const double value = work_[cell] > dark ? target_->coarse_sorted[rank] : 0;
        sum += value, squares += value * value;
        products += value * (target_->coarse[cell] - coarse_mean_);
    }
    const double variance = squares - sum * sum / grid_cells;
    return variance > 0 && coarse_deviation_ > 0 ? products / (std::sqrt(variance) * coarse_deviation_) : 0;
}

double MatchScorer::tide_term(const ModelImage& image, const ModelImage& undisturbed) {
    constexpr double no_zero = 1e-9;
    set_brightest(undisturbed, target_->bright_count, disk_mask_);
    grow_by_one(disk_mask_);
    set_brightest(image, target_->faint_count, mask_);
    set_squared_distances(mask_, true, grid_edge, outside_);
    double model = 0, picture = 0, model_cells = 0, picture_cells = 0;
    for (std::size_t i = 0; i < grid_cells; ++i) {
        if (disk_mask_[i]) continue;
        if (mask_[i]) model += target_->nearness[i], ++model_cells;
        if (target_->faint_mask[i]) picture += nearness_of_square_[outside_[i]], ++picture_cells;
    }
    const double precision = model_cells > 0 ? model / model_cells : 0;
    const double recall = picture_cells > 0 ? picture / picture_cells : 0;
    return 5 * precision * recall / (4 * precision + recall + no_zero);
}

std::vector<MatchTerms> match_terms(const MatchTarget& target, std::span<const ModelParticles> models) {
    constexpr std::size_t models_of_range = 16;
    std::vector<MatchTerms> terms(models.size());
    const std::size_t ranges = (models.size() + models_of_range - 1) / models_of_range;
    parallel_for(ranges * parallel_range, [&](std::size_t begin, std::size_t) {
        MatchScorer scorer{target};
        const std::size_t first = begin / parallel_range * models_of_range;
        for (std::size_t i = first; i < std::min(first + models_of_range, models.size()); ++i)
            terms[i] = scorer.terms(models[i]);
    });
    return terms;
}

}  // namespace milkomeda
