#include "app/ui/ticks.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace milkomeda;

namespace {

std::vector<std::string> texts(double least, double most, bool logarithmic) {
    std::vector<std::string> result;
    for (const Tick& tick : ticks(least, most, logarithmic)) result.push_back(tick.text);
    return result;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("plot axes have ticks at round numbers") {
    CHECK(texts(0, 1, false) == Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"});
    CHECK(texts(37, 512, false) == Texts{"100", "200", "300", "400", "500"});
    CHECK(texts(0.003, 2.1, true) == Texts{"0.01", "0.1", "1"});
    CHECK(texts(1, 10, true) == Texts{"1", "2", "5", "10"});
    CHECK(texts(2e6, 9e6, true) == Texts{"2e6", "5e6"});
}

TEST_CASE("every plot axis has two to eight ticks, and each tick lies at the value of its label") {
    for (const bool logarithmic : {false, true})
        for (double least = 1.3e-7; least < 1e7; least *= 7.7)
            for (const double ratio : {1.02, 1.3, 2.0, 9.0, 55.0, 3e4, 1e12}) {
                const double most = least * ratio;
                const std::vector<Tick> found = ticks(least, most, logarithmic);
                CAPTURE(least);
                CAPTURE(most);
                CAPTURE(logarithmic);
                CHECK(found.size() >= 2);
                CHECK(found.size() <= 8);
                for (const Tick& tick : found) {
                    CHECK((tick.place > -1e-5 && tick.place < 1 + 1e-5));
                    const double place = logarithmic ? std::log(tick.value / least) / std::log(ratio)
                                                     : (tick.value - least) / (most - least);
                    CHECK(tick.place == doctest::Approx(place).epsilon(1e-9));
                    CHECK(std::stod(tick.text) == doctest::Approx(tick.value).epsilon(1e-5));
                }
            }
}
