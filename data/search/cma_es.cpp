#include "data/search/cma_es.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "data/base/random.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t fewest_points = 4;

std::size_t default_population(std::size_t dimensions) {
    return fewest_points + static_cast<std::size_t>(3 * std::log(std::max<double>(1, static_cast<double>(dimensions))));
}

double length_of(const std::vector<double>& vector) {
    return std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0));
}

}  // namespace

CmaEs::CmaEs(SearchBox box, const SearchPoint& start, double sigma, std::uint64_t seed, std::size_t population)
    : box_{std::move(box)}, start_{start}, seed_{seed}, population_{population}, sigma_{sigma} {
    require_valid(box_);
    if (start.size() != box_.size())
        throw std::invalid_argument("the start of CMA-ES has another number of coordinates than the box");
    if (!(sigma > 0 && sigma <= 1)) throw std::invalid_argument("sigma of CMA-ES must be above 0 and at most 1");
    for (std::size_t d = 0; d < box_.size(); ++d) {
        start_[d] = std::clamp(start[d], box_[d].least, box_[d].most);
        if (!(box_[d].width() > 0)) continue;
        free_.push_back(d);
        mean_.push_back((start_[d] - box_[d].least) / box_[d].width());
    }
    if (population_ == 0) population_ = default_population(free_.size());
    if (population_ < fewest_points) throw std::invalid_argument("CMA-ES needs at least 4 points in a generation");
    path_sigma_.resize(free_.size()), path_covariance_.resize(free_.size());
    covariance_ = SquareMatrix::identity(free_.size());
    set_weights();
    decompose();
}

void CmaEs::set_weights() {
    const std::size_t parents = population_ / 2;
    for (std::size_t i = 0; i < parents; ++i)
        weights_.push_back(std::log(static_cast<double>(parents) + 0.5) - std::log(static_cast<double>(i) + 1));
    const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    double squares = 0;
    for (double& weight : weights_) weight /= sum, squares += weight * weight;
    effective_parents_ = 1 / squares;
}

void CmaEs::decompose() {
    constexpr double least_variance = 1e-14;
    eigen_ = symmetric_eigen(covariance_);
    for (double& value : eigen_.values) value = std::max(value, least_variance);
}

SearchPoint CmaEs::in_box(const std::vector<double>& unit) const {
    SearchPoint point = start_;
    for (std::size_t i = 0; i < free_.size(); ++i) {
        const SearchDimension& bounds = box_[free_[i]];
        point[free_[i]] = std::clamp(std::lerp(bounds.least, bounds.most, unit[i]), bounds.least, bounds.most);
    }
    return point;
}

std::vector<SearchPoint> CmaEs::ask() {
    constexpr int most_tries = 8;
    Random random{seed_, generation_};
    const std::size_t size = free_.size();
    asked_.assign(population_, std::vector<double>(size));
    std::vector<SearchPoint> points;
    std::vector<double> draw(size);
    for (std::vector<double>& unit : asked_) {
        for (int attempt = 0;; ++attempt) {
            for (std::size_t k = 0; k < size; ++k) draw[k] = std::sqrt(eigen_.values[k]) * random.normal();
            bool is_inside = true;
            for (std::size_t i = 0; i < size; ++i) {
                double step = 0;
                for (std::size_t k = 0; k < size; ++k) step += eigen_.vectors(i, k) * draw[k];
                unit[i] = mean_[i] + sigma_ * step;
                is_inside = is_inside && unit[i] >= 0 && unit[i] <= 1;
            }
            if (is_inside || attempt == most_tries) break;
        }
        for (double& coordinate : unit) coordinate = std::clamp(coordinate, 0.0, 1.0);
        points.push_back(in_box(unit));
    }
    return points;
}

// The names of the constants are those of Hansen (2016), section "Algorithm summary".
void CmaEs::tell(const std::vector<double>& given) {
    if (given.size() != asked_.size() || given.empty())
        throw std::invalid_argument("the number of values differs from the number of points of the generation");
    std::vector<double> values = given;
    for (double& value : values)
        if (std::isnan(value)) value = std::numeric_limits<double>::lowest();
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    ++generation_;
    const std::size_t size = free_.size();
    const double n = static_cast<double>(size), mu = effective_parents_;
    const double c_sigma = (mu + 2) / (n + mu + 5);
    const double d_sigma = 1 + c_sigma + 2 * std::max(0.0, std::sqrt((mu - 1) / (n + 1)) - 1);
    const double c_c = (4 + mu / n) / (n + 4 + 2 * mu / n);
    const double c_1 = 2 / ((n + 1.3) * (n + 1.3) + mu);
    const double c_mu = std::min(1 - c_1, 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu));
    const double normal_length = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));

    const auto step_of = [&](std::size_t rank, std::size_t i) { return (asked_[order[rank]][i] - mean_[i]) / sigma_; };
    std::vector<double> step(size), whitened(size);
    for (std::size_t rank = 0; rank < weights_.size(); ++rank)
        for (std::size_t i = 0; i < size; ++i) step[i] += weights_[rank] * step_of(rank, i);
    for (std::size_t k = 0; k < size; ++k) {
        double along = 0;
        for (std::size_t i = 0; i < size; ++i) along += eigen_.vectors(i, k) * step[i];
        for (std::size_t i = 0; i < size; ++i)
            whitened[i] += eigen_.vectors(i, k) * along / std::sqrt(eigen_.values[k]);
    }
    for (std::size_t i = 0; i < size; ++i)
        path_sigma_[i] = (1 - c_sigma) * path_sigma_[i] + std::sqrt(c_sigma * (2 - c_sigma) * mu) * whitened[i];
    const double length = length_of(path_sigma_);
    const double bias = std::sqrt(1 - std::pow(1 - c_sigma, 2 * static_cast<double>(generation_)));
    const bool is_short = length / bias < (1.4 + 2 / (n + 1)) * normal_length;
    for (std::size_t i = 0; i < size; ++i)
        path_covariance_[i] =
            (1 - c_c) * path_covariance_[i] + (is_short ? std::sqrt(c_c * (2 - c_c) * mu) * step[i] : 0);
    const double kept = 1 - c_1 - c_mu + (is_short ? 0 : c_1 * c_c * (2 - c_c));
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double products = 0;
            for (std::size_t rank = 0; rank < weights_.size(); ++rank)
                products += weights_[rank] * step_of(rank, i) * step_of(rank, j);
            covariance_(i, j) = covariance_(j, i) =
                kept * covariance_(i, j) + c_1 * path_covariance_[i] * path_covariance_[j] + c_mu * products;
        }
    for (std::size_t i = 0; i < size; ++i) mean_[i] += sigma_ * step[i];
    constexpr double most_sigma = 1;
    sigma_ = std::min(most_sigma, sigma_ * std::exp(c_sigma / d_sigma * (length / normal_length - 1)));
    asked_.clear();
    decompose();
}

SearchPoint CmaEs::mean() const { return in_box(mean_); }

double CmaEs::spread() const { return eigen_.values.empty() ? 0 : sigma_ * std::sqrt(std::ranges::max(eigen_.values)); }

void CmaEs::widen(double least) { sigma_ *= std::max(1.0, least / spread()); }

void CmaEs::save(StateWriter& state) const {
    state.put_count("generation", generation_);
    state.put("sigma", sigma_);
    state.put("mean", mean_);
    state.put("path-sigma", path_sigma_), state.put("path-covariance", path_covariance_);
    state.put("covariance", covariance_.numbers());
}

void CmaEs::restore(StateReader& state) {
    const std::size_t size = free_.size();
    generation_ = state.take_count("generation");
    sigma_ = state.take("sigma");
    if (!(sigma_ > 0)) throw std::invalid_argument("the state of CMA-ES has no positive sigma; start a new search");
    mean_ = state.take("mean", size);
    path_sigma_ = state.take("path-sigma", size), path_covariance_ = state.take("path-covariance", size);
    covariance_.numbers() = state.take("covariance", size * size);
    asked_.clear();
    decompose();
}

}  // namespace milkomeda
