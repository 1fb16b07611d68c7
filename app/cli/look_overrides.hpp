// Changes that the command line or a scene makes to members of a struct, such as the look. All other members keep their
// values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "render/look/presets.hpp"

namespace milkomeda {

// Functions that change members of an `Owner`, in the order in which with_overrides() calls them.
template <typename Owner>
using Overrides = std::vector<std::function<void(Owner&)>>;

template <typename Owner>
Owner with_overrides(Owner owner, const Overrides<Owner>& overrides) {
    for (const auto& change : overrides) change(owner);
    return owner;
}

struct LookOverrides {
    // true: the changes apply to the default look, instead of the look that is passed to with_overrides()
    bool complete = false;
    std::optional<Preset> preset;  // preset that is applied before `changes`; empty: no preset
    Overrides<Look> changes;
    std::string note;  // one-line message about an outdated name of a preset; usually empty
};

// Returns the current name of the preset `name`. If `name` is outdated, writes a message to overrides.note.
std::string present_name_of_preset(const std::string& name, LookOverrides& overrides);

// Returns `look` with the preset and the changes of `overrides`.
Look with_overrides(const Look& look, const LookOverrides& overrides);

// Parses an exposure. "auto" selects automatic exposure; "+1.5" or "-1" changes automatic exposure by this
// number of stops; "22" fixes the exposure at a surface brightness in V magnitudes per square arcsecond.
// Throws std::invalid_argument with the reason if the text is invalid.
void parse_exposure(const std::string& text, LookOverrides& overrides);

// Parses "LOW,HIGH", fixed limits of the surface density in solar masses per square parsec. Throws
// std::invalid_argument with the reason if the text is invalid.
void parse_density_limits(const std::string& text, LookOverrides& overrides);

}  // namespace milkomeda
