// These tests maximize functions with known maxima, and count the evaluations that the optimizers need.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "data/base/random.hpp"
#include "data/search/cma_es.hpp"
#include "data/search/differential_evolution.hpp"
#include "data/search/symmetric_eigen.hpp"

using namespace milkomeda;

namespace {

using Valley = std::function<double(const SearchPoint&)>;  // a function with the minimum 0

double sphere(const SearchPoint& x) { return std::inner_product(x.begin(), x.end(), x.begin(), 0.0); }

// The axes have lengths from 1 to 1000.
double ellipsoid(const SearchPoint& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += std::pow(10, 6 * static_cast<double>(i) / static_cast<double>(x.size() - 1)) * x[i] * x[i];
    return sum;
}

double rosenbrock(const SearchPoint& x) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
        sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
    return sum;
}

double rastrigin(const SearchPoint& x) {
    double sum = 0;
    for (const double each : x) sum += each * each + 10 * (1 - std::cos(2 * std::numbers::pi * each));
    return sum;
}

SearchBox even_box(std::size_t dimensions, double least = -4, double most = 6) {
    return SearchBox(dimensions, {least, most});
}

// Runs generations until the depth is below `enough`. Returns the number of evaluations, or `most` if the optimizer
// needs more.
template <typename Optimizer>
std::size_t evaluations_until(Optimizer& optimizer, const Valley& valley, double enough, std::size_t most) {
    for (std::size_t count = 0; count < most;) {
        std::vector<double> values;
        bool is_found = false;
        for (const SearchPoint& point : optimizer.ask()) {
            values.push_back(-valley(point));
            is_found = is_found || -values.back() < enough;
        }
        count += values.size();
        if (is_found) return count;
        optimizer.tell(values);
    }
    return most;
}

std::size_t evolution_evaluations(const Valley& valley, std::size_t dimensions, std::uint64_t seed, std::size_t most) {
    DifferentialEvolution optimizer{even_box(dimensions), seed};
    return evaluations_until(optimizer, valley, 1e-3, most);
}

std::size_t cma_evaluations(const Valley& valley, std::size_t dimensions, std::uint64_t seed, std::size_t most) {
    CmaEs optimizer{even_box(dimensions), SearchPoint(dimensions, 3.0), 0.2, seed};
    return evaluations_until(optimizer, valley, 1e-6, most);
}

template <typename Optimizer>
std::string state_of(const Optimizer& optimizer) {
    StateWriter state;
    optimizer.save(state);
    return state.text();
}

// Advances both optimizers by some generations and returns true if they ask the same points.
template <typename Optimizer>
bool are_equal_for(Optimizer& a, Optimizer& b, int generations) {
    bool equal = true;
    for (int i = 0; i < generations; ++i) {
        const auto points = a.ask();
        equal = equal && points == b.ask();
        std::vector<double> values;
        for (const SearchPoint& point : points) values.push_back(-rosenbrock(point));
        a.tell(values), b.tell(values);
    }
    return equal;
}

template <typename Optimizer>
void advance(Optimizer& optimizer, int generations) {
    for (int i = 0; i < generations; ++i) {
        std::vector<double> values;
        for (const SearchPoint& point : optimizer.ask()) values.push_back(-rosenbrock(point));
        optimizer.tell(values);
    }
}

}  // namespace

TEST_CASE("the eigenvectors of a symmetric matrix are orthonormal and reproduce the matrix") {
    constexpr std::size_t size = 12;
    Random random{3};
    SquareMatrix matrix{size};
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j <= i; ++j) matrix(i, j) = matrix(j, i) = random.normal();
    const SymmetricEigen eigen = symmetric_eigen(matrix);
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) {
            double product = 0, element = 0;
            for (std::size_t k = 0; k < size; ++k) {
                product += eigen.vectors(k, i) * eigen.vectors(k, j);
                element += eigen.vectors(i, k) * eigen.values[k] * eigen.vectors(j, k);
            }
            // The method of Jacobi is exact up to rounding: some hundred roundings of numbers of order 5.
            CHECK(std::abs(product - (i == j)) < 1e-12);
            CHECK(std::abs(element - matrix(i, j)) < 1e-12);
        }
}

TEST_CASE("differential evolution finds the maxima of smooth functions") {
    // The limits are 1.3 times the largest number that ten seeds needed.
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CHECK(evolution_evaluations(sphere, 12, seed, 4'600) < 4'600);
        CHECK(evolution_evaluations(ellipsoid, 12, seed, 9'200) < 9'200);
        CHECK(evolution_evaluations(rosenbrock, 4, seed, 7'300) < 7'300);
    }
}

TEST_CASE("differential evolution leaves the local maxima of Rastrigin's function") {
    // The nearest local maxima are 1 lower than the global maximum. Ten seeds needed at most 10,368 evaluations.
    for (std::uint64_t seed = 1; seed <= 4; ++seed) CHECK(evolution_evaluations(rastrigin, 5, seed, 13'500) < 13'500);
}

TEST_CASE("CMA-ES finds the maxima of smooth functions") {
    // The limits are 1.3 times the largest number that ten seeds needed.
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CHECK(cma_evaluations(sphere, 12, seed, 2'000) < 2'000);
        CHECK(cma_evaluations(ellipsoid, 12, seed, 10'900) < 10'900);
        CHECK(cma_evaluations(rosenbrock, 8, seed, 8'000) < 8'000);
    }
}

TEST_CASE("optimizers find maxima at the surface of the box and never leave the box") {
    const Valley slope = [](const SearchPoint& x) { return std::accumulate(x.begin(), x.end(), 0.0); };
    for (const bool evolves : {true, false}) {
        const SearchBox box = even_box(6, 0, 2);
        DifferentialEvolution evolution{box, 5};
        CmaEs cma{box, SearchPoint(6, 1.5), 0.3, 5};
        double least = 1e9;
        bool is_inside = true;
        const Valley visit = [&](const SearchPoint& point) {
            is_inside = is_inside && std::ranges::all_of(point, [](double x) { return x >= 0 && x <= 2; });
            least = std::min(least, slope(point));
            return slope(point);
        };
        evolves ? evaluations_until(evolution, visit, -1, 6'000) : evaluations_until(cma, visit, -1, 6'000);
        CHECK(is_inside);
        CHECK(least < 1e-3);
    }
}

TEST_CASE("a fixed dimension keeps its value") {
    SearchBox box = even_box(5);
    box[2] = {1.25, 1.25};
    DifferentialEvolution evolution{box, 1};
    CmaEs cma{box, SearchPoint(5, 3.0), 0.3, 1};
    for (int i = 0; i < 5; ++i) {
        for (const SearchPoint& point : evolution.ask()) CHECK(point[2] == 1.25);
        for (const SearchPoint& point : cma.ask()) CHECK(point[2] == 1.25);
        advance(evolution, 1), advance(cma, 1);
    }
}

TEST_CASE("a restored optimizer continues with the same points") {
    const SearchBox box = even_box(6);
    DifferentialEvolution evolution{box, 9}, restored_evolution{box, 9};
    CmaEs cma{box, SearchPoint(6, 2.0), 0.3, 9}, restored_cma{box, SearchPoint(6, 2.0), 0.3, 9};
    advance(evolution, 7), advance(cma, 7);
    const std::string evolution_text = state_of(evolution), cma_text = state_of(cma);
    StateReader evolution_state{evolution_text}, cma_state{cma_text};
    restored_evolution.restore(evolution_state), restored_cma.restore(cma_state);
    evolution_state.finish(), cma_state.finish();
    CHECK(are_equal_for(evolution, restored_evolution, 5));
    CHECK(are_equal_for(cma, restored_cma, 5));
    DifferentialEvolution other{box, 10};
    CHECK(other.ask() != DifferentialEvolution(box, 9).ask());
}

TEST_CASE("a value that is not a number is the worst value") {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    DifferentialEvolution evolution{even_box(3), 1};
    CmaEs cma{even_box(3), SearchPoint(3, 3.0), 0.2, 1};
    const Valley torn = [&](const SearchPoint& x) { return x[0] < -0.5 ? nothing : sphere(x); };
    CHECK(evaluations_until(evolution, torn, 1e-3, 8'000) < 8'000);
    CHECK(evaluations_until(cma, torn, 1e-3, 2'000) < 2'000);
}

TEST_CASE("wrong boxes and damaged states of optimizers are refused with a reason") {
    CHECK_THROWS_WITH_AS(DifferentialEvolution({{0, 1}, {2, 1}}, 1), doctest::Contains("dimension 2"),
                         std::invalid_argument);
    CHECK_THROWS_AS(CmaEs(even_box(3), SearchPoint(2), 0.3, 1), std::invalid_argument);
    CHECK_THROWS_AS(CmaEs(even_box(3), SearchPoint(3), 0, 1), std::invalid_argument);
    DifferentialEvolution evolution{even_box(3), 1};
    CHECK_THROWS_AS(evolution.tell({1, 2}), std::invalid_argument);
    advance(evolution, 2);
    std::string text = state_of(evolution);
    const auto error_of = [&](const std::string& damaged) -> std::string {
        StateReader state{damaged};
        try {
            DifferentialEvolution{even_box(3), 1}.restore(state);
            state.finish();
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "no error";
    };
    CHECK(error_of(text) == "no error");
    CHECK(error_of(text.substr(0, text.size() / 2)).starts_with("line "));
    CHECK(error_of(text + "more 1\n").find("more lines") != std::string::npos);
    CHECK(error_of("generation -1\n").find("whole number") != std::string::npos);
    CHECK(error_of("generation x\n").find("'x' is not a number") != std::string::npos);
    CHECK(error_of("").find("ends before generation") != std::string::npos);
}
