#include "app/overlay/annotation_drawing.hpp"

#include "data/base/units.hpp"
#include "data/text/round_number.hpp"

namespace milkomeda {

double pixels_per_kpc(const View& view) {
    return pixels_per_unit_at_target(view) / kpc_per_length;
}

double round_length(const View& view, double share) {
    return round_number_below(share * view.height / pixels_per_kpc(view)) / kpc_per_length;
}

}  // namespace milkomeda
