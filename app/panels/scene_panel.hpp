// The Scene panel: picks a scene or a file, edits its orbit and its galaxies, chooses how many bodies it has.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/panel.hpp"
#include "app/scene/initial_state.hpp"
#include "app/scene/scene_draft.hpp"

namespace milkomeda {

class ScenePanel {
  public:
    ScenePanel(const Options& options, const Assets& assets);

    // Tells the options that are loaded now: the panel goes on from them.
    void loaded(const Options& options);

    void begin_frame() { shown_orbit_.reset(); }
    // Its contents, inside ImGui's window.
    void draw(Widgets& widgets, const PanelView& view, PanelActions& actions);

    const SceneDraft& draft() const { return draft_; }
    const std::optional<KeplerOrbit>& shown_orbit() const { return shown_orbit_; }  // in this frame

  private:
    void pick(const std::string& source);
    bool is_loaded() const;  // whatever the number of bodies and the scales
    bool source(Widgets& widgets);
    void describe(const InitialState& initial);
    bool bodies(Widgets& widgets, const InitialState& initial, std::size_t most_bodies);
    void orbit(Widgets& widgets);
    void preview(Widgets& widgets);
    void galaxies(Widgets& widgets);
    bool scales(Widgets& widgets);

    const Assets& assets_;
    std::vector<std::string> names_, titles_;  // of the scenes that ship
    Options loaded_;
    SceneDraft draft_;
    std::string file_;  // as it is being typed
    std::optional<KeplerOrbit> shown_orbit_;
};

}  // namespace milkomeda
