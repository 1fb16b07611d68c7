// What the mouse does to particles of mixed sizes: it grabs large ones and throws them, adds and removes
// them, and turns gravity.
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

// One was added, or removed: it as it was then.
struct MixedEdit {
    bool adds;
    std::size_t row;
    LargeParticle particle;
};

class MixedTools {
  public:
    // Without another tool the mouse grabs; the one that is chosen again is put away.
    MixedTool tool() const { return tool_; }
    void choose(MixedTool tool) { tool_ = tool_ == tool ? MixedTool::grab : tool; }
    bool put_away() { return std::exchange(tool_, MixedTool::grab) != MixedTool::grab; }
    void forget();  // all that was about another run

    // Takes what is for a tool of what a person did; the rest is for others. Throws UsageError.
    Input take(const Input& input, const View& view, LiveBox& box);
    // The one under the pointer goes. Throws UsageError where there is none.
    void remove(LiveBox& box);
    // What was added or removed since the last call.
    std::optional<MixedEdit> take_edit() { return std::exchange(edit_, std::nullopt); }
    bool holds() const { return held_.has_value(); }

    double radius_to_add = 0.3;

  private:
    struct Held {
        std::size_t row;
        Vector3 from;  // the pointer's place to its middle, as deep as that was
        Vector3 depth;
    };

    std::optional<Held> held_;
    MixedTool tool_ = MixedTool::grab;
    std::optional<MixedEdit> edit_;
    std::optional<std::size_t> under_pointer_;
};

}  // namespace milkomeda
