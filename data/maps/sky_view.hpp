// The direction from which a run is observed.
#pragma once

#include "data/profiles/galaxy_sample.hpp"

namespace milkomeda {

// Directions and middle of a map, in the coordinates of the run and in model units. As on the sky, north is up and east
// is left. The default view is seen from the positive z axis.
struct SkyView {
    glm::dvec3 center{0}, velocity{0};                        // of the middle of the map
    glm::dvec3 right{1, 0, 0}, up{0, 1, 0}, toward{0, 0, 1};  // toward the observer

    // Returns the place of a point relative to the middle of the map: to the right, up, and toward the observer.
    glm::dvec3 place(const glm::dvec3& position) const;
    // Returns the velocity away from the observer, relative to the middle of the map.
    double receding(const glm::dvec3& v) const { return -glm::dot(v - velocity, toward); }
};

// Returns the view in which the spin axis of the galaxy has the angle `inclination` to the direction of the observer,
// and the receding half of the major axis has the position angle `position_angle`, from north through east. Both angles
// are in radians; an inclination of 0 is face-on. The receding half is the x axis of the frame.
SkyView view_of_galaxy(const GalaxyFrame& frame, double inclination, double position_angle);

}  // namespace milkomeda
