// Comparison of two runs that start from equal bodies and take equal steps: on the left with exact forces, on
// the right with the chosen forces.
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

// Differences of the two runs at some of their common times, in model units.
struct SplitHistory {
    std::vector<double> times;
    // root mean square of the distances between each body in one run and the same body in the other
    std::vector<double> rms;
    // difference of the distances between the two galaxies; NaN unless there are exactly two
    std::vector<double> separation;

    void add(double time, double rms_distance, double separations);

  private:
    // number of added times; every stride_-th time is kept, which bounds the memory
    std::size_t seen_ = 0, stride_ = 1;
};

// Areas of the two pictures, and of the plot below them, in screen coordinates.
struct SplitPanes {
    Area exact, chosen, plot;
};
SplitPanes split_panes(const Area& free, float line);
// height of the titles at the top of both pictures, in lines of text
inline constexpr float split_title_lines = 1.8f;

class Split {
  public:
    // Asks for a comparison. It begins when the run is between two steps, and again after the run has jumped
    // or has other bodies.
    void ask_for() { asked_for_ = true; }
    void begin_anew() { exact_.reset(); }
    void end();
    bool is_asked_for() const { return asked_for_; }
    bool waits() const { return asked_for_ && !exact_; }
    bool on() const { return exact_ != nullptr; }
    // The exact run must finish its step alone.
    bool is_behind() const { return exact_ && exact_->scene.particle_source().transport().moving(); }
    // Returns a new error of the exact run, which cannot continue then; empty without an error.
    std::string take_error() { return exact_ ? exact_->scene.particle_source().frames().take_error() : ""; }

    // Begins the comparison at the present state of the run, which must be between two steps. Throws
    // UsageError with one line if nothing is computed, and std::runtime_error as a simulation does; the
    // comparison is off then.
    void begin(const LoadedScene& run, ComputeContext compute);

    // The functions below may be called only while on() is true. advance() takes as many steps in both runs
    // as the frame has time for. The chosen run is at most one step ahead.
    void advance(ParticleSource& run, const SimulationParameters& parameters, FrameTime frame);

    // Updates both scenes to a common moment for the picture.
    void update(LoadedScene& run);

    // Divides the area between the panels.
    void arrange(const Area& free, float line) { panes_ = split_panes(free, line); }
    const SplitPanes& panes() const { return panes_; }
    // Converts input of the window to input of the pane under the pointer.
    Input in_pane(Input input, const glm::vec2& window) const;
    const Area& pane_at(const glm::vec2& place) const;
    LoadedScene& scene_at(const glm::vec2& place, LoadedScene& run);

    struct Drawing {
        Camera camera;
        const Look& look;
        Annotations& annotations;
        QualityController& cost;
        double seconds;  // duration of the frame for the adaptation of the exposure
        float density;   // pixels per screen coordinate
        float scale;     // pixels that correspond to one pixel of a standard screen
        int height;      // height of the window in pixels
        SplitPanes panes;
    };
    // Draws both runs into the window's framebuffer, which must be black.
    void draw(LoadedScene& run, const Drawing& drawing);

    void reload(const Assets& assets) { exact_->scene.reload(assets); }

    const SplitHistory& history() const { return history_; }
    // Number of steps that the exact run has completed since the start of the scene.
    long exact_steps() const { return exact_->scene.particle_source().frames().status().steps; }

  private:
    struct Exact {
        LoadedScene scene;
        std::optional<OffscreenTarget> target{};
        Annotations annotations{AnnotationSet{}};
        QualityController cost{};
        SimulationParameters latched{};             // parameters of the current step of both runs
        double run_seconds = 0, exact_seconds = 0;  // recent durations of the steps of each run
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
