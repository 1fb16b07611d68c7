#include "data/text/error_message.hpp"

#include <doctest/doctest.h>

#include <new>
#include <stdexcept>

using namespace milkomeda;

TEST_CASE("message_of() returns the text of an exception, and explains a failed allocation in plain words") {
    CHECK(message_of(std::runtime_error("x.hdf5: cannot be written")) == "x.hdf5: cannot be written");
    CHECK(message_of(std::bad_alloc{}) == "this machine's memory is too small for this operation");
}
