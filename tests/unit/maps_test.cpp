// Directions of a view, and blurring of images.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <numbers>

#include "data/base/stellar_light.hpp"
#include "data/base/units.hpp"
#include "data/files/binary_file.hpp"
#include "data/maps/body_kernels.hpp"
#include "data/maps/fits_image.hpp"
#include "data/maps/fourier_blur.hpp"
#include "data/maps/sky_map.hpp"
#include "data/particles/young_stars.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

TEST_CASE("an inclined galaxy recedes at its position angle, and its spin axis has the inclination to the observer") {
    constexpr double inclination = 0.8, position_angle = 0.5;
    const glm::dvec3 spin = glm::normalize(glm::dvec3{0.3, -0.7, 0.5});
    const GalaxyFrame frame{{1, 2, 3}, {0.1, 0.2, 0.3}, disk_axes(spin)};
    const SkyView view = view_of_galaxy(frame, inclination, position_angle);
    CHECK(glm::dot(spin, view.toward) == doctest::Approx(std::cos(inclination)));
    CHECK(glm::length(glm::cross(view.right, view.up) - view.toward) < 1e-14);
    // A body on the major axis, in rotation
    const glm::dvec3 node = frame.axes.x, velocity = frame.velocity + glm::cross(spin, node);
    const glm::dvec3 place = view.place(frame.center + node);
    CHECK(place.x == doctest::Approx(-std::sin(position_angle)));  // east is left
    CHECK(place.y == doctest::Approx(std::cos(position_angle)));
    CHECK(std::abs(place.z) < 1e-14);
    CHECK(view.receding(velocity) == doctest::Approx(std::sin(inclination)));
    const SkyView face_on = view_of_galaxy(frame, 0, 0);
    CHECK(std::abs(face_on.receding(velocity)) < 1e-14);
}

TEST_CASE("blurring keeps the sum of an image, and adds the variance of the Gaussian") {
    constexpr std::size_t columns = 61, rows = 41;
    std::vector<double> image(columns * rows, 0);
    image[20 * columns + 30] = 2;
    convolve(image, columns, 3, 1.5);
    double sum = 0, x_squares = 0, y_squares = 0;
    for (std::size_t i = 0; i < image.size(); ++i) {
        const double x = double(i % columns) - 30, y = double(i / columns) - 20;
        sum += image[i], x_squares += image[i] * x * x, y_squares += image[i] * y * y;
    }
    CHECK(sum == doctest::Approx(2).epsilon(1e-6));
    // Integration over pixels adds the variance 1/12 of a pixel.
    CHECK(x_squares / sum == doctest::Approx(9 + 1 / 12.0).epsilon(1e-4));
    CHECK(y_squares / sum == doctest::Approx(2.25 + 1 / 12.0).epsilon(1e-4));
}

TEST_CASE("young stars have the colors of their age, and a color in V of 0") {
    constexpr double tolerance = 1e-12;
    for (const double age : {100.0, 1000.0}) {
        const double u_color = age == 100 ? 0.54 : 1.61, z_color = age == 100 ? -0.10 : -0.53;
        const double v_light = young_star_light(age, Band::V);
        CHECK(v_light == doctest::Approx(young_star_v_light(age)).epsilon(tolerance));
        CHECK(young_star_light(age, Band::u) / v_light ==
              doctest::Approx(std::pow(10, -0.4 * u_color)).epsilon(tolerance));
        CHECK(young_star_light(age, Band::z) / v_light ==
              doctest::Approx(std::pow(10, -0.4 * z_color)).epsilon(tolerance));
    }
    // Halfway between the ages in the logarithm, the color is halfway, too.
    const double middle = std::sqrt(100 * 200.0);
    CHECK(young_star_light(middle, Band::u) / young_star_light(middle, Band::V) ==
          doctest::Approx(std::pow(10, -0.4 * (0.54 + 0.82) / 2)).epsilon(tolerance));
    CHECK(young_star_light(0, Band::g) == 0);
    CHECK(young_star_light(20'000, Band::g) / young_star_light(20'000, Band::V) ==
          doctest::Approx(std::pow(10, -0.4 * 0.47)).epsilon(tolerance));
}

TEST_CASE("the age of a young star is the time since its birth, and gas counts in no map of ages") {
    const std::vector<Component> components{{"gas", "a", 0, 2, 2, {}}, {"bulge", "a", 2, 1, 1, {}}};
    constexpr double birth = 3, time = 10;
    const std::vector<Float4> positions{{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}};
    const std::vector<Float4> velocities{{0, 0, 0, 0.1f}, {0, 0, 0, number_of_birth(birth)}, {}};
    const std::vector<std::uint8_t> counted(3, 1);
    MapRequest request;
    request.quantity = MapQuantity::age;
    const MapRows rows = map_rows(request, {positions, velocities, components}, counted, time);
    CHECK(rows.weights == std::vector<double>{0, 1, 1});
    // Births are stored in single precision.
    CHECK(rows.ages[1] == doctest::Approx((time - birth) * myr_per_time).epsilon(1e-3));
    CHECK(rows.ages[2] == 10'000);
    const SkyMap map = sky_map(request, {positions, velocities, components}, rows, {}, {.columns = 1, .rows = 1});
    CHECK(map.values[0] == doctest::Approx((rows.ages[1] + rows.ages[2]) / 2));
}

TEST_CASE("a convolution by Fourier transforms equals the sum over all pairs of pixels") {
    constexpr std::size_t columns = 13, rows = 7;
    const auto kernel = [](std::size_t x, std::size_t y) { return 1 / (1.0 + double(x * x) + 0.5 * double(y)); };
    std::vector<double> first(columns * rows), second(columns * rows);
    for (std::size_t i = 0; i < first.size(); ++i) first[i] = double(i * 7 % 11), second[i] = double(i * 5 % 13) - 6;
    const std::vector<double> sharp[]{first, second};
    FourierBlur{columns, rows, kernel}.apply(first, second);
    const auto apart = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
    for (std::size_t i = 0; i < first.size(); ++i) {
        double sums[2]{};
        for (std::size_t j = 0; j < first.size(); ++j)
            for (std::size_t k = 0; k < 2; ++k)
                sums[k] += sharp[k][j] * kernel(apart(i % columns, j % columns), apart(i / columns, j / columns));
        CHECK(first[i] == doctest::Approx(sums[0]).epsilon(1e-12));
        CHECK(std::abs(second[i] - sums[1]) < 1e-11);
    }
}

TEST_CASE(
    "the shares of a body in an image have the sum 1, also if it is narrow, and only its part in the image counts") {
    const auto sum = [](const glm::dvec2& place, double sigma) {
        double total = 0;
        spread_body(place, {sigma, 2 * sigma}, 20, 20, [&](std::size_t column, std::size_t row, double share) {
            CHECK(column < 20);
            CHECK(row < 20);
            total += share;
        });
        return total;
    };
    CHECK(sum({10, 10}, 1) == doctest::Approx(1).epsilon(1e-12));
    CHECK(sum({10.3, 10.9}, 0) == doctest::Approx(1).epsilon(1e-12));
    CHECK(sum({0, 10}, 1) == doctest::Approx(0.5).epsilon(1e-12));
    CHECK(sum({-30, 10}, 1) == 0);
    CHECK(sum({1e12, 10}, 1) == 0);
}

namespace {

// A FITS header with these cards, or data, padded to blocks of 2880 bytes.
std::string fits_block(std::string content, char padding) {
    content.resize((content.size() + 2879) / 2880 * 2880, padding);
    return content;
}
std::string fits_header(const std::vector<std::string>& cards) {
    std::string header;
    for (std::string card : cards) {
        card.resize(80, ' ');
        header += card;
    }
    return fits_block(header + "END", ' ');
}
// The cards of an image of 3 x 2 pixels.
std::vector<std::string> cards_of_image(int bits) {
    return {"SIMPLE  = T",    "BITPIX  = " + std::to_string(bits), "NAXIS   = 2", "NAXIS1  = 3", "NAXIS2  = 2",
            "BUNIT   = 'nJy'"};
}
template <typename Number>
std::string big_endian(const std::vector<Number>& numbers) {
    std::string bytes;
    for (const Number number : numbers) {
        const Number turned = std::endian::native == std::endian::little ? in_other_byte_order(number) : number;
        bytes.append(reinterpret_cast<const char*>(&turned), sizeof turned);
    }
    return fits_block(bytes, '\0');
}

struct FitsFolder {
    TemporaryFolder folder;
    std::filesystem::path write(const std::string& content) const { return folder.put("image.fits", content); }
    std::string error_of(const std::string& content) const {
        try {
            read_fits_image(write(content));
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    }
};

}  // namespace

TEST_CASE("FITS images of all number types are read, with unit, blank pixels and the edge of a pixel") {
    const FitsFolder files;
    const auto check = [&](const std::string& data, int bits) {
        CAPTURE(bits);
        std::vector<std::string> cards = cards_of_image(bits);
        if (bits > 0) cards.emplace_back("BLANK   = 7");
        for (const char* card :
             {"CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CDELT1  = -0.0001", "CDELT2  = 0.0004"})
            cards.emplace_back(card);
        const FitsPicture picture = read_fits_image(files.write(fits_header(cards) + data));
        CHECK(picture.columns == 3);
        CHECK(picture.rows == 2);
        CHECK(picture.unit == "nJy");
        REQUIRE(picture.pixel);
        CHECK(*picture.pixel == doctest::Approx(0.72).epsilon(1e-12));  // sqrt(0.0001 * 0.0004) degrees
        for (const std::size_t i : {0u, 1u, 2u, 4u, 5u}) CHECK(picture.numbers[i] == double(i) + 1);
        CHECK(std::isnan(picture.numbers[3]));
    };
    check(big_endian<std::uint8_t>({1, 2, 3, 7, 5, 6}), 8);
    check(big_endian<std::int16_t>({1, 2, 3, 7, 5, 6}), 16);
    check(big_endian<std::int32_t>({1, 2, 3, 7, 5, 6}), 32);
    check(big_endian<std::int64_t>({1, 2, 3, 7, 5, 6}), 64);
    check(big_endian<float>({1, 2, 3, NAN, 5, 6}), -32);
    check(big_endian<double>({1, 2, 3, NAN, 5, 6}), -64);
}

TEST_CASE("the first image may lie behind an empty one, and a rotated matrix gives the edge of its pixels") {
    const FitsFolder files;
    const std::string empty = fits_header({"SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0", "EXTEND  = T"});
    std::vector<std::string> cards = cards_of_image(-64);
    cards.front() = "XTENSION= 'IMAGE   '";
    for (const char* card : {"PCOUNT  = 0", "GCOUNT  = 1", "CTYPE1  = 'GLON-TAN'", "CD1_1   = 0.0003",
                             "CD1_2   = 0.0004", "CD2_1   = -0.0004", "CD2_2   = 0.0003"})
        cards.emplace_back(card);
    const std::string data = big_endian<double>({1, 2, 3, 4, 5, 6});
    const FitsPicture picture = read_fits_image(files.write(empty + fits_header(cards) + data));
    CHECK(*picture.pixel == doctest::Approx(1.8).epsilon(1e-12));  // 0.0005 degrees
    CHECK(picture.numbers[5] == 6);
    const std::string plain = fits_header(cards_of_image(-64)) + data;
    CHECK(!read_fits_image(files.write(plain)).pixel);
    CHECK(read_fits_image(files.folder.put("image.fits.gz", gzipped(plain))).numbers[5] == 6);
}

TEST_CASE("FITS files without a readable image give one line that says why") {
    const FitsFolder files;
    const std::string data = big_endian<double>({1, 2, 3, 4, 5, 6});
    const auto error_of_card = [&](std::size_t place, const std::string& card) {
        std::vector<std::string> cards = cards_of_image(-64);
        cards[place] = card;
        return files.error_of(fits_header(cards) + data);
    };
    const std::string truncated = files.error_of(fits_header(cards_of_image(-64)) + data.substr(0, 20));
    CHECK(truncated.find("image.fits: cannot be read as a FITS image") != std::string::npos);
    const std::string empty = files.error_of(fits_header({"SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0"}));
    CHECK(empty.find("the file contains no image") != std::string::npos);
    const std::string huge = error_of_card(3, "NAXIS1  = 4000000000000000000");
    CHECK(huge.find("4000000000000000000 x 2 pixels") != std::string::npos);
    const std::string wide = error_of_card(3, "NAXIS1  = 4000");
    CHECK(wide.find("more than fit into the file") != std::string::npos);
    const std::string line = error_of_card(2, "NAXIS   = 1");
    CHECK(line.find("the first image has the size 3; it must have two axes") != std::string::npos);
    const std::string text = files.error_of("a text");
    CHECK(text.find("image.fits: cannot be read as a FITS image") != std::string::npos);
    for (const std::string& error : {truncated, empty, huge, wide, line, text})
        CHECK(error.find('\n') == std::string::npos);
    CHECK_THROWS_AS(read_fits_image(files.folder / "missing.fits"), FileError);
}
