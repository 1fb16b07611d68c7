// Which way time runs.
#pragma once

namespace milkomeda {

enum class Direction { forwards, backwards };

constexpr int sign_of(Direction direction) {
    return direction == Direction::forwards ? 1 : -1;
}

}  // namespace milkomeda
