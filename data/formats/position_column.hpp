// Storage of the positions while a reader reads a file.
#pragma once

#include <cstddef>

#include "data/files/binary_file.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Converts positions to model units and stores them. Positions of 32-bit floats in model units are stored as floats,
// because rounding loses nothing. All other positions are stored as doubles in ParticleFile::exact_positions.
class PositionColumn {
  public:
    // Resizes the columns of `file` to `rows` rows. `factor` converts lengths of the file to model units.
    PositionColumn(ParticleFile& file, std::size_t rows, NumberType type, double factor)
        : file_(file), factor_(factor) {
        file.particles.positions.resize(rows);
        file.particles.velocities.resize(rows);
        if (type == NumberType::float64 || factor != 1) file.exact_positions.resize(rows);
    }

    void set(std::size_t row, const double* r) {
        if (file_.exact_positions.empty())
            file_.particles.positions[row] = float4_of({r[0], r[1], r[2]}, file_.particles.positions[row].w);
        else
            file_.exact_positions[row] = factor_ * glm::dvec3{r[0], r[1], r[2]};
    }

  private:
    ParticleFile& file_;
    double factor_;
};

}  // namespace milkomeda
