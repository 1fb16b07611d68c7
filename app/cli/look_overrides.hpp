// Changes of the look by the command line or a scene.
#pragma once

#include <optional>
#include <string>

#include "app/cli/overrides.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {

struct LookOverrides {
    bool complete = false;         // true: start from the program's default look instead of the given look
    std::optional<Preset> preset;  // applied before the changes
    Overrides<Look> changes;
    std::string note;  // one-line message about an outdated word; mostly empty
};

// Returns the present name of a preset. Writes a message to overrides.note if `name` is a former name.
std::string present_name_of_preset(const std::string& name, LookOverrides& overrides);

Look with_overrides(const Look& look, const LookOverrides& overrides);

// Parses an exposure. "auto" selects the automatic exposure; "+1.5" or "-1" makes it brighter or darker by
// that number of stops; "22" locks the exposure at a surface brightness in V magnitudes per square arcsecond.
// Throws std::invalid_argument with the reason if the text is wrong.
void parse_exposure(const std::string& text, LookOverrides& overrides);

// Parses "LOW,HIGH", fixed limits of the surface density in solar masses per square parsec. Throws
// std::invalid_argument with the reason if the text is wrong.
void parse_density_limits(const std::string& text, LookOverrides& overrides);

}  // namespace milkomeda
