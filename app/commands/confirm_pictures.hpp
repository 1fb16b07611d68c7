// Pictures and charts of the page with the results of a confirmation, as elements of HTML.
#pragma once

#include <string>
#include <vector>

#include "app/commands/confirm_report.hpp"

namespace milkomeda {

// The picture of the pair in the frame of the score.
std::string picture_element(const ConfirmPicture& picture);
// The bodies of both disks in the frame of the score; without a picture, in a square around them. Disk 1 is orange,
// disk 2 is blue.
std::string disks_element(const ConfirmReport& report, const DiskPlaces& places);
// The mean velocity of the stars along the line of sight in the frame of disks_element(), with a color bar: red
// recedes, blue approaches. Regions with few stars are dark.
std::string velocity_element(const ConfirmReport& report);
// Two charts: the path of galaxy 2 on the sky, and the separation of the galaxies over time, of the rigid galaxies
// (gray) and of the live galaxies (orange).
std::vector<std::string> orbit_elements(const ConfirmReport& report);
// Width of the frame of the pictures in kpc.
double frame_kpc(const ConfirmReport& report);

}  // namespace milkomeda
