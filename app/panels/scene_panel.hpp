// The Scenes card: selects a scene or file and the number of bodies, and edits the orbit and the galaxies.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/panel.hpp"
#include "app/scene/scene_draft.hpp"
#include "app/scene/scene_setup.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

class ScenePanel {
  public:
    ScenePanel(const SceneOptions& options, const Assets& assets);

    // Must be called when a source was loaded. The panel then shows and edits `options`, the options of this source. If
    // edits of the user are lost, adds a notice with a command that loads these edits.
    void loaded(const SceneOptions& options, Notices& notices);

    void begin_frame() { shown_orbit_.reset(); }
    // Draws the contents of the panel; needs an open ImGui window.
    void draw(Widgets& widgets, const ScenePanelContents& contents, PanelActions& actions);

    const SceneDraft& draft() const { return draft_; }

    // draft_name() returns the source and its edited settings, such as "mice, orbit.eccentricity=0.9".
    // restore_draft() restores the earlier draft with this name, for undo and redo.
    std::string draft_name() const;
    void restore_draft(const std::string& name);

    bool waits_for_load() const { return !is_loaded(); }
    // Returns the orbit that the panel has drawn in this frame, if any.
    const std::optional<KeplerOrbit>& shown_orbit() const { return shown_orbit_; }

  private:
    void pick(const std::string& source, Notices& notices);
    void begin(const SceneOptions& options);
    void report_lost_edits(Notices& notices) const;
    // True if the source and the scene settings of the draft are loaded. The number of bodies and the scale factors may
    // differ from the loaded values.
    bool is_loaded() const;
    bool source(Widgets& widgets, Notices& notices);
    void look_for_files();
    bool own_pair(Widgets& widgets, Notices& notices);
    void describe(const SceneSetup& initial);
    std::optional<double> milestones(Widgets& widgets, const LoadedScene& loaded) const;
    bool load_button(Widgets& widgets) const;
    bool bodies(Widgets& widgets, const SceneSetup& initial, std::size_t most_bodies);
    void edit(Widgets& widgets, const std::string& label, const std::string& key, double value,
              const SliderSpec<double>& spec, const char* tooltip);
    void orbit(Widgets& widgets);
    void preview(Widgets& widgets);
    void galaxies(Widgets& widgets);
    void run(Widgets& widgets, const ScenePanelContents& contents, PanelActions& actions);
    bool scales(Widgets& widgets);

    const Assets& assets_;
    std::vector<std::string> names_, titles_;  // names and titles of the shipped scenes
    std::vector<Scene> scenes_;
    // for each shipped scene: its missing table file and how to get this file; empty text if no file is missing
    std::vector<std::string> missing_;
    Clock::time_point looked_{};  // time of the last check for missing files
    SceneOptions loaded_;
    SceneOptions begun_;  // options with which editing of the draft began
    SceneDraft draft_;
    std::map<std::string, SceneOptions> drafts_;  // earlier drafts by their names from draft_name()
    std::string file_;                            // text in the field "File"
    std::string scene_file_ = "milkomeda-scene.toml";
    std::optional<KeplerOrbit> shown_orbit_;
};

}  // namespace milkomeda
