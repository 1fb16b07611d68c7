// Attraction in a galaxy model whose forces are softened after Plummer, as the forces of a run are. The bodies of a
// galaxy must have the speeds that belong to softened forces. Otherwise the center expands at the start of the run.
#pragma once

#include <functional>

#include "data/galaxies/galaxy_model.hpp"
#include "data/galaxies/piecewise_linear.hpp"

namespace milkomeda {

// Returns the attraction toward the center of spherical mass, divided by the distance from the center, as a function of
// this distance. `mass_inside` is the mass inside a distance.
PiecewiseLinear softened_pull(const std::function<double(double)>& mass_inside, double outermost, double softening);

// Returns the attraction toward the center of all spheroids of the model, divided by the distance from the center.
PiecewiseLinear softened_spheroids(const GalaxyModel& model, double softening);

// Returns the attraction toward the plane, at this height, of two thin sheets at -z and z, with the surface density 1
// together.
double softened_sheets(double height, double z, double softening);

// Returns the attraction toward the plane, at this height, of a sech^2 layer with the surface density 1.
double softened_layer(double height, double scale_height, double softening);

// Returns the factor by which softening changes the random speeds in a spheroid of the model, as a function of the
// distance from the center, so that they keep the spheroid in equilibrium: the square of the speed is the integral of
// density times attraction outside of this distance, divided by the density (Jeans equation; Binney & Tremaine 2008,
// eq. 4.215).
PiecewiseLinear softened_speeds(const GalaxyModel& model, const Spheroid& spheroid, double softening);

}  // namespace milkomeda
