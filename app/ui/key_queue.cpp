#include "app/ui/key_queue.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace milkomeda {
namespace {

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

bool holds(const std::vector<KeyChange>& changes, int key) {
    return std::ranges::find(changes, key, &KeyChange::key) != changes.end();
}

}  // namespace

std::vector<KeyChange> KeyQueue::take_frame() {
    std::vector<KeyChange> seen, later;
    bool modifier_waits = false, letter_seen = false;
    for (const KeyChange& change : std::exchange(waiting_, {})) {
        const bool modifies = is_modifier(change.key);
        const bool waits =
            modifier_waits || (modifies && letter_seen) || holds(seen, change.key) || holds(later, change.key);
        (waits ? later : seen).push_back(change);
        modifier_waits |= waits && modifies;
        letter_seen |= !waits && !modifies;
    }
    waiting_ = std::move(later);
    return seen;
}

}  // namespace milkomeda
