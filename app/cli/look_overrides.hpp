// What the command line and scenes say of the look.
#pragma once

#include <optional>
#include <string>

#include "app/cli/overrides.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {

struct LookOverrides {
    bool complete = false;         // what they do not say is as the program has it
    std::optional<Preset> preset;  // before all else
    Overrides<Look> changes;
    std::string note;  // on a word that is understood and out of date; one line, mostly empty
};

// The name with which the preset is known today; another name in its place is noted.
std::string present_name_of_preset(const std::string& name, LookOverrides& overrides);

Look with_overrides(const Look& look, const LookOverrides& overrides);

// An exposure as people write it: "auto"; "+1.5" or "-1", automatic and so many stops brighter or darker;
// "22", locked where so many V magnitudes per square arcsecond are clearly seen. Throws std::invalid_argument
// saying what is wrong.
void parse_exposure(const std::string& text, LookOverrides& overrides);

// "LOW,HIGH", solar masses per square parsec, which are held then. Throws std::invalid_argument saying what
// is wrong.
void parse_density_limits(const std::string& text, LookOverrides& overrides);

}  // namespace milkomeda
