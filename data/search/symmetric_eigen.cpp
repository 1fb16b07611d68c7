#include "data/search/symmetric_eigen.hpp"

#include <cmath>

namespace milkomeda {
namespace {

// Removes the element (p, q) by a rotation of the rows and columns p and q.
void rotate(SquareMatrix& matrix, SquareMatrix& vectors, std::size_t p, std::size_t q) {
    const double angle = 0.5 * std::atan2(2 * matrix(p, q), matrix(q, q) - matrix(p, p));
    const double c = std::cos(angle), s = std::sin(angle);
    const auto turn = [c, s](double& a, double& b) {
        const double old = a;
        a = c * old - s * b;
        b = s * old + c * b;
    };
    for (std::size_t i = 0; i < matrix.size(); ++i) turn(matrix(i, p), matrix(i, q));
    for (std::size_t i = 0; i < matrix.size(); ++i) turn(matrix(p, i), matrix(q, i));
    for (std::size_t i = 0; i < matrix.size(); ++i) turn(vectors(i, p), vectors(i, q));
    matrix(p, q) = matrix(q, p) = 0;
}

}  // namespace

SquareMatrix SquareMatrix::identity(std::size_t size) {
    SquareMatrix matrix{size};
    for (std::size_t i = 0; i < size; ++i) matrix(i, i) = 1;
    return matrix;
}

SymmetricEigen symmetric_eigen(SquareMatrix matrix) {
    constexpr int most_sweeps = 50;
    constexpr double tolerance = 1e-30;  // square of the relative size of the elements beside the diagonal
    const std::size_t size = matrix.size();
    SymmetricEigen result{std::vector<double>(size), SquareMatrix::identity(size)};
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        double beside = 0, diagonal = 0;
        for (std::size_t i = 0; i < size; ++i) {
            diagonal += matrix(i, i) * matrix(i, i);
            for (std::size_t j = i + 1; j < size; ++j) beside += matrix(i, j) * matrix(i, j);
        }
        if (beside <= tolerance * diagonal) break;
        for (std::size_t p = 0; p < size; ++p)
            for (std::size_t q = p + 1; q < size; ++q) rotate(matrix, result.vectors, p, q);
    }
    for (std::size_t i = 0; i < size; ++i) result.values[i] = matrix(i, i);
    return result;
}

}  // namespace milkomeda
