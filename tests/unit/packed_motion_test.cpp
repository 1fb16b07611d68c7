#include "data/page/packed_motion.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "data/page/packed_bytes.hpp"
#include "data/text/base64.hpp"

using namespace milkomeda;

namespace {

std::string inflated(const std::string& packed, std::size_t size) {
    std::string bytes(size, '\0');
    uLongf length = static_cast<uLongf>(size);
    REQUIRE(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
                       static_cast<uLong>(packed.size())) == Z_OK);
    REQUIRE(length == size);
    return bytes;
}

// Reads packed positions as assets/page/motion.js does.
struct UnpackedMotion {
    const std::string& bytes;
    std::size_t at = 0;

    std::int32_t number(int count, bool has_sign) {
        std::uint32_t value = 0;
        for (int i = 0; i < count; ++i) value |= std::uint32_t{static_cast<std::uint8_t>(bytes[at++])} << (8 * i);
        return has_sign && count == 2 ? static_cast<std::int16_t>(value) : static_cast<std::int32_t>(value);
    }
    std::int32_t residual() {
        std::int32_t value = number(1, false);
        if (value == 255) value = number(3, false);
        return value >> 1 ^ -(value & 1);
    }
    // Returns the numbers of all bodies: three for each body, moment after moment. Sets the multiple of each body.
    std::vector<std::int32_t> numbers(const std::vector<std::uint16_t>& galaxy_of, std::size_t galaxies,
                                      std::size_t moments, std::vector<int>& multiples) {
        const std::size_t bodies = galaxy_of.size();
        std::vector<std::int32_t> centers(3 * galaxies * moments), result(3 * bodies * moments);
        for (std::int32_t& center : centers) center = number(2, true);
        std::vector<std::size_t> order(bodies);
        for (std::size_t& body : order) body = static_cast<std::size_t>(number(4, false));
        multiples.assign(bodies, 0);
        for (const std::size_t body : order) {
            multiples[body] = number(1, false);
            std::array<std::int32_t, MotionPacker::order> coefficients{};
            for (std::int32_t& coefficient : coefficients) coefficient = number(2, true);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                std::vector<std::int32_t> x;
                for (std::size_t n = 0; n < moments; ++n) {
                    double sum = MotionPacker::coefficient_scale / 2;
                    for (std::size_t i = 0; n >= coefficients.size() && i < coefficients.size(); ++i)
                        sum += double{static_cast<double>(coefficients[i])} * x[n - 1 - i];
                    const double fitted = std::floor(sum / MotionPacker::coefficient_scale);
                    const double predicted = n >= coefficients.size() ? std::clamp(fitted, -131068.0, 131068.0)
                                             : n > 0                  ? x[n - 1]
                                                                      : 0;
                    x.push_back(static_cast<std::int32_t>(predicted) + residual());
                    result[3 * (n * bodies + body) + axis] =
                        multiples[body] * x[n] + centers[3 * (n * galaxies + galaxy_of[body]) + axis];
                }
            }
        }
        return result;
    }
};

// Bodies on circles of different radii and speeds around two moving centers, and one body that flies away.
struct Orbits {
    static constexpr std::size_t bodies = 200, moments = 60;
    static std::array<glm::vec3, 2> centers(std::size_t moment) {
        const float x = 0.05f * static_cast<float>(moment);
        return {glm::vec3{x, -2, 1}, glm::vec3{3 - x, 2, 0}};
    }
    static std::vector<Float4> positions(std::size_t moment) {
        std::vector<Float4> rows;
        for (std::size_t body = 0; body < bodies; ++body) {
            const auto number = static_cast<float>(body), time = static_cast<float>(moment);
            const float radius = 0.02f * number, angle = number + time * 0.3f / (0.1f + radius);
            const glm::vec3 center = centers(moment)[body % 2];
            rows.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle), center.z, 1});
        }
        rows.back().x = 10.0f * static_cast<float>(moment * moment);
        return rows;
    }
};

}  // namespace

TEST_CASE("unpacked positions differ from the positions by at most half of the body's multiple of steps") {
    const PositionGrid grid{{0.5, 0, -1}, 0.01};
    std::vector<std::uint16_t> galaxy_of;
    for (std::size_t body = 0; body < Orbits::bodies; ++body) galaxy_of.push_back(body % 2);
    MotionPacker packer{grid, galaxy_of};
    for (std::size_t moment = 0; moment < Orbits::moments; ++moment)
        packer.add(Orbits::positions(moment), Orbits::centers(moment));
    const std::string packed = packer.packed();
    std::vector<int> multiples;
    UnpackedMotion reader{packed};
    const std::vector<std::int32_t> numbers = reader.numbers(galaxy_of, 2, Orbits::moments, multiples);
    CHECK(reader.at == packed.size());

    double most = 0;
    for (std::size_t moment = 0; moment < Orbits::moments; ++moment) {
        const std::vector<Float4> rows = Orbits::positions(moment);
        for (std::size_t body = 0; body + 1 < Orbits::bodies; ++body)
            for (int axis = 0; axis < 3; ++axis) {
                const auto at = 3 * (moment * Orbits::bodies + body) + static_cast<std::size_t>(axis);
                const double x = grid.origin[axis] + grid.step * numbers[at];
                // The positions are rounded to a step, and then to the multiple, together at most half a step more.
                most = std::max(most, std::abs(x - vector_of(rows[body])[axis]) / (grid.step * (multiples[body] + 1)));
            }
    }
    CHECK(most <= 0.5 + 1e-3);  // positions are floats, with a rounding error of 1e-6 or 1e-4 steps
    CHECK(most > 0.4);
    // The escaper stops at the edge of the grid.
    CHECK(numbers[3 * (Orbits::moments * Orbits::bodies - 1)] == doctest::Approx(32767).epsilon(0.01));

    CHECK(deflated(packed).size() < 0.6 * 2 * static_cast<double>(numbers.size()));  // 2 bytes a number before packing
}

TEST_CASE("only bodies whose motion is too fast for the moments are rounded to several steps") {
    MotionPacker packer{{{}, 0.001}, {0, 0}};
    for (int moment = 0; moment < 100; ++moment) {
        const auto time = static_cast<float>(moment);
        packer.add(std::vector<Float4>{{std::cos(0.1f * time), 0, 0, 1}, {std::cos(2.5f * time), 0, 0, 1}},
                   std::vector<glm::vec3>{{0, 0, 0}});
    }
    CHECK(packer.multiple(0) == 1);
    CHECK(packer.multiple(1) > 50);
}

TEST_CASE("packed attributes are the differences of successive moments, channel after channel") {
    const std::vector<std::string> moments{{10, 1, 20, 2}, {12, 1, 19, 2}};  // two channels of two bodies
    CHECK(packed_attributes(moments, 2) == std::string{10, 2, 20, -1, 1, 0, 2, 0});
}

TEST_CASE("deflated bytes inflate to the same bytes, whether they repeat or are random") {
    std::mt19937 random{1};
    std::string noise;
    for (int i = 0; i < 20000; ++i) noise += static_cast<char>(random() % 7);
    for (const std::string& bytes : {std::string(5000, 'a'), noise, std::string{}}) {
        const std::string packed = deflated(bytes);
        CHECK(inflated(packed, bytes.size()) == bytes);
    }
    CHECK(deflated(noise).size() < 7800);  // entropy: log2(7) / 8 of 20,000 bytes are 7018 bytes
    CHECK(deflated(std::string(5000, 'a')).size() < 50);
}

TEST_CASE("base64 agrees with the test vectors of RFC 4648") {
    const char* const vectors[][2] = {{"", ""},
                                      {"f", "Zg=="},
                                      {"fo", "Zm8="},
                                      {"foo", "Zm9v"},
                                      {"foob", "Zm9vYg=="},
                                      {"fooba", "Zm9vYmE="},
                                      {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : vectors) CHECK(base64(bytes) == text);
    CHECK(base64("\xff\xfe") == "//4=");
}
