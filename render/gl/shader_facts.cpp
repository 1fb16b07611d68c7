#include "render/gl/shader_facts.hpp"

#include <cctype>
#include <string_view>

#include "data/base/formation.hpp"
#include "data/base/names.hpp"
#include "data/base/stellar_populations.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {
namespace {

// Converts an enumerator's name to a macro name, for example "side-by-side" to SIDE_BY_SIDE.
std::string in_capitals(std::string_view name) {
    std::string capitals;
    for (const char c : name)
        capitals += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return capitals;
}

std::string definition(const std::string& name, const std::string& value) {
    return "#define " + name + ' ' + value + '\n';
}

template <Named Enum>
std::string definitions(const std::string& prefix) {
    std::string lines;
    for (std::size_t i = 0; i < names<Enum>.size(); ++i)
        lines += definition(prefix + '_' + in_capitals(names<Enum>[i]), std::to_string(i));
    return lines;
}

}  // namespace

std::string shader_facts() {
    return definitions<ColorBy>("COLOR_BY") + definitions<ToneCurve>("TONE_CURVE") +
           definitions<Projection>("PROJECTION") + definitions<MapColors>("MAP_COLORS") +
           definition("COLOR_TABLE_SIZE", std::to_string(color_table_size)) +
           definition("LARGEST_BLUR_REACH", std::to_string(largest_blur_reach)) +
           definition("GAUSSIAN_EDGE_EXPONENT", std::to_string(gaussian_edge_exponent)) +
           definition("POSITION_LOCATION", std::to_string(position_location)) +
           definition("VELOCITY_LOCATION", std::to_string(velocity_location)) +
           definition("LATEST_BIRTH", std::to_string(latest_birth)) +
           definition("ATTRIBUTES_LOCATION", std::to_string(attributes_location)) +
           definition("ATTRIBUTES_BINDING", std::to_string(attributes_binding)) +
           definition("ATTRIBUTE_VECTORS", std::to_string(attribute_vectors)) +
           definition("VERTICAL_RANK_LOCATION", std::to_string(vertical_rank_location)) +
           definition("ELLIPSOID_LOCATION", std::to_string(ellipsoid_location)) +
           definition("ELLIPSOID_TILTS_LOCATION", std::to_string(ellipsoid_location + 1)) +
           definition("FORMER_LENGTH_LOCATION", std::to_string(former_length_location)) +
           definition("FORMER_ELLIPSOID_LOCATION", std::to_string(former_ellipsoid_location)) +
           definition("FORMER_ELLIPSOID_TILTS_LOCATION", std::to_string(former_ellipsoid_location + 1)) +
           definition("FORMER_LENGTH_BINDING", std::to_string(former_length_binding)) +
           definition("FORMER_ELLIPSOID_BINDING", std::to_string(former_ellipsoid_binding)) +
           definition("YOUNG_STAR_AGES", std::to_string(YoungStarColors::ages)) +
           definition("LISTED_ROWS_BINDING", std::to_string(listed_rows_binding)) +
           definition("LEVELS_BINDING", std::to_string(levels_binding)) +
           definition("SCATTER_GROUP", std::to_string(scatter_group)) +
           definition("LEVEL_BORDER", std::to_string(level_border));
}

}  // namespace milkomeda
