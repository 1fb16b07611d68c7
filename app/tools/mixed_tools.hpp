// Mouse tools that drag, throw, add and remove large particles of the mixed box, and change the direction of gravity.
#pragma once

#include <optional>
#include <utility>

#include "app/playback/mixed_run.hpp"
#include "app/ui/input.hpp"
#include "render/camera/projection.hpp"

namespace milkomeda {

enum class MixedTool { grab, add, gravity };
template <>
inline constexpr std::array<std::string_view, 3> names<MixedTool>{"grab", "add", "gravity"};

// Addition or removal of a large particle: its row, and its state when the user added or removed the particle.
struct MixedEdit {
    bool adds;
    std::size_t row;
    LargeParticle particle;
};

class MixedTools {
  public:
    // Mouse tool in use; grab by default. Choosing the tool in use selects grab.
    MixedTool tool() const { return tool_; }
    void choose(MixedTool tool) { tool_ = tool_ == tool ? MixedTool::grab : tool; }
    bool put_away() { return std::exchange(tool_, MixedTool::grab) != MixedTool::grab; }
    void forget();  // forgets all state of the present run; must be called when another run begins

    // Handles the input for the tool in use, and returns the input that the tool has not used. Throws UsageError if the
    // tool cannot do what the user requests.
    Input take(const Input& input, const View& view, LiveBox& box);
    // Removes the large particle that the user holds, or else the large particle under the pointer. Throws UsageError
    // if there is no such particle.
    void remove(LiveBox& box);
    // Returns the addition or removal since the last call; empty if there was none.
    std::optional<MixedEdit> take_edit() { return std::exchange(edit_, std::nullopt); }
    bool holds() const { return held_.has_value(); }

    double radius_to_add = 0.3;

  private:
    struct Held {
        std::size_t row;
        // vector, parallel to the picture, from the pointer to the center of the held particle
        glm::dvec3 from{0};
        glm::dvec3 depth{0};
    };

    std::optional<Held> held_;
    MixedTool tool_ = MixedTool::grab;
    std::optional<MixedEdit> edit_;
    std::optional<std::size_t> under_pointer_;
};

}  // namespace milkomeda
