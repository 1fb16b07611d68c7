// Comparison of two runs at equal times: the left picture shows the second run, which a Comparison describes, and the
// right picture shows the run of the window.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/tools/second_run.hpp"
#include "app/ui/input.hpp"
#include "app/viewport/annotations.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

// Limits the length of columns that grow during a run. When 4096 rows are stored, removes every second row, and from
// then on stores only half as many of the new rows.
class RowThinning {
  public:
    // Returns true if the next row must be stored.
    bool wants_row() { return seen_++ % stride_ == 0; }
    // Must be called after a row was stored. Removes every second row if the columns have become too long.
    void limit(std::initializer_list<std::vector<double>*> columns);

  private:
    std::size_t seen_ = 0, stride_ = 1;
};

// Measurements of two runs at one model time. Lengths are in model units. Unknown values are NaN.
struct SplitSample {
    double time = 0;
    // root mean square, over all bodies, of the distance between the body's positions in the two runs
    double rms = 0;
    // distances of the galaxies' centers in the first and in the second run; NaN unless there are exactly two galaxies
    double first_separation = 0, second_separation = 0;
};

// Samples of two runs as columns: element i of each column belongs to times[i].
struct SplitHistory {
    std::vector<double> times, rms, first_separation, second_separation;
    std::vector<double> separation;  // absolute difference of the two separations

    void add(const SplitSample& sample);

  private:
    RowThinning thinning_;
};

// Total energies of a run, in model units.
struct EnergyHistory {
    std::vector<double> times, energies;

    void add(double time, double energy);

  private:
    RowThinning thinning_;
};

// Returns the relative energy errors |E - E0| / |E0|, where E0 is the first energy at or after the time `from`.
// Energies before `from` give NaN.
std::vector<double> energy_errors(const EnergyHistory& history, double from);

// Areas of the two pictures and of the plot below the pictures, in screen coordinates.
struct SplitPanes {
    Area second, first, plot;
};
SplitPanes split_panes(const Area& free, float line);
// height of the titles above the pictures, in text line heights
inline constexpr float split_title_lines = 1.8f;

class SplitView {
  public:
    // ask_for() requests a comparison, which begins as soon as the run is between two steps. begin_anew() restarts the
    // comparison after the run has jumped to a different time or its bodies were replaced.
    void ask_for(const Comparison& comparison = {});
    void begin_anew() { second_.reset(); }
    void end();
    bool is_asked_for() const { return asked_for_; }
    bool waits() const { return asked_for_ && !second_; }
    bool on() const { return second_ != nullptr; }
    // Returns the description of the second run, which is known before the comparison begins.
    const Comparison& comparison() const { return comparison_; }
    // Returns the branch with which the run is compared; an expired pointer in all other comparisons and without one.
    std::weak_ptr<const RunHistory::Branch> compared_branch() const {
        return asked_for_ && comparison_.with == Comparison::With::branch ? comparison_.branch
                                                                          : decltype(comparison_.branch){};
    }
    // True if the first run has reached a time that the second run has not reached yet. Only the second run must
    // advance then.
    bool is_behind() const { return second_ && second_->run.is_behind(); }
    // Returns the error that has stopped the second run since the last call; empty if there was none.
    std::string take_error() { return second_ ? second_->run.source().frames().take_error() : ""; }

    // Starts the comparison from the present state of the run, which must be between two steps. Throws UsageError if
    // there is no device, and the exceptions of SecondRun. After an exception, no comparison is in progress.
    void begin(const LoadedScene& run, const SimulationParameters& parameters, const ComputeContext& compute);

    // All following functions require on() == true. advance() computes steps of both runs until the time of the frame
    // is used. The first run is at most one step ahead of the second run, unless the second run is a series.
    void advance(LoadedScene& run, const SimulationParameters& parameters, FrameTime frame);

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

    void reload(const Assets& assets) { second_->run.scene().reload(assets); }

    const SplitHistory& history() const { return history_; }
    const EnergyHistory& second_energies() const { return second_energies_; }
    const SecondRun& second() const { return second_->run; }

  private:
    struct Second {
        SecondRun run;
        std::optional<OffscreenTarget> target{};
        Annotations annotations{AnnotationSet{}};
        QualityController cost{};
        SimulationParameters latched{};  // parameters of the step that the first run is computing
        // computing times of recent steps of the first and of the second run, in seconds; older steps count less
        double first_seconds = 0, second_seconds = 0;
    };

    void note(LoadedScene& run);
    void draw_pane(LoadedScene& scene, Annotations& annotations, QualityController& cost, const Adaptation& adaptation,
                   const Area& pane, const Drawing& drawing);

    bool asked_for_ = false;
    Comparison comparison_;
    std::unique_ptr<Second> second_;
    SplitHistory history_;
    EnergyHistory second_energies_;
    SplitPanes panes_;
};

}  // namespace milkomeda
