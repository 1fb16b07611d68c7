// Pictures of pairs of galaxies, and the score of a model against a picture.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "app/io/gray_file.hpp"
#include "data/files/small_file.hpp"
#include "data/maps/fits_image.hpp"
#include "data/match/match_score.hpp"
#include "data/match/picture_marks.hpp"
#include "data/system/file_error.hpp"
#include "render/gl/image.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

constexpr const char* usual_pair =
    "primaryName=A\nprimaryA=60\nprimaryB=30\nprimaryAngle=20\nprimaryMassMin=1e11\nprimaryMassMax=2e11\n"
    "primaryX=1\nprimaryY=2\nprimaryDistance=100\nprimaryVelocity=7000\n"
    "secondaryName=B\nsecondaryA=20\nsecondaryB=40\nsecondaryAngle=-70\nsecondaryMassMin=5e10\nsecondaryMassMax=1e11\n"
    "secondaryX=3\nsecondaryY=4\nsecondaryVelocity=6900\n"
    "imageWidth=512\nimageHeight=512\nusePixelCoords=true\nrxMpc=0.03\nryMpc=-0.015\n# simulation units\n"
    "useRanges=true\nrzMin=-5\nrzMax=5\nvxMin=-2\nvxMax=2\nvyMin=-3\nvyMax=3\nvzMin=-4\nvzMax=4\n"
    "r1Min=0.5\nr1Max=1.5\nr2Min=0.25\nr2Max=0.75\nmyKey=kept\n";
constexpr const char* usual_meta = "scale=0.5\nwidth=512\nheight=512\npx=200\npy=300\nsx=350\nsy=260\nname=x\n";

// Replaces the first occurrence of a text.
std::string with(std::string text, const std::string& old_text, const std::string& new_text) {
    return text.replace(text.find(old_text), old_text.size(), new_text);
}

std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "no error";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

// Pixels per model length of the test pictures.
constexpr double pixels_per_unit = 80;

ObservedPair drawn_pair(double edge = 512) {
    ObservedPair pair;
    pair.galaxies[0].nucleus = {0.4 * edge, 0.5 * edge}, pair.galaxies[1].nucleus = {0.65 * edge, 0.45 * edge};
    for (ObservedGalaxy& galaxy : pair.galaxies) galaxy.semi_major = 50, galaxy.semi_minor = 40;
    pair.size = {edge, edge};
    const glm::dvec2 pixels = pair.galaxies[1].nucleus - pair.galaxies[0].nucleus;
    pair.separation = glm::dvec2{pixels.x, -pixels.y} / pixels_per_unit;
    return pair;
}

// Two exponential disks and a tail, a ring segment about the first nucleus.
GrayPicture drawn_picture(const ObservedPair& pair, bool has_tail = true) {
    const auto columns = static_cast<std::size_t>(pair.size.x), rows = static_cast<std::size_t>(pair.size.y);
    GrayPicture picture{columns, rows, std::vector<float>(columns * rows)};
    for (std::size_t i = 0; i < picture.values.size(); ++i) {
        const glm::dvec2 pixel{double(i % columns) + 0.5, double(i / columns) + 0.5};
        const double first = glm::length(pixel - pair.galaxies[0].nucleus);
        const double second = glm::length(pixel - pair.galaxies[1].nucleus);
        const double across = (first - 130) / 8;
        const bool is_tail = has_tail && pixel.y < pair.galaxies[0].nucleus.y && pixel.x < pair.galaxies[0].nucleus.x;
        const double tail = is_tail ? 0.3 * std::exp(-0.5 * across * across) : 0;
        picture.values[i] = static_cast<float>(0.9 * std::exp(-first / 15) + 0.8 * std::exp(-second / 10) + tail);
    }
    return picture;
}

struct DrawnModel {
    std::array<std::vector<float>, 8> numbers;  // x and y of both disks at present, and undisturbed

    ModelParticles particles() const {
        const auto disk = [this](std::size_t i) { return DiskPositions{numbers[i], numbers[i + 1]}; };
        return {{disk(0), disk(2)}, {disk(4), disk(6)}};
    }
};

// Particles of exponential disks of the picture's size, and of its tail, turned by `tail_turn` about the first nucleus.
DrawnModel drawn_model(const ObservedPair& pair, double tail_turn = 0, bool has_tail = true) {
    DrawnModel model;
    constexpr std::size_t count = 500, tail_count = 150;
    constexpr double golden_angle = 2.399963229728653;
    for (std::size_t disk = 0; disk < 4; ++disk)
        for (std::size_t i = 0; i < count; ++i) {
            const double scale = disk % 2 == 0 ? 15 : 10;
            double radius = -scale / pixels_per_unit * std::log(1 - (double(i) + 0.5) / count),
                   angle = golden_angle * double(i);
            const bool is_tail = has_tail && disk == 0 && i % 3 == 0 && i < 3 * tail_count;
            if (is_tail) {
                const double share = (double(i / 3) + 0.5) / tail_count;
                radius = (130 + 8 * std::sin(40 * share)) / pixels_per_unit;
                angle = std::numbers::pi / 2 * (1 + share) + tail_turn;
            }
            const glm::dvec2 center = disk % 2 == 0 ? glm::dvec2{0} : pair.separation;
            model.numbers[2 * disk].push_back(float(center.x + radius * std::cos(angle)));
            model.numbers[2 * disk + 1].push_back(float(center.y + radius * std::sin(angle)));
        }
    return model;
}

MatchTerms terms_of(const MatchTarget& target, const DrawnModel& model) {
    MatchScorer scorer{target};
    return scorer.terms(model.particles());
}

}  // namespace

TEST_CASE("a pair file gives nuclei, separation and ranges in model units") {
    const TemporaryFolder folder;
    const auto file = folder.put("a.pair", usual_pair);
    folder.put("a.meta", usual_meta);
    const ObservedPair pair = read_pair(file).observed();
    CHECK(pair.galaxies[0].nucleus == glm::dvec2{200, 300});  // .meta has priority
    CHECK(pair.galaxies[1].semi_major == 40);                 // the larger axis
    CHECK(pair.galaxies[1].semi_minor == 20);
    CHECK(pair.galaxies[0].mass.least == doctest::Approx(1).epsilon(1e-12));
    CHECK(pair.vy == ValueRange{-3, 3});
    CHECK(pair.galaxies[1].radius == ValueRange{0.25, 0.75});
    // 150 pixels of 0.5 arcseconds at 100 Mpc are 36.361 kpc; rows count down.
    const double kpc = 75 / (648000 / std::numbers::pi) * 1e5;
    CHECK(pair.separation.x == doctest::Approx(kpc / 15).epsilon(1e-12));
    CHECK(pair.separation.y == doctest::Approx(kpc / 15 * 40 / 150).epsilon(1e-12));
    folder.put("a.pair", with(usual_pair, "usePixelCoords=true", "usePixelCoords=false"));
    CHECK(glm::length(read_pair(file).observed().separation - glm::dvec2{2, -1}) < 1e-12);
}

TEST_CASE("a pair without ranges gets documented ranges, and a pair without .meta uses its own nuclei") {
    const TemporaryFolder folder;
    std::string text = with(usual_pair, "useRanges=true", "useRanges=false");
    text = with(text, "usePixelCoords=true", "usePixelCoords=false;");
    const ObservedPair pair = read_pair(folder.put("b.pair", text)).observed();
    CHECK_FALSE(pair.has_ranges);
    CHECK(pair.galaxies[1].nucleus == glm::dvec2{3, 4});
    CHECK(pair.arcseconds_per_pixel == 0);
    const double separation = std::sqrt(5);
    CHECK(pair.z.most == doctest::Approx(3 * separation).epsilon(1e-12));
    CHECK(pair.vx.least == doctest::Approx(-std::sqrt(2 * 3 / separation)).epsilon(1e-12));
    CHECK(pair.vz.most == doctest::Approx(2 * 100 / 169.34).epsilon(1e-12));
    // The separation of sqrt(8) pixels is sqrt(5) model lengths.
    CHECK(pair.galaxies[0].radius.most == doctest::Approx(1.5 * 60 * std::sqrt(5.0 / 8)).epsilon(1e-12));
}

TEST_CASE("writing a pair keeps unknown keys and comments, and reading it returns the same pair") {
    const TemporaryFolder folder;
    folder.put("a.meta", usual_meta);
    PairFiles files = read_pair(folder.put("a.pair", usual_pair));
    ObservedPair pair = files.observed();
    pair.galaxies[1].nucleus = {351.25, 259.5};
    pair.vx = {-1.25, 1.75};
    pair.separation = {1.5, 0.25};
    files.set(pair);
    write_pair(folder / "c.pair", files);
    const std::string text = *read_small_file(folder / "c.pair");
    CHECK(contains(text, "\n# simulation units\n"));
    CHECK(contains(text, "\nmyKey=kept\n"));
    const ObservedPair again = read_pair(folder / "c.pair").observed();
    CHECK(again.galaxies[1].nucleus == pair.galaxies[1].nucleus);
    CHECK(again.vx == pair.vx);
    CHECK(glm::length(again.separation - pair.separation) < 1e-12);
    CHECK(again.galaxies[0].mass.most == doctest::Approx(pair.galaxies[0].mass.most).epsilon(1e-12));
    CHECK(contains(*read_small_file(folder / "c.meta"), "\nname=x\n"));
}

TEST_CASE("every error in a pair file names the file, the line, the key and the remedy") {
    const TemporaryFolder folder;
    folder.put("a.meta", usual_meta);
    const auto message = [&](const std::string& old_text, const std::string& new_text) {
        const auto file = folder.put("a.pair", with(usual_pair, old_text, new_text));
        const std::string error = error_of([&] { read_pair(file).observed(); });
        CHECK(contains(error, "a.pair: "));
        CHECK_FALSE(contains(error, "\n"));
        return error;
    };
    CHECK(contains(message("primaryA=60", "primaryA=wide"), "line 2: primaryA is 'wide'; write a number"));
    CHECK(contains(message("primaryA=60", "primaryA=nan"), "line 2: primaryA"));
    CHECK(contains(message("primaryB=30", "primaryB=0"), "line 3: primaryB is 0; it must be larger than 0"));
    CHECK(contains(message("primaryAngle=20\n", ""), "primaryAngle is missing; add a line"));
    CHECK(contains(message("primaryB=30", "primaryB"), "line 3: 'primaryB' is not a value; write key=value"));
    CHECK(contains(message("primaryB=30", "primaryA=3"), "line 3: the key 'primaryA' is repeated"));
    CHECK(contains(message("vxMin=-2", "vxMin=9"), "vxMin is larger than vxMax"));
    CHECK(contains(message("useRanges=true", "useRanges=yes"), "useRanges is 'yes'; it must be true or false"));
    CHECK(contains(message("primaryMassMin=1e11", "primaryMassMin=-1"), "must be larger than 0"));
    CHECK(contains(message("r2Min=0.25", "r2Min=0"), "r2Min is not a radius"));
    CHECK(contains(message("primaryDistance=100", "primaryDistance=0"), "primaryDistance is missing"));
    const auto file = folder.put("a.pair", usual_pair);
    const auto meta_error = [&](const std::string& old_text, const std::string& new_text) {
        folder.put("a.meta", with(usual_meta, old_text, new_text));
        return error_of([&] { read_pair(file).observed(); });
    };
    CHECK(contains(meta_error("scale=0.5", "scale=0"), "a.meta: line 1: scale is 0; it must be larger than 0"));
    CHECK(
        contains(meta_error("px=200", "px=900"), "line 4: px puts the nucleus at (900, 300), outside of the picture"));
    CHECK(contains(meta_error("sx=350\nsy=260", "sx=200\nsy=300"), "both nuclei at the same place"));
    CHECK(contains(error_of([&] { read_pair(folder / "no.pair"); }), "no.pair: the file does not exist"));
}

TEST_CASE("a pair is scaled to a smaller copy of its picture, but not to a picture of another shape") {
    const ObservedPair pair = drawn_pair(1024).scaled_to({512, 512});
    CHECK(pair.galaxies[0].nucleus == drawn_pair(512).galaxies[0].nucleus);
    CHECK(pair.galaxies[0].semi_major == 25);
    CHECK(contains(error_of([&] { pair.scaled_to({512, 400}); }), "use the picture of the pair"));
}

TEST_CASE("PNG, FITS and broken files are read as gray values or rejected with one line") {
    const TemporaryFolder folder;
    Image image{20, 16, std::vector<std::uint8_t>(20 * 16 * 4, 255)};
    image.rgba[4 * (3 * 20 + 5)] = 90, image.rgba[4 * (3 * 20 + 5) + 1] = 60, image.rgba[4 * (3 * 20 + 5) + 2] = 30;
    write_png(folder / "a.png", image);
    const GrayPicture picture = read_gray_file(folder / "a.png");
    CHECK(picture.at(5, 3) == doctest::Approx(60.0 / 255).epsilon(1e-6));
    CHECK(picture.at(4, 3) == 1);
    CHECK(
        contains(error_of([&] { read_gray_file(folder.put("b.png", "no picture")); }), "use a PNG, JPEG or FITS file"));
    CHECK(contains(error_of([&] { read_gray_file(folder / "none.png"); }), "none.png: "));
    std::ranges::fill(image.rgba, std::uint8_t{0});
    write_png(folder / "dark.png", image);
    CHECK(contains(error_of([&] { read_gray_file(folder / "dark.png"); }), "dark.png: the picture is black"));
    write_png(folder / "tiny.png", {8, 8, std::vector<std::uint8_t>(256, 9)});
    CHECK(contains(error_of([&] { read_gray_file(folder / "tiny.png"); }), "at least 16 pixels per edge"));
    // The size in the header of a PNG file, whose check sum is not read
    std::string huge = *read_small_file(folder / "a.png");
    for (const std::size_t place : {16, 20}) huge.replace(place, 4, std::string{"\0\0\x9c\x40", 4});
    CHECK(contains(error_of([&] { read_gray_file(folder.put("huge.png", huge)); }),
                   "too many pixels; reduce or crop it"));
    const std::vector<double> cube(16 * 16 * 2, 1);
    write_fits_image(folder / "cube.fits", {{{"", "", 16}, {"", "", 16}, {"", "", 2}}, "", {}, cube});
    CHECK(contains(error_of([&] { read_gray_file(folder / "cube.fits"); }), "it must have two axes"));
}

TEST_CASE("a FITS image has its top row first, a linear stretch of faint light, and the parity of the sky") {
    const TemporaryFolder folder;
    std::vector<double> numbers(32 * 32);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 100 + std::sin(double(i) * 12.9898) * 2;  // noise
    numbers[2 * 32 + 4] = numbers[2 * 32 + 5] = 1100;  // third row from below
    numbers[3 * 32 + 4] = 130;
    numbers[7] = std::numeric_limits<double>::quiet_NaN();
    const auto read = [&](double step) {
        write_fits_image(folder / "a.fits",
                         {{{"RA---TAN", "deg", 32, 16, 0, step / 3600}, {"DEC--TAN", "deg", 32, 16, 0, 0.25 / 3600}},
                          "",
                          {},
                          numbers});
        return read_gray_file(folder / "a.fits");
    };
    const GrayPicture picture = read(-0.25);
    CHECK(picture.at(4, 29) == doctest::Approx(1).epsilon(1e-3));
    CHECK(*picture.arcseconds_per_pixel == doctest::Approx(0.25).epsilon(1e-9));
    CHECK(std::abs(*picture.north) < 1e-9);
    CHECK(picture.at(7, 31) == 0);  // blank
    // The standard deviation of the noise is 2 / sqrt(2); the median of the noise differs from 100 by less than 0.2.
    const double scale = 3 * std::sqrt(2.0);
    CHECK(picture.at(4, 28) == doctest::Approx(std::asinh(30 / scale) / std::asinh(1000 / scale)).epsilon(0.02));
    CHECK(read(0.25).at(31 - 4, 29) == picture.at(4, 29));  // east is right in the file
    std::ranges::fill(numbers, 5.0);
    CHECK(contains(error_of([&] { read(-0.25); }), "a.fits: the picture contains no light above its noise"));
}

TEST_CASE("a rotated FITS image tells the position angle of north") {
    const TemporaryFolder folder;
    std::vector<double> numbers(32 * 32);
    numbers[50] = numbers[51] = 1;
    constexpr double angle = 0.5, pixel = 0.1;
    const std::vector<FitsKey> keys{{"CD1_1", -pixel * std::cos(angle), ""},
                                    {"CD1_2", pixel * std::sin(angle), ""},
                                    {"CD2_1", pixel * std::sin(angle), ""},
                                    {"CD2_2", pixel * std::cos(angle), ""}};
    write_fits_image(folder / "a.fits", {{{"RA---TAN", "deg", 32}, {"DEC--TAN", "deg", 32}}, "", keys, numbers});
    const FitsPicture picture = read_fits_image(folder / "a.fits");
    // North is the direction (sin(angle), cos(angle)) of the pixels: up and to the right.
    CHECK(*picture.north == doctest::Approx(-glm::degrees(angle)).epsilon(1e-9));
    CHECK_FALSE(picture.is_mirrored);
    CHECK(*picture.pixel == doctest::Approx(360).epsilon(1e-9));
}

TEST_CASE("a large picture is averaged over squares of pixels") {
    GrayPicture picture{64, 32, std::vector<float>(64 * 32)};
    for (std::size_t i = 0; i < picture.values.size(); ++i) picture.values[i] = float(i % 64 + 100 * (i / 64));
    const GrayPicture small = reduced(picture, 20);
    CHECK(small.columns == 16);
    CHECK(small.rows == 8);
    CHECK(small.at(3, 5) == doctest::Approx(13.5 + 2150));  // columns 12 to 15 and rows 20 to 23
}

TEST_CASE("the first guess of a mask finds background and stars, but neither galaxies nor a tail") {
    const ObservedPair pair = drawn_pair();
    GrayPicture picture = drawn_picture(pair);
    const glm::dvec2 star{420.5, 100.5}, extended{60, 430};
    for (std::size_t i = 0; i < picture.values.size(); ++i) {
        const glm::dvec2 pixel{double(i % 512) + 0.5, double(i / 512) + 0.5};
        // An extended source with a standard deviation of 3.5 pixels is not a star.
        const double far = glm::length(pixel - extended) / 3.5;
        picture.values[i] += float(0.6 * std::exp(-0.5 * far * far));
        const double distance = glm::length(pixel - star);
        picture.values[i] +=
            float(0.1 + 0.7 * std::exp(-distance * distance / 4) + 0.01 * std::sin(double(i) * 78.233));
    }
    PictureMask mask = guess_mask(picture, pair);
    CHECK(mask.background == doctest::Approx(0.1).epsilon(0.05));
    REQUIRE(mask.circles.size() == 1);
    CHECK(glm::length(mask.circles[0].center - star) < 1);
    CHECK(circle_at(mask, star + 1.0) == 0);
    CHECK_FALSE(circle_at(mask, star + 20.0));
    const GrayPicture cleaned = clean(picture, mask);
    CHECK(std::abs(cleaned.at(420, 100)) < 0.03);  // noise of 0.01 / 0.9, and the wings of the star
    CHECK(cleaned.at(100, 20) == doctest::Approx((picture.at(100, 20) - mask.background) / (1 - mask.background)));
    mask.circles.push_back({{10, 10}, 0});
    CHECK(contains(error_of([&] { clean(picture, mask); }), "remove the circle"));
}

TEST_CASE("the frame contains all light, and shift, scale, rotation and parity follow from the nuclei") {
    ObservedPair pair = drawn_pair();
    const GrayPicture picture = drawn_picture(pair);
    const auto misplaced = [&](bool is_mirrored) {
        const MatchFrame frame = match_target(picture, pair, is_mirrored).frame;
        const glm::vec2 first = frame.cell_of({0, 0}), second = frame.cell_of(pair.separation);
        // single precision in a frame of 64 cells
        CHECK(glm::length(glm::dvec2{first} * frame.cell + frame.corner - pair.galaxies[0].nucleus) < 1e-3);
        return glm::length(glm::dvec2{second} * frame.cell + frame.corner - pair.galaxies[1].nucleus);
    };
    CHECK(misplaced(false) < 1e-3);
    CHECK(misplaced(true) < 1e-3);
    const MatchFrame frame = match_target(picture, pair).frame;
    CHECK(std::abs(frame.rotation) < 1e-6);
    CHECK(frame.map[1] == doctest::Approx(pixels_per_unit / frame.cell).epsilon(1e-5));
    // The tail reaches 130 + 2 x 8 pixels to the left, the second galaxy 10 log(0.8 / 0.04) = 30 pixels to the right.
    const double extent = 0.65 * 512 + 30 - (0.4 * 512 - 130 - 2 * 8);
    CHECK(frame.cell * 64 == doctest::Approx(1.25 * extent).epsilon(0.03));
    const glm::dvec2 separation = pair.separation;
    pair.separation = {-separation.y, separation.x};
    CHECK(match_target(picture, pair).frame.rotation == doctest::Approx(-90).epsilon(1e-6));
    CHECK(misplaced(false) < 1e-3);
    pair.separation = {-separation.x, separation.y};
    const MatchFrame mirrored = match_target(picture, pair, true).frame;
    CHECK(mirrored.map[1] * mirrored.map[5] - mirrored.map[2] * mirrored.map[4] > 0);
    CHECK(std::abs(mirrored.rotation) < 1e-6);
}

TEST_CASE("the cells of a target are means of the picture, smoothed by 0.7 cells") {
    ObservedPair pair = drawn_pair();
    pair.galaxies[0].nucleus = {156, 256}, pair.galaxies[1].nucleus = {356, 256};
    GrayPicture picture = drawn_picture(pair);
    constexpr double width = 10;
    for (std::size_t i = 0; i < picture.values.size(); ++i) {
        const double x = std::abs(double(i % 512) - 255.5) - 100, y = double(i / 512) - 255.5;
        picture.values[i] = float(0.9 * std::exp(-0.5 * (x * x + y * y) / (width * width)));
    }
    const MatchTarget target = match_target(picture, pair);
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < grid_cells; ++i) {
        const double y = double(i / 64) + 0.5 - target.frame.nuclei[0].y;
        sum += target.image[i], squares += target.image[i] * y * y;
    }
    // Variances in cells: the picture, its smoothing before sampling, the average over a cell, and the smoothing. Light
    // is cut off 2 to 3 pixels outside of 4 % of white, at 2.79 standard deviations.
    const double cells = width / target.frame.cell, u = 0.5 * 2.79 * 2.79;
    const double kept = (1 - (1 + u) * std::exp(-u)) / (1 - std::exp(-u));
    CHECK(squares / sum == doctest::Approx(kept * cells * cells + 1 / 64.0 + 1 / 12.0 + 0.49).epsilon(0.02));
}

TEST_CASE("a picture that cannot be compared is rejected with the reason") {
    const ObservedPair pair = drawn_pair();
    GrayPicture picture = drawn_picture(pair);
    ObservedPair wrong = pair;
    wrong.galaxies[1].nucleus.x = 600;
    CHECK(contains(error_of([&] { match_target(picture, wrong); }), "the second nucleus is at (600, "));
    wrong.galaxies[1].nucleus = pair.galaxies[0].nucleus;
    CHECK(contains(error_of([&] { match_target(picture, wrong); }), "both nuclei are at the same place"));
    wrong = pair;
    wrong.separation = {0, 0};
    CHECK(contains(error_of([&] { match_target(picture, wrong); }), "the separation of the galaxies is 0"));
    std::ranges::fill(picture.values, 0.0f);
    CHECK(contains(error_of([&] { match_target(picture, pair); }), "no light above 4 %"));
}

TEST_CASE("smoothing in integers equals smoothing in double precision, also at the edges of the grid") {
    const ObservedPair pair = drawn_pair();
    const MatchTarget target = match_target(drawn_picture(pair), pair);
    MatchScorer scorer{target};
    const DrawnModel model = drawn_model(pair);
    const ModelImage image = scorer.image(model.particles().present);
    std::vector<double> expected(grid_cells);
    for (std::size_t disk = 0; disk < 2; ++disk)
        for (std::size_t i = 0; i < 500; ++i) {
            const glm::vec2 cell = target.frame.cell_of({model.numbers[2 * disk][i], model.numbers[2 * disk + 1][i]});
            if (cell.x < 0 || cell.y < 0 || cell.x >= 64 || cell.y >= 64) continue;
            expected[std::size_t(cell.y) * 64 + std::size_t(cell.x)] +=
                (disk == 0 ? target.first_share : 1 - target.first_share) / 500;
        }
    smooth(expected, grid_edge, 1);
    double largest = 0;
    for (std::size_t i = 0; i < grid_cells; ++i)
        largest = std::max(largest, std::abs(image[i] * std::pow(0.5, 31) - expected[i]));
    // 500 weights and two smoothings are rounded to 2^-31.
    CHECK(largest < 500 * std::pow(0.5, 32));
    double light = 0, expected_light = 0;
    for (std::size_t i = 0; i < grid_cells; ++i) light += image[i], expected_light += expected[i] * std::pow(2.0, 31);
    // 1000 weights and two smoothings of 4096 cells are rounded to the nearest integers.
    CHECK(std::abs(light - expected_light) < 500 + 2 * 64);
    std::vector<double> corner(grid_cells);
    corner[0] = 1;
    smooth(corner, grid_edge, 4);
    double sum = 0;
    for (const double value : corner) sum += value;
    CHECK(sum == doctest::Approx(1).epsilon(1e-12));  // reflected light stays in the grid
}

TEST_CASE("squared distances equal those of a search over all cells") {
    std::vector<std::uint8_t> mask(grid_cells);
    for (const int cell : {70, 1000, 1001, 2500, 4000}) mask[std::size_t(cell)] = 1;
    SquaredDistances distances, limited, none;
    set_squared_distances(mask, true, 64, distances);
    set_squared_distances(mask, true, 6, limited);
    for (int i = 0; i < int(grid_cells); ++i) {
        int nearest = no_cell;
        for (int j = 0; j < int(grid_cells); ++j) {
            const int dx = i % 64 - j % 64, dy = i / 64 - j / 64;
            if (mask[std::size_t(j)]) nearest = std::min(nearest, dx * dx + dy * dy);
        }
        CHECK(distances[std::size_t(i)] == nearest);
        CHECK(std::min<int>(limited[std::size_t(i)], 36) == std::min(nearest, 36));
    }
    std::ranges::fill(mask, std::uint8_t{0});
    set_squared_distances(mask, true, 64, none);
    CHECK(std::ranges::min(none) >= no_cell);
}

TEST_CASE("the terms of a model equal their definitions") {
    const ObservedPair pair = drawn_pair();
    const MatchTarget target = match_target(drawn_picture(pair), pair);
    MatchScorer scorer{target};
    const DrawnModel model = drawn_model(pair, 0.2);
    const ModelImage image = scorer.image(model.particles().present);
    const ModelImage disks = scorer.image(model.particles().undisturbed);
    const auto brightest = [](const ModelImage& light, std::size_t count) {
        ModelImage sorted = light;
        std::ranges::sort(sorted, std::greater{});
        std::vector<std::uint8_t> mask;
        for (const std::uint32_t value : light) mask.push_back(value >= sorted[count - 1] && value > sorted[0] * 1e-7);
        return mask;
    };
    const auto distance = [](const std::vector<std::uint8_t>& mask, bool marked, std::size_t cell) {
        double nearest = 1e9;
        for (std::size_t i = 0; i < grid_cells; ++i)
            if ((mask[i] != 0) == marked)
                nearest = std::min(nearest,
                                   std::hypot(double(i % 64) - double(cell % 64), double(i / 64) - double(cell / 64)));
        return nearest;
    };
    std::vector<std::uint8_t> body, faint;
    for (const double value : target.image) body.push_back(value > 0.06), faint.push_back(value > 0.03);
    const auto body6 = brightest(image, std::size_t(std::ranges::count(body, 1)));
    const auto faint3 = brightest(image, std::size_t(std::ranges::count(faint, 1)));
    const auto disk = brightest(disks, std::size_t(std::ranges::count(body, 1)));
    double outline = 0, model_sum = 0, model_count = 0, picture_sum = 0, picture_count = 0;
    for (std::size_t i = 0; i < grid_cells; ++i) {
        const auto limited = [&](const auto& mask) {
            return std::clamp(distance(mask, true, i) - distance(mask, false, i), -6.0, 6.0);
        };
        outline -= std::abs(limited(body6) - limited(body)) / grid_cells;
        if (distance(disk, true, i) <= 1) continue;
        if (faint3[i]) model_sum += std::exp(-distance(faint, true, i) / 2), ++model_count;
        if (faint[i]) picture_sum += std::exp(-distance(faint3, true, i) / 2), ++picture_count;
    }
    const double p = model_sum / model_count, r = picture_sum / picture_count;
    const MatchTerms terms = scorer.terms(image, disks);
    // single precision of tables
    CHECK(terms.outline == doctest::Approx(outline).epsilon(1e-6));
    CHECK(terms.tide == doctest::Approx(5 * p * r / (4 * p + r)).epsilon(1e-6));
    std::vector<double> coarse = target.image, model_coarse(image.begin(), image.end());
    smooth(coarse, grid_edge, 4), smooth(model_coarse, grid_edge, 4);
    std::vector<std::size_t> order(grid_cells);
    for (std::size_t i = 0; i < grid_cells; ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return model_coarse[i]; });
    std::vector<double> sorted = coarse, matched(grid_cells);
    std::ranges::sort(sorted);
    for (std::size_t rank = 0; rank < grid_cells; ++rank)
        matched[order[rank]] = model_coarse[order[rank]] > 1e-7 * model_coarse[order.back()] ? sorted[rank] : 0;
    double sums[5]{};
    for (std::size_t i = 0; i < grid_cells; ++i) {
        const double a = matched[i], b = coarse[i];
        sums[0] += a, sums[1] += b, sums[2] += a * a, sums[3] += b * b, sums[4] += a * b;
    }
    const double n = grid_cells;
    const double correlation = (sums[4] - sums[0] * sums[1] / n) /
                               std::sqrt((sums[2] - sums[0] * sums[0] / n) * (sums[3] - sums[1] * sums[1] / n));
    CHECK(terms.correlation == doctest::Approx(correlation).epsilon(1e-5));
    CHECK(terms.score() == doctest::Approx(terms.outline / 0.29 + terms.correlation / 0.025 + terms.tide / 0.15));
}

TEST_CASE("the right tail scores higher than a turned tail, and a turned tail lower than the right disks alone") {
    const ObservedPair pair = drawn_pair();
    const MatchTarget target = match_target(drawn_picture(pair), pair);
    const double right = terms_of(target, drawn_model(pair)).score();
    const double none = terms_of(target, drawn_model(pair, 0, false)).score();
    double before = right;
    for (const double turn : {0.3, 0.8, 3.0}) {
        const double turned = terms_of(target, drawn_model(pair, turn)).score();
        CHECK(turned < before - 1);  // the noise of a score of 1000 particles is 0.42
        before = turned;
    }
    CHECK(right > none + 3);
    // The tide is 0 if no particle and no light is outside of the disks.
    const MatchTarget disks = match_target(drawn_picture(pair, false), pair);
    CHECK(terms_of(target, drawn_model(pair, 0, false)).tide < terms_of(target, drawn_model(pair)).tide - 0.3);
    CHECK(terms_of(disks, drawn_model(pair, 0, false)).score() > terms_of(disks, drawn_model(pair)).score() + 3);
}

TEST_CASE("a model outside of the frame or with invalid positions scores lowest, and threads do not change scores") {
    const ObservedPair pair = drawn_pair();
    const MatchTarget target = match_target(drawn_picture(pair), pair);
    DrawnModel model = drawn_model(pair);
    const DrawnModel good = model;
    for (std::size_t i = 0; i < 4; ++i) std::ranges::fill(model.numbers[i], i % 2 ? 1e9f : NAN);
    const MatchTerms nowhere = terms_of(target, model);
    CHECK(nowhere.correlation == 0);
    CHECK(nowhere.tide == 0);
    CHECK(std::isfinite(nowhere.score()));
    CHECK(nowhere.score() < terms_of(target, good).score());
    std::vector<ModelParticles> models(40, good.particles());
    models[17] = model.particles();
    const auto terms = match_terms(target, models);
    for (std::size_t i = 0; i < models.size(); ++i)
        CHECK(terms[i].score() == (i == 17 ? nowhere : terms_of(target, good)).score());
    model.numbers[0].clear(), model.numbers[1].clear();
    CHECK(contains(error_of([&] { terms_of(target, model); }), "no particles"));
}

TEST_CASE("marks that were written and read again identify the same picture of a search, and moved marks do not") {
    const TemporaryFolder folder;
    PictureMarks marks{drawn_pair()};
    for (ObservedGalaxy& galaxy : marks.pair.galaxies) galaxy.mass = {0.1, 10};
    marks.pair.galaxies[0].nucleus += 1.0 / 3;
    const GrayPicture picture = drawn_picture(marks.pair);
    marks.mask = {0.02, {{{400 + 1.0 / 7, 90}, 12.3}}};
    marks.is_mirrored = true;
    PairFiles files;
    set_marks(files, marks, {3 * 512.0, 3 * 512.0});
    write_pair(folder / "a.pair", files);
    const PictureMarks again = marks_of(read_pair(folder / "a.pair"), picture);
    CHECK(again.is_mirrored);
    CHECK(again.mask.background == 0.02);
    REQUIRE(again.mask.circles.size() == 1);
    CHECK(glm::length(again.mask.circles[0].center - marks.mask.circles[0].center) < 1e-12);
    const auto subject = [&](const PictureMarks& of) {
        return search_subject(match_target(clean(picture, of.mask), of.pair, of.is_mirrored));
    };
    CHECK(subject(again) == subject(marks));
    PictureMarks rounded = marks;
    rounded.pair.galaxies[0].nucleus += 1e-12;  // more than the rounding error of a coordinate
    CHECK(subject(rounded) == subject(marks));
    rounded.pair.separation = {rounded.pair.separation.y, -rounded.pair.separation.x};
    CHECK(subject(rounded) != subject(marks));
    marks.mask.circles[0].center = marks.pair.galaxies[0].nucleus;
    CHECK(subject(again) != subject(marks));
}
