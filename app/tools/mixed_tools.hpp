// Mouse tools for the large particles of the mixed box: they drag and throw large particles, add and remove
// them, and turn gravity.
#pragma once

#include <optional>
#include <utility>

#include "app/playback/live_box.hpp"
#include "app/ui/input.hpp"
#include "render/camera/projection.hpp"

namespace milkomeda {

enum class MixedTool { grab, add, gravity };
template <>
inline constexpr std::array<std::string_view, 3> names<MixedTool>{"grab", "add", "gravity"};

// A large particle was added, or removed: its row, and its state at that moment.
struct MixedEdit {
    bool adds;
    std::size_t row;
    LargeParticle particle;
};

class MixedTools {
  public:
    // The default tool is grab; choosing the current tool again returns to it.
    MixedTool tool() const { return tool_; }
    void choose(MixedTool tool) { tool_ = tool_ == tool ? MixedTool::grab : tool; }
    bool put_away() { return std::exchange(tool_, MixedTool::grab) != MixedTool::grab; }
    void forget();  // Forgets everything about the current run, because another run begins.

    // Uses the input that is for the tool, and returns the input without it. Throws UsageError.
    Input take(const Input& input, const View& view, LiveBox& box);
    // Removes the large particle that is held or under the pointer. Throws UsageError without such a
    // particle.
    void remove(LiveBox& box);
    // Returns the particle that was added or removed since the last call, if any.
    std::optional<MixedEdit> take_edit() { return std::exchange(edit_, std::nullopt); }
    bool holds() const { return held_.has_value(); }

    double radius_to_add = 0.3;

  private:
    struct Held {
        std::size_t row;
        Vector3 from;  // vector from the pointer to the particle's center, at the particle's depth
        Vector3 depth;
    };

    std::optional<Held> held_;
    MixedTool tool_ = MixedTool::grab;
    std::optional<MixedEdit> edit_;
    std::optional<std::size_t> under_pointer_;
};

}  // namespace milkomeda
