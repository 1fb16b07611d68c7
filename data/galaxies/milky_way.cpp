#include "data/galaxies/milky_way.hpp"

namespace milkomeda {

GalaxySpec milky_way_spec() {
    GalaxySpec spec;
    spec.central_potential = 5.2;
    spec.disk = DiskSpec{.mass = 0.81742};
    spec.bulge =
        SpheroidSpec{.profile = Profile::king, .dispersion = 0.71, .cutoff = 2.870477, .central_density = 13.0531747};
    spec.halo = SpheroidSpec{.profile = Profile::king, .dispersion = 0.96, .central_density = 0.664588};
    return spec;
}

}  // namespace milkomeda
