#include "app/tools/mixed_tools.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/cli/usage_error.hpp"

namespace milkomeda {
namespace {

// Returns the row of the large particle under the pointer; of several particles, the row of the particle nearest to the
// camera; empty without a particle.
std::optional<std::size_t> seen_at(const View& view, const glm::vec2& pointer, std::span<const LargeParticle> rows) {
    std::optional<std::size_t> found;
    float nearest = HUGE_VALF;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].is_used()) continue;
        const std::optional<glm::dvec3> place = world_at(view, pointer, rows[i].position);
        if (!place || glm::distance(*place, rows[i].position) > rows[i].radius) continue;
        const glm::vec4 seen = view.view_from_world * glm::vec4{rows[i].position, 1};
        if (-seen.z >= nearest) continue;
        nearest = -seen.z;
        found = i;
    }
    return found;
}

}  // namespace

void MixedTools::forget() {
    held_.reset();
    under_pointer_.reset();
    edit_.reset();
}

Input MixedTools::take(const Input& input, const View& view, LiveBox& box) {
    MixedSimulation& simulation = box.simulation();
    const std::span<const LargeParticle> rows = simulation.large().rows();
    const glm::dvec3 middle = 0.5 * (box.box().least + box.box().most);
    under_pointer_ = seen_at(view, input.pointer, rows);

    if (tool_ == MixedTool::gravity)
        if (const std::optional<glm::dvec3> place = world_at(view, input.pointer, middle))
            if (const glm::dvec3 direction = *place - middle; glm::length(direction) > 0)
                simulation.gravity() = glm::length(simulation.gravity()) / glm::length(direction) * direction;

    bool takes_drag = held_.has_value();
    if (input.left_pressed && tool_ == MixedTool::add) {
        const auto place = world_at(view, *input.left_pressed, middle);
        if (!place) throw UsageError("nothing can be placed in a map of the sky: press o to change the projection");
        const std::optional<std::size_t> row = box.add(*place, radius_to_add);
        if (!row)
            throw UsageError(
                fmt::format("the box is full with {} large particles: press Delete to remove the particle "
                            "under the pointer",
                            box.box().most_large));
        edit_ = MixedEdit{true, *row, rows[*row]};
        takes_drag = true;
    } else if (input.left_pressed && tool_ == MixedTool::grab) {
        if (const auto row = seen_at(view, *input.left_pressed, rows)) {
            const glm::dvec3 depth = rows[*row].position;
            if (const std::optional<glm::dvec3> place = world_at(view, *input.left_pressed, depth))
                held_ = Held{*row, depth - *place, depth};
            takes_drag = true;
        }
    }
    if (held_ && !input.left_held) held_.reset();  // the released particle keeps its velocity
    simulation.hand().reset();
    if (held_)
        if (const std::optional<glm::dvec3> place = world_at(view, input.pointer, held_->depth))
            simulation.hand() = MixedHand{held_->row, *place + held_->from};
    return takes_drag ? input.without_left_drag() : input;
}

void MixedTools::remove(LiveBox& box) {
    const std::optional<std::size_t> row = held_ ? std::optional{held_->row} : under_pointer_;
    if (!row)
        throw UsageError("no large particle is under the pointer: point at a large particle before you press Delete");
    box.simulation().hand().reset();
    forget();
    edit_ = MixedEdit{false, *row, box.simulation().large().rows()[*row]};
    box.remove(*row);
}

}  // namespace milkomeda
