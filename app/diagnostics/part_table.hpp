// The parts of a frame: kind of work, color and meaning of each.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

enum class PartKind { compute, copy, draw, interface, display };
template <>
inline constexpr std::array<std::string_view, 5> names<PartKind>{"compute", "copy", "draw", "interface",
                                                                 "display"};

struct PartRow {
    std::string_view name;
    PartKind kind;
    std::uint32_t rgb;
    const char* help;
};

// Each kind of work has one hue: blue, violet, orange, green, gray.
inline constexpr std::array part_rows{
    PartRow{"force", PartKind::compute, 0x2f6fd0, "slices of the sum of forces"},
    PartRow{"kick and drift", PartKind::compute, 0x63b3f2, "what moves the bodies"},
    PartRow{"checks", PartKind::compute, 0x1f4f8f, "looking for bodies that are nowhere, and for errors"},
    PartRow{"small-small", PartKind::compute, 0x2f6fd0, "small particles push each other, on the device"},
    PartRow{"grid", PartKind::compute, 0x63b3f2, "small particles are put into cells"},
    PartRow{"move", PartKind::compute, 0x1f4f8f, "what moves small particles"},
    PartRow{"large-small", PartKind::compute, 0x7aa5e8, "large particles push small ones, on the host"},
    PartRow{"large-large", PartKind::compute, 0x2a9fd6, "large particles push each other"},
    PartRow{"move large", PartKind::compute, 0x5f7fd0, "what moves them"},
    PartRow{"map", PartKind::copy, 0x8e5bd0, "the device's memory comes to the host"},
    PartRow{"unmap", PartKind::copy, 0xb48ae6, "and goes back"},
    PartRow{"simulation", PartKind::compute, 0x8fa8d8, "what else the main thread does for the run"},
    PartRow{"enqueue", PartKind::compute, 0x4a8ff0, "handing work to OpenCL"},
    PartRow{"wait for OpenCL", PartKind::compute, 0x3560a8, "until the device has done what was enqueued"},
    PartRow{"acquire", PartKind::copy, 0x8e5bd0, "OpenGL's buffers go to OpenCL"},
    PartRow{"release", PartKind::copy, 0xb48ae6, "and back, with all work done"},
    PartRow{"read back", PartKind::copy, 0x7a3fae, "rows from the device to the host"},
    PartRow{"copy to device", PartKind::copy, 0xc9a3ee, "rows from the host to the device"},
    PartRow{"upload", PartKind::copy, 0xa56bd8, "rows and attributes to OpenGL"},
    PartRow{"wait for OpenGL", PartKind::draw, 0xa8592a, "until the picture before is drawn (glFinish)"},
    PartRow{"draw", PartKind::draw, 0xd9a066, "what is between the passes"},
    PartRow{"particles", PartKind::draw, 0xf08a24, "bodies"},
    PartRow{"haze", PartKind::draw, 0xf4b04f, "stars as a smooth glow"},
    PartRow{"resolved", PartKind::draw, 0xd9a441, "stars that stand out of particles"},
    PartRow{"clusters", PartKind::draw, 0xe07a3f, "young stars and nebulae"},
    PartRow{"dust", PartKind::draw, 0x8f5a2a, "dust that dims what lies behind it"},
    PartRow{"background", PartKind::draw, 0xe8955a, "far galaxies and near stars"},
    PartRow{"streaks", PartKind::draw, 0xc96f1e, "light that a lens spreads"},
    PartRow{"bloom", PartKind::draw, 0xf7cf7a, "bright light that spreads"},
    PartRow{"develop", PartKind::draw, 0xb8860b, "from light to a picture"},
    PartRow{"annotations", PartKind::draw, 0xe3c878, "what is drawn over the picture"},
    PartRow{"panels", PartKind::interface, 0x3fae6a, "building and drawing what is around the picture"},
    PartRow{"input", PartKind::interface, 0x7fd19b, "mouse, keys, files, and what they do"},
    PartRow{"trace", PartKind::interface, 0x2b7a4b, "the lines of --trace"},
    PartRow{"idle", PartKind::display, 0x5b6068, "the device has nothing to do: the host works, or draws"},
    PartRow{"swap", PartKind::display, 0x8a8f98,
            "until the window takes the picture; software OpenGL draws in it what is not drawn yet"},
    PartRow{"sleep", PartKind::display, 0xb9bec7, "nobody could see more frames"},
};

// Returns the row of a part. A part without a row counts as drawing, so that drawing passes may be added
// freely.
const PartRow& row_of_part(std::string_view name);

}  // namespace milkomeda
