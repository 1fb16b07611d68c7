// The picture of a pair on a grid, prepared for the comparison with models.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "data/match/gray_picture.hpp"
#include "data/match/grid_image.hpp"
#include "data/match/pair_files.hpp"

namespace milkomeda {

// Square of grid_edge x grid_edge cells in a picture, and the place of the model in it.
struct MatchFrame {
    // A model position (x, y) has the place (map[0] + map[1] x + map[2] y, map[3] + map[4] x + map[5] y) in cells, to
    // the right and down from the top-left corner of the frame. Floats, because the device uses the same numbers.
    std::array<float, 6> map{};
    glm::dvec2 corner{0};                // top-left corner, pixels
    double cell = 1;                     // edge of a cell, pixels
    double rotation = 0;                 // of the model in the picture, degrees, counterclockwise
    std::array<glm::dvec2, 2> nuclei{};  // cells

    // Returns the place of a model position in cells.
    glm::vec2 cell_of(glm::vec2 position) const {
        return {std::fma(map[1], position.x, std::fma(map[2], position.y, map[0])),
                std::fma(map[4], position.x, std::fma(map[5], position.y, map[3]))};
    }
};

struct MatchTarget {
    MatchFrame frame;
    std::vector<double> image;                        // gray values of the cells, smoothed by 0.7 cells
    double first_share = 0.5;                         // share of the light that belongs to disk 1
    std::uint32_t bright_count = 0, faint_count = 0;  // numbers of cells above 0.06 and 0.03
    std::vector<std::uint8_t> faint_mask;             // cells above 0.03
    std::vector<float> outline;   // signed distance to the cells above 0.06, limited to 6 cells; inside: negative
    std::vector<float> nearness;  // exp(-d/2), d: distance to the faint mask in cells
    std::vector<float> coarse, coarse_sorted;  // image, smoothed by 4 cells; its values in ascending order
};

// Signed distances are limited to this value, in cells.
inline constexpr int outline_limit = 6;
// A cell is dark if its light is at most this fraction of the brightest cell.
inline constexpr std::uint32_t dark_divisor = 10'000'000;

// Chooses the frame and prepares the target. The picture must be clean(), and the pair must have its size. In a
// mirrored picture, the directions to the right of the model and of the picture are opposite. Throws
// std::invalid_argument if a nucleus is outside of the picture, both nuclei or both galaxies of the model have the same
// place, or the picture contains no light.
MatchTarget match_target(const GrayPicture& picture, const ObservedPair& pair, bool is_mirrored = false);

// Prepares an image of grid_cells cells that is already smoothed. Throws std::invalid_argument if it contains no light.
MatchTarget match_target(const MatchFrame& frame, std::vector<double> image);

// Returns a hash of image, nuclei and rotation below 2^53, which identifies the picture in saved states of a search.
// Rounding errors of the marks, which a .pair file can cause, do not change the hash.
std::uint64_t search_subject(const MatchTarget& target);

}  // namespace milkomeda
