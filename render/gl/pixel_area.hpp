// A rectangle of whole pixels. OpenGL's y goes up, a window's down; who has one says which.
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

// What is left of the first beside all of the others, in rectangles that do not overlap.
std::vector<PixelArea> without(const PixelArea& whole, std::span<const PixelArea> others);

// The smallest that holds all of them; empty where there is none.
PixelArea around(std::span<const PixelArea> areas);

}  // namespace milkomeda
