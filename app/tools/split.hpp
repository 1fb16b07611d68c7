// Two runs of the same bodies from the same moment on, beside each other and in lock step: on the left with
// exact forces, on the right with the chosen ones.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/ui/input.hpp"
#include "app/viewport/annotations.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

// How far both have come apart, at some of their common times; model units.
struct SplitHistory {
    std::vector<double> times;
    std::vector<double> rms;         // of the distances between a body here and there
    std::vector<double> separation;  // | here - there | of the galaxies' separations; NaN without two

    void add(double time, double rms_distance, double separations);

  private:
    std::size_t seen_ = 0, stride_ = 1;  // so that it does not grow without end
};

// Where both are drawn, and what lies below them; screen coordinates.
struct SplitPanes {
    Area exact, chosen, plot;
};
SplitPanes split_panes(const Area& free, float line);
inline constexpr float split_title_lines = 1.8f;  // of text, at the top of both

class Split {
  public:
    // It begins when the run is between two steps, and anew when the run has jumped or has other bodies.
    void ask_for() { asked_for_ = true; }
    void begin_anew() { exact_.reset(); }
    void end();
    bool is_asked_for() const { return asked_for_; }
    bool waits() const { return asked_for_ && !exact_; }
    bool on() const { return exact_ != nullptr; }
    bool is_behind() const {
        return exact_ && exact_->scene.particle_source().transport().moving();
    }  // it goes on alone
    // Of the exact run, that nobody was told of yet; it cannot go on then.
    std::string take_error() { return exact_ ? exact_->scene.particle_source().frames().take_error() : ""; }

    // From where the run stands, which is between two steps. Throws UsageError with one line where nothing is
    // computed, and std::runtime_error as a simulation does; it is off then.
    void begin(const LoadedScene& run, ComputeContext compute);

    // All below while it is on. Both go on by as many steps as the frame has time for; one at the most is
    // done by the run alone.
    void advance(ParticleSource& run, const SimulationParameters& parameters, FrameTime frame);

    // Takes the moment that both have reached: the same one for both.
    void update(LoadedScene& run);

    // In the area that panels leave free.
    void arrange(const Area& free, float line) { panes_ = split_panes(free, line); }
    const SplitPanes& panes() const { return panes_; }
    // As if the pane under the pointer were the window.
    Input in_pane(Input input, const glm::vec2& window) const;
    const Area& pane_at(const glm::vec2& place) const;
    LoadedScene& scene_at(const glm::vec2& place, LoadedScene& run);

    struct Drawing {
        Camera camera;
        const Look& look;
        Annotations& annotations;
        QualityController& cost;
        double seconds;  // of animation
        float density;   // pixels per screen coordinate
        float scale;     // pixels that are as large as one on a common screen
        int height;      // of the window, pixels
        SplitPanes panes;
    };
    // Into the window's framebuffer, which is black.
    void draw(LoadedScene& run, const Drawing& drawing);

    void reload(const Assets& assets) { exact_->scene.reload(assets); }

    const SplitHistory& history() const { return history_; }
    // Completed since the scene's start.
    long exact_steps() const { return exact_->scene.particle_source().frames().status().steps; }

  private:
    struct Exact {
        LoadedScene scene;
        std::optional<OffscreenTarget> target{};
        Annotations annotations{AnnotationSet{}};
        QualityController cost{};
        SimulationParameters latched{};             // for the step that both are at
        double run_seconds = 0, exact_seconds = 0;  // that steps take of late
    };

    void note(ParticleSource& run);
    void draw_pane(LoadedScene& scene, Annotations& annotations, QualityController& cost,
                   const Adaptation& adaptation, const Area& pane, const Drawing& drawing);

    bool asked_for_ = false;
    std::unique_ptr<Exact> exact_;
    SplitHistory history_;
    SplitPanes panes_;
};

}  // namespace milkomeda
