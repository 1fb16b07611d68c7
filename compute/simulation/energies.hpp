// Kinetic and potential energy of all bodies in model units.
#pragma once

namespace milkomeda {

struct Energies {
    double kinetic = 0;
    double potential = 0;
};

}  // namespace milkomeda
