// The presets of the look as small pictures of a scene. A click on a picture selects its preset.
#pragma once

#include <optional>
#include <vector>

#include "app/panels/thumbnails.hpp"
#include "app/ui/widgets.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {

class PresetList {
  public:
    PresetList(const ThumbnailOptions& options, const Assets& assets)
        : options_{options}, assets_{assets}, thumbnails_{options} {}

    // Draws the pictures, and a frame around the preset `present`. Returns the preset that the user clicks. Missing
    // pictures are drawn by child processes of lowest priority while the list is visible.
    std::optional<Preset> draw(Widgets& widgets, std::optional<Preset> present);

    void rest() { thumbnails_.rest(); }  // must be called while the list is not visible
    bool is_busy() const { return thumbnails_.is_busy(); }

  private:
    bool picture(Widgets& widgets, const SceneCard& card, bool is_present);

    ThumbnailOptions options_;
    const Assets& assets_;
    Thumbnails thumbnails_;
    std::vector<SceneCard> cards_;  // a card for each preset; empty before the list is drawn for the first time
};

}  // namespace milkomeda
