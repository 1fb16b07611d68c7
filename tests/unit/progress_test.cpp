#include "app/io/progress.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

TEST_CASE("a progress that is told of more than all ends its update") {
    Progress progress{"going", "steps", 1};
    progress.update(1e18);
    progress.update(0.5);
}
