// Comparison of two runs with equal initial bodies and equal timesteps: the left picture shows exact forces,
// the right picture the forces that the user has chosen.
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

// Differences between the two runs as functions of time, in model units: element i of each column belongs to times[i].
struct SplitHistory {
    std::vector<double> times;
    // root mean square, over all bodies, of the distance between the body's positions in the two runs
    std::vector<double> rms;
    // `separation` is the absolute difference between the two runs in the distance of the galaxies' centers; NaN unless
    // there are exactly two galaxies.
    std::vector<double> separation;

    void add(double time, double rms_distance, double separations);

  private:
    std::size_t seen_ = 0;    // number of times passed to add()
    std::size_t stride_ = 1;  // add() stores only every stride_-th time, so that the memory stays limited
};

// Areas of the two pictures and of the plot below the pictures, in screen coordinates.
struct SplitPanes {
    Area exact, chosen, plot;
};
SplitPanes split_panes(const Area& free, float line);
// height of the titles above the pictures, in text line heights
inline constexpr float split_title_lines = 1.8f;

class SplitView {
  public:
    // ask_for() requests a comparison, which begins as soon as the run is between two steps. begin_anew() restarts the
    // comparison after the run has jumped to a different time or its bodies were replaced.
    void ask_for() { asked_for_ = true; }
    void begin_anew() { exact_.reset(); }
    void end();
    bool is_asked_for() const { return asked_for_; }
    bool waits() const { return asked_for_ && !exact_; }
    bool on() const { return exact_ != nullptr; }
    // True if the run with the chosen forces has finished a step that the exact run has not finished yet. Only the
    // exact run must advance then.
    bool is_behind() const { return exact_ && exact_->scene.particle_source().transport().moving(); }
    // Returns the error that has stopped the exact run since the last call; empty if there was none.
    std::string take_error() { return exact_ ? exact_->scene.particle_source().frames().take_error() : ""; }

    // Starts the comparison from the present state of the run, which must be between two steps. Throws UsageError if
    // there is no device, and the exceptions of a new simulation. After an exception, no comparison is in progress.
    void begin(const LoadedScene& run, ComputeContext compute);

    // All following functions require on() == true. advance() computes steps of both runs until the time of the frame
    // is used. The run with the chosen forces is at most one step ahead of the exact run.
    void advance(ParticleSource& run, const SimulationParameters& parameters, FrameTime frame);

    // Sets the displayed bodies of both runs to a common model time.
    void update(LoadedScene& run);

    // Divides the area `free` between the panels into the areas of both pictures and the plot.
    void arrange(const Area& free, float line) { panes_ = split_panes(free, line); }
    const SplitPanes& panes() const { return panes_; }
    // Converts pointer positions relative to the window into positions relative to the picture under the pointer.
    Input in_pane(Input input, const glm::vec2& window) const;
    const Area& pane_at(const glm::vec2& place) const;
    LoadedScene& scene_at(const glm::vec2& place, LoadedScene& run);

    struct Drawing {
        Camera camera;
        const Look& look;
        Annotations& annotations;
        QualityController& cost;
        double seconds;  // duration of the frame in seconds, for the adaptation of the exposure
        float density;   // pixels per screen coordinate
        float scale;     // scale of annotations and text, relative to interface scale 1
        int height;      // height of the window in pixels
        SplitPanes panes;
    };
    // Draws the pictures of both runs into the framebuffer of the window, which must be black.
    void draw(LoadedScene& run, const Drawing& drawing);

    void reload(const Assets& assets) { exact_->scene.reload(assets); }

    const SplitHistory& history() const { return history_; }
    // Number of completed steps of the exact run since the start of the scene.
    long exact_steps() const { return exact_->scene.particle_source().frames().status().steps; }

  private:
    struct Exact {
        LoadedScene scene;
        std::optional<OffscreenTarget> target{};
        Annotations annotations{AnnotationSet{}};
        QualityController cost{};
        SimulationParameters latched{};  // parameters of the step that both runs are computing
        // computing times of recent steps of the run with the chosen forces, and of the exact run, in seconds; older
        // steps count less
        double run_seconds = 0, exact_seconds = 0;
    };

    void note(ParticleSource& run);
    void draw_pane(LoadedScene& scene, Annotations& annotations, QualityController& cost, const Adaptation& adaptation,
                   const Area& pane, const Drawing& drawing);

    bool asked_for_ = false;
    std::unique_ptr<Exact> exact_;
    SplitHistory history_;
    SplitPanes panes_;
};

}  // namespace milkomeda
