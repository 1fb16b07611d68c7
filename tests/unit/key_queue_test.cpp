// Panels read the keyboard once per frame. The key queue makes sure that no key press between two frames is lost.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <doctest/doctest.h>

#include <string>

#include "app/ui/key_queue.hpp"

using namespace milkomeda;

namespace {

// Adds key changes to the queue and returns the key changes that the next frame reads. In the argument and in the
// result, "+A" presses A and "-A" releases A. C is Control, and E is Enter.
std::string frame(KeyQueue& queue, const std::string& changes = "") {
    const auto key_of = [](char letter) {
        return letter == 'C' ? GLFW_KEY_LEFT_CONTROL : letter == 'E' ? GLFW_KEY_ENTER : int{letter};
    };
    for (std::size_t i = 0; i + 1 < changes.size(); i += 2)
        queue.add({key_of(changes[i + 1]), 0, changes[i] == '+' ? GLFW_PRESS : GLFW_RELEASE, 0});
    std::string seen;
    for (const KeyChange& change : queue.take_frame()) {
        seen += change.action == GLFW_PRESS ? '+' : '-';
        seen += change.key == GLFW_KEY_LEFT_CONTROL ? 'C'
                : change.key == GLFW_KEY_ENTER      ? 'E'
                                                    : static_cast<char>(change.key);
    }
    return seen;
}

}  // namespace

TEST_CASE("a key pressed and released between two frames is down in one frame and up in the next frame") {
    KeyQueue queue;
    CHECK(frame(queue, "+E-E") == "+E");
    CHECK(frame(queue) == "-E");
    CHECK(frame(queue).empty());
}

TEST_CASE("a key pressed twice between two frames is reported twice") {
    KeyQueue queue;
    CHECK(frame(queue, "+E-E+E-E") == "+E");
    CHECK(frame(queue) == "-E");
    CHECK(frame(queue) == "+E");
    CHECK(frame(queue) == "-E");
}

TEST_CASE("the press of one key does not wait for the release of another key") {
    KeyQueue queue;
    CHECK(frame(queue, "+A-A+B-B+E") == "+A+B+E");
    CHECK(frame(queue, "-E") == "-A-B-E");
}

TEST_CASE("a key press is reported together with the modifier keys that were held") {
    KeyQueue queue;
    CHECK(frame(queue, "+C+A-A-C") == "+C+A");
    CHECK(frame(queue) == "-A");
    CHECK(frame(queue) == "-C");
    CHECK(frame(queue, "+C-C+A") == "+C");
    CHECK(frame(queue) == "-C+A");
}
