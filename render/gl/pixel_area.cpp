#include "render/gl/pixel_area.hpp"

#include <utility>

namespace milkomeda {

PixelArea overlap(const PixelArea& a, const PixelArea& b) {
    return {glm::max(a.least, b.least), glm::min(a.most, b.most)};
}

bool touch(const PixelArea& a, const PixelArea& b) {
    return a.least.x < b.most.x && b.least.x < a.most.x && a.least.y < b.most.y && b.least.y < a.most.y;
}

std::vector<PixelArea> without(const PixelArea& whole, std::span<const PixelArea> others) {
    std::vector<PixelArea> left{whole};
    for (const PixelArea& other : others) {
        std::vector<PixelArea> cut;
        for (const PixelArea& area : left) {
            const PixelArea hole = overlap(area, other);
            if (hole.empty()) {
                cut.push_back(area);
                continue;
            }
            for (const PixelArea& part : {PixelArea{area.least, {area.most.x, hole.least.y}},
                                          PixelArea{{area.least.x, hole.least.y}, {hole.least.x, hole.most.y}},
                                          PixelArea{{hole.most.x, hole.least.y}, {area.most.x, hole.most.y}},
                                          PixelArea{{area.least.x, hole.most.y}, area.most}})
                if (!part.empty()) cut.push_back(part);
        }
        left = std::move(cut);
    }
    return left;
}

PixelArea around(std::span<const PixelArea> areas) {
    if (areas.empty()) return {};
    PixelArea all = areas.front();
    for (const PixelArea& area : areas) all = {glm::min(all.least, area.least), glm::max(all.most, area.most)};
    return all;
}

}  // namespace milkomeda
