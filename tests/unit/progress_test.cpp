#include "app/io/progress.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

TEST_CASE("a progress value beyond the total ends the progress line without an endless loop") {
    Progress progress{"going", "steps", 1};
    progress.update(1e18);
    progress.update(0.5);
}
