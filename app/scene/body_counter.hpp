// Counts the bodies of each part (shown_parts.hpp) of a run in which gas becomes stars.
#pragma once

#include <cstddef>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "app/scene/shown_parts.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

class BodyCounter {
  public:
    // Counts the bodies of the shown moment if they may differ from the bodies counted last. Must be called once per
    // frame while the counts are visible. The rows of gas are read back without waiting, at most twice a second.
    void follow(LoadedScene& loaded);
    // True if the last call of follow() has left bodies uncounted.
    bool is_busy() const { return rows_.valid() || is_due_; }
    // Returns the number of bodies in a part of the run `loaded`; empty before the first count of this run.
    std::optional<std::size_t> bodies(const LoadedScene& loaded, const ShownPart& part) const;

  private:
    struct Count {
        std::size_t others = 0, young_stars = 0;
    };
    // The moment whose bodies are counted. A difference requires a new count.
    struct State {
        double time = 0;
        long row_changes = 0;  // Moment::row_changes
        bool operator==(const State&) const = default;
    };
    void count(const std::vector<Component>& components, const ParticleRows& rows_of_gas);

    std::weak_ptr<const SceneSetup> setup_;  // setup of the run whose bodies are counted
    std::optional<State> asked_;             // state at the newest request for rows
    std::future<ParticleRows> rows_;         // rows of all components of gas
    bool is_due_ = false;                    // true while the state differs from asked_
    Clock::time_point next_{};               // earliest time of the next request
    std::vector<Count> counts_;              // one count per component; empty before the first count
};

}  // namespace milkomeda
