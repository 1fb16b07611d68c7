// Direction of time of a step.
#pragma once

namespace milkomeda {

enum class Direction { forward, backward };

constexpr int sign_of(Direction direction) { return direction == Direction::forward ? 1 : -1; }

}  // namespace milkomeda
