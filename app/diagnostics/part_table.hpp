// The table of the parts of a frame, with their kinds of work, colors and tooltips.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

enum class PartKind { compute, copy, draw, interface, display };
template <>
inline constexpr std::array<std::string_view, 5> names<PartKind>{"compute", "copy", "draw", "interface", "display"};

struct PartRow {
    std::string_view name;
    PartKind kind;
    std::uint32_t rgb;
    const char* help;  // tooltip in the drawer Frame times
};

// All parts of a kind have colors of one hue: blue, violet, orange, green or gray.
inline constexpr std::array part_rows{
    PartRow{"force", PartKind::compute, 0x2f6fd0, "Computation of the forces, in slices that fit into a frame"},
    PartRow{"kick and drift", PartKind::compute, 0x63b3f2, "Changes of velocities and positions of the bodies"},
    PartRow{"checks", PartKind::compute, 0x1f4f8f,
            "Search for positions that are not finite, and measurement of force errors"},
    PartRow{"small-small", PartKind::compute, 0x2f6fd0, "Contacts among small particles, on the device"},
    PartRow{"grid", PartKind::compute, 0x63b3f2, "Sorting of small particles into cells"},
    PartRow{"move", PartKind::compute, 0x1f4f8f, "Motion of small particles"},
    PartRow{"large-small", PartKind::compute, 0x7aa5e8, "Contacts of large with small particles, on the host"},
    PartRow{"large-large", PartKind::compute, 0x2a9fd6, "Contacts among large particles"},
    PartRow{"move large", PartKind::compute, 0x5f7fd0, "Motion of large particles"},
    PartRow{"map", PartKind::copy, 0x8e5bd0, "Mapping of device memory to the host"},
    PartRow{"unmap", PartKind::copy, 0xb48ae6, "Return of mapped memory to the device"},
    PartRow{"simulation", PartKind::compute, 0x8fa8d8, "All other work of the main thread for the simulation"},
    PartRow{"enqueue", PartKind::compute, 0x4a8ff0, "Enqueueing of work in OpenCL"},
    PartRow{"wait for OpenCL", PartKind::compute, 0x3560a8, "Waiting until the device has finished the enqueued work"},
    PartRow{"acquire", PartKind::copy, 0x8e5bd0, "Handover of the shared buffers from OpenGL to OpenCL"},
    PartRow{"release", PartKind::copy, 0xb48ae6, "Handover of the shared buffers from OpenCL back to OpenGL"},
    PartRow{"read back", PartKind::copy, 0x7a3fae, "Copy of the bodies from the device to the host"},
    PartRow{"copy to device", PartKind::copy, 0xc9a3ee, "Copy of the bodies from the host to the device"},
    PartRow{"upload", PartKind::copy, 0xa56bd8, "Copy of the bodies and their attributes to OpenGL"},
    PartRow{"wait for OpenGL", PartKind::draw, 0xa8592a, "Waiting until the previous picture is drawn (glFinish)"},
    PartRow{"draw", PartKind::draw, 0xd9a066, "Drawing by the main thread outside of the drawing passes"},
    PartRow{"particles", PartKind::draw, 0xf08a24, "Drawing of the bodies"},
    PartRow{"haze", PartKind::draw, 0xf4b04f, "Drawing of unresolved stars as a smooth glow"},
    PartRow{"resolved", PartKind::draw, 0xd9a441, "Drawing of single stars within bodies"},
    PartRow{"clusters", PartKind::draw, 0xe07a3f, "Drawing of young stars and nebulae"},
    PartRow{"dust", PartKind::draw, 0x8f5a2a, "Drawing of the dust that dims the light behind it"},
    PartRow{"background", PartKind::draw, 0xe8955a, "Drawing of distant galaxies and foreground stars"},
    PartRow{"streaks", PartKind::draw, 0xc96f1e, "Drawing of the streaks that a lens would add to bright light"},
    PartRow{"bloom", PartKind::draw, 0xf7cf7a, "Computation of the glow around bright light"},
    PartRow{"develop", PartKind::draw, 0xb8860b, "Conversion of collected light into the picture"},
    PartRow{"annotations", PartKind::draw, 0xe3c878, "Drawing of annotations over the picture"},
    PartRow{"panels", PartKind::interface, 0x3fae6a, "Building and drawing of panels, menus and bars"},
    PartRow{"input", PartKind::interface, 0x7fd19b, "Reading of mouse, keys and files, and execution of commands"},
    PartRow{"trace", PartKind::interface, 0x2b7a4b, "Writing of the output of --trace"},
    PartRow{"idle", PartKind::display, 0x5b6068,
            "Time in which the device has no work, because the host computes or draws"},
    PartRow{"swap", PartKind::display, 0x8a8f98,
            "Waiting until the window shows the picture; a software renderer finishes drawing during this wait"},
    PartRow{"sleep", PartKind::display, 0xb9bec7, "Pause, because the display cannot show more frames per second"},
};

// Returns the table row of a part. A part without a row counts as a drawing pass, so that a new drawing pass
// needs no row.
inline const PartRow& row_of_part(std::string_view name) {
    static constexpr PartRow other{"other", PartKind::draw, 0xcfae84, "Drawing pass"};
    const auto found = std::ranges::find(part_rows, name, &PartRow::name);
    return found == part_rows.end() ? other : *found;
}

}  // namespace milkomeda
