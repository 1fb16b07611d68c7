#include "app/ui/panel_cache.hpp"

#include <imgui.h>

#include <algorithm>

namespace milkomeda {
namespace {

// Size of a tile in pixels. A line of text covers a few tiles, so that a changed number causes little redrawing.
constexpr glm::ivec2 tile{64, 16};

// Returns the index of a tile. Tiles are numbered row by row.
std::size_t number_of(const glm::ivec2& place, const glm::ivec2& tiles) {
    return static_cast<std::size_t>(place.y) * static_cast<std::size_t>(tiles.x) + static_cast<std::size_t>(place.x);
}

glm::ivec2 tiles_across(const PixelArea& area) { return (area.most - area.least + tile - 1) / tile; }

PixelArea pixels_of(const Area& area, glm::ivec2 pixels) {
    return overlap({glm::ivec2{glm::ceil(area.least)}, glm::ivec2{glm::floor(area.most())}}, {{0, 0}, pixels});
}

// Adds a row of tiles; merges the row with an area of equal width directly above.
void add(std::vector<PixelArea>& areas, const PixelArea& row) {
    const auto above = std::ranges::find_if(areas, [&](const PixelArea& area) {
        return area.least.x == row.least.x && area.most.x == row.most.x && area.most.y == row.least.y;
    });
    if (above == areas.end())
        areas.push_back(row);
    else
        above->most.y = row.most.y;
}

// Fills the areas with black, because ImGui may draw nothing on some of their pixels.
void clear(std::span<const PixelArea> areas, int height) {
    glEnable(GL_SCISSOR_TEST);
    glClearColor(0, 0, 0, 1);
    for (const PixelArea& area : areas) {
        glScissor(area.least.x, height - area.most.y, area.size().x, area.size().y);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

}  // namespace

void PanelCache::fit(glm::ivec2 pixels, std::span<const Area> opaque) {
    if (!picture_ || picture_->width() != pixels.x || picture_->height() != pixels.y) {
        picture_.emplace(pixels.x, pixels.y);
        forget();
    }
    std::vector<PixelArea> areas;
    for (const Area& area : opaque)
        if (const PixelArea in_pixels = pixels_of(area, pixels); !in_pixels.empty()) areas.push_back(in_pixels);
    if (std::ranges::equal(areas, areas_, {}, {}, &CachedArea::area)) return;
    areas_.clear();
    for (const PixelArea& area : areas) {
        const glm::ivec2 tiles = tiles_across(area);
        areas_.push_back({area, std::vector<std::uint64_t>(static_cast<std::size_t>(tiles.x * tiles.y)), {}});
    }
}

// Returns the areas whose tiles have changed, and marks the tiles as drawn.
std::vector<PixelArea> PanelCache::changed() {
    std::vector<PixelArea> areas;
    for (CachedArea& cached : areas_) {
        const glm::ivec2 tiles = tiles_across(cached.area);
        for (glm::ivec2 at{0}; at.y < tiles.y; ++at.y) {
            const auto differs = [&](int x) {
                const std::size_t i = number_of({x, at.y}, tiles);
                return cached.drawn[i] != cached.wanted[i];
            };
            for (at.x = 0; at.x < tiles.x; ++at.x) {
                int end = at.x;
                while (end < tiles.x && differs(end)) ++end;
                if (end == at.x) continue;
                const glm::ivec2 corner = cached.area.least + tile * at;
                add(areas, overlap({corner, corner + tile * glm::ivec2{end - at.x, 1}}, cached.area));
                at.x = end;
            }
        }
        cached.drawn = cached.wanted;
    }
    return areas;
}

void PanelCache::want(std::span<const TriangleClipper::Triangle> triangles) {
    for (CachedArea& cached : areas_) {
        const glm::ivec2 tiles = tiles_across(cached.area);
        cached.wanted.assign(cached.drawn.size(), 1);  // differs from 0, the hash of tiles that were never drawn
        for (const TriangleClipper::Triangle& triangle : triangles) {
            const PixelArea part = overlap(triangle.pixels, cached.area);
            if (part.empty()) continue;
            const glm::ivec2 first = (part.least - cached.area.least) / tile,
                             last = (part.most - 1 - cached.area.least) / tile;
            for (int y = first.y; y <= last.y; ++y)
                for (int x = first.x; x <= last.x; ++x) {
                    std::uint64_t& hash = cached.wanted[number_of({x, y}, tiles)];
                    hash = hash * 0x100000001b3 + triangle.hash;  // FNV prime; the hash depends on the triangle order
                }
        }
    }
}

void PanelCache::copy_to(GLuint framebuffer) const {
    picture_->bind_for_reading();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    for (const CachedArea& cached : areas_) {
        const PixelArea& area = cached.area;
        const int low = picture_->height() - area.most.y, high = picture_->height() - area.least.y;
        glBlitFramebuffer(area.least.x, low, area.most.x, high, area.least.x, low, area.most.x, high,
                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, picture_->width(), picture_->height());
}

void PanelCache::draw(ImDrawData& lists, std::span<const Area> opaque) {
    const glm::ivec2 pixels{static_cast<int>(lists.DisplaySize.x), static_cast<int>(lists.DisplaySize.y)};
    if (pixels.x <= 0 || pixels.y <= 0) return;
    GLint framebuffer = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    fit(pixels, opaque);
    TriangleClipper cut{lists, ++frame_};
    want(cut.triangles());

    const std::vector<PixelArea> areas = changed();
    redrawn_pixels_ = 0;
    for (const PixelArea& area : areas) redrawn_pixels_ += long{area.size().x} * area.size().y;
    if (!areas.empty()) {
        picture_->bind();
        clear(areas, pixels.y);
        cut.draw(areas);
    }
    copy_to(static_cast<GLuint>(framebuffer));
    std::vector<PixelArea> covered;
    for (const CachedArea& cached : areas_) covered.push_back(cached.area);
    cut.draw(without({{0, 0}, pixels}, covered));
}

}  // namespace milkomeda
