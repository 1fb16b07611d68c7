#include "app/scene/body_counter.hpp"

#include <algorithm>

#include "data/base/parallel.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {

void BodyCounter::follow(LoadedScene& loaded) {
    constexpr double seconds_between_reads = 0.5;
    const std::shared_ptr<const SceneSetup> setup = loaded.held_initial();
    if (setup_.lock() != setup) *this = {};
    setup_ = setup;
    const std::vector<Component>& components = setup->particles.components;
    if (is_ready(rows_)) count(components, rows_.get());
    const State now{loaded.moment().time, loaded.moment().row_changes};
    is_due_ = asked_ != now && gas_count(components) > 0;
    if (!is_due_ || rows_.valid() || Clock::now() < next_) return;
    std::vector<RowRange> gas;
    for (const Component& component : components)
        if (is_gas(component)) gas.push_back({component.first, component.count});
    rows_ = loaded.rows().present_rows(gas);
    asked_ = now;
    next_ = time_in(seconds_between_reads);
}

void BodyCounter::count(const std::vector<Component>& components, const ParticleRows& rows_of_gas) {
    counts_.clear();
    auto next = rows_of_gas.velocities.begin();
    for (const Component& component : components) {
        Count count{component.count, 0};
        if (is_gas(component)) {
            const auto end = next + static_cast<std::ptrdiff_t>(component.count);
            count.young_stars = static_cast<std::size_t>(
                std::count_if(next, end, [](const glm::vec4& velocity) { return is_young_star(velocity); }));
            count.others -= count.young_stars;
            next = end;
        }
        counts_.push_back(count);
    }
}

std::optional<std::size_t> BodyCounter::bodies(const LoadedScene& loaded, const ShownPart& part) const {
    if (counts_.empty() || setup_.lock() != loaded.held_initial()) return {};
    std::size_t bodies = 0;
    for (const auto& [component, belongs] : part.rows) {
        if (belongs.others) bodies += counts_[component].others;
        if (belongs.young_stars) bodies += counts_[component].young_stars;
    }
    return bodies;
}

}  // namespace milkomeda
