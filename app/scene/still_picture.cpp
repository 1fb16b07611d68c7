#include "app/scene/still_picture.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

// Returns element `index` of the van der Corput sequence, from 0 to 1.
float van_der_corput(int index, int base) {
    float sum = 0, digit = 1;
    for (; index > 0; index /= base) sum += (digit /= static_cast<float>(base)) * static_cast<float>(index % base);
    return sum;
}

}  // namespace

glm::vec2 sub_pixel_offset(int drawing) {
    const glm::vec2 place{van_der_corput(drawing, 2), van_der_corput(drawing, 3)};
    return place - glm::floor(place + 0.5f);
}

std::optional<Refinement> StillPicture::next(const PictureInputs& inputs, double seconds, bool is_settled) {
    if (is_drawing_) drawing_seconds_ = seconds;
    is_drawing_ = false;
    has_begun_ = true;
    if (inputs != inputs_) {
        inputs_ = inputs;
        still_seconds_ = 0;
        drawn_ = 0;
        is_complete_ = false;
        return std::nullopt;
    }
    still_seconds_ += seconds;
    if (still_seconds_ < std::clamp(drawing_seconds_, shortest_rest, longest_rest)) return std::nullopt;
    is_complete_ = is_complete_ || (drawn_ >= drawings && is_settled && still_seconds_ > settling_seconds);
    if (is_complete_) return Refinement{drawings, true};
    is_drawing_ = true;
    // After all drawings, the mean keeps following attributes that still change.
    return Refinement{std::min(drawn_++, drawings - 1)};
}

}  // namespace milkomeda
