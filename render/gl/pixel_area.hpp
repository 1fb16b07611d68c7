// A rectangle of whole pixels. The caller defines the direction of y: upward in OpenGL, downward in windows.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace milkomeda {

struct PixelArea {
    glm::ivec2 least{0}, most{0};

    glm::ivec2 size() const { return most - least; }
    bool empty() const { return most.x <= least.x || most.y <= least.y; }
    bool operator==(const PixelArea&) const = default;
};

PixelArea overlap(const PixelArea& a, const PixelArea& b);
bool touch(const PixelArea& a, const PixelArea& b);

// Returns the part of `whole` outside all rectangles in `others`, as rectangles that do not overlap.
std::vector<PixelArea> without(const PixelArea& whole, std::span<const PixelArea> others);

// Returns the smallest rectangle that contains all `areas`; empty if all areas are empty.
PixelArea around(std::span<const PixelArea> areas);

}  // namespace milkomeda
