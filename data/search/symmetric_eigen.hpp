// Eigenvalues of small symmetric matrices.
#pragma once

#include <cstddef>
#include <vector>

namespace milkomeda {

// Square matrix of numbers, row by row.
class SquareMatrix {
  public:
    explicit SquareMatrix(std::size_t size) : size_{size}, numbers_(size * size) {}
    static SquareMatrix identity(std::size_t size);

    double& operator()(std::size_t row, std::size_t column) { return numbers_[row * size_ + column]; }
    double operator()(std::size_t row, std::size_t column) const { return numbers_[row * size_ + column]; }
    std::size_t size() const { return size_; }
    std::vector<double>& numbers() { return numbers_; }
    const std::vector<double>& numbers() const { return numbers_; }

  private:
    std::size_t size_;
    std::vector<double> numbers_;
};

// The columns of `vectors` are the unit eigenvectors of the eigenvalues, which have no particular order.
struct SymmetricEigen {
    std::vector<double> values;
    SquareMatrix vectors;
};

// Diagonalizes a symmetric matrix by rotations (method of Jacobi). The numbers must be finite.
SymmetricEigen symmetric_eigen(SquareMatrix matrix);

}  // namespace milkomeda
