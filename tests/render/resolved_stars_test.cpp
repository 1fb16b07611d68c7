// Checks in the pixels of pictures that bodies near the camera are resolved into stars, and that splats have the shape
// of the bodies' surroundings.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "data/base/random.hpp"
#include "harness.hpp"
#include "render/particles/resolved_stars.hpp"

using namespace milkomeda;

namespace {

// Returns a scene with one disk body, drawn as a Gaussian of standard deviation `sigma` pixels in a picture of `size` x
// `size` pixels.
ParticleScene body(float sigma, int size) {
    ParticleScene scene;
    scene.positions = {{0, 0, 0, 2}};
    scene.groups = {{0, 1, Population::disk}};
    scene.coloring.stars = {.young_share = 0, .hii_share = 0};
    scene.camera.projection = Projection::orthographic;
    const float pixels_per_unit = pixels_per_unit_at_target(view_of(scene.camera, size, size));
    scene.attributes = {{2 * sigma / pixels_per_unit, 0, 0, 0}};
    return scene;
}

ParticleScene with_stars(ParticleScene scene, float stars = 200) {
    scene.most_stars = stars;
    return scene;
}

constexpr Ellipsoid needle{.xx = 26'000, .yy = 5000, .zz = 1767, .yz = 0, .xz = 0, .xy = 8000};

// Returns the share of the light whose pixel differs between picture `a` and picture `b`, after shifting `b` by whole
// pixels.
double difference(const std::vector<glm::vec4>& a, const std::vector<glm::vec4>& b, int size, int right = 0,
                  int up = 0) {
    double sum = 0, whole = 0;
    for (int y = std::max(0, -up); y < std::min(size, size - up); ++y)
        for (int x = std::max(0, -right); x < std::min(size, size - right); ++x) {
            const auto at = [size](int i, int j) { return static_cast<std::size_t>(j) * size + i; };
            const double from = luminance_of(a[at(x, y)]), to = luminance_of(b[at(x + right, y + up)]);
            sum += std::abs(to - from);
            whole += from;
        }
    return sum / whole;
}

}  // namespace

TEST_CASE("the light and mass of a splat of any shape, up to 500 pixels wide, do not depend on resolved stars") {
    const double expected = 2 * light_per_mass(Population::bulge);
    for (const bool is_long : {false, true})
        for (const float width : {0.1f, 0.5f, 1.0f, 3.0f, 8.0f, 30.0f, 100.0f, 500.0f}) {
            // The square drawn for a body is 2 x 2.83 standard deviations wide.
            const float sigma = width / 5.657f;
            const int size = std::clamp(static_cast<int>(9 * width), 301, 1201);
            // The longest axis of a drawn Gaussian is at most 0.06 of the picture's height. The square in which the
            // Gaussian is drawn is at most 255 pixels wide. All widths here up to 100 pixels are within both limits.
            const bool fits = width <= 100;
            CAPTURE(is_long);
            CAPTURE(width);
            ParticleScene smooth = body(sigma, size);
            smooth.groups = {{0, 1, Population::bulge}};  // In a bulge all stars have equal ages.
            if (is_long) smooth.ellipsoids = {needle};
            const glm::dvec4 starry = total(light_in_square(with_stars(smooth), size));
            CHECK(luminance_of(starry) == doctest::Approx(expected).epsilon(0.02).scale(0));
            if (!fits) continue;
            CHECK(starry.a == doctest::Approx(2).epsilon(0.02).scale(0));
            CHECK(luminance_of(total(light_in_square(smooth, size))) ==
                  doctest::Approx(expected).epsilon(0.02).scale(0));
        }
}

TEST_CASE("the share of light in resolved stars grows without jumps as a body grows on the screen") {
    constexpr int size = 401;
    double before = -1;
    for (float sigma = 0.8f; sigma < 20; sigma *= 1.15f) {
        CAPTURE(sigma);
        const std::vector<glm::vec4> smooth = light_in_square(body(sigma, size), size);
        const std::vector<glm::vec4> starry = light_in_square(with_stars(body(sigma, size)), size);
        // Between stars, only the dimmed Gaussian is visible. The light that the Gaussian loses is the light of the
        // stars. The share of the stars is therefore 1 minus the smallest ratio of the two pictures.
        double least = 1;
        for (std::size_t i = 0; i < smooth.size(); ++i)
            if (smooth[i].g > 1e-3f * smooth[size * (size / 2) + size / 2].g)
                least = std::min(least, static_cast<double>(starry[i].g / smooth[i].g));
        const double resolved = 1 - least;
        if (sigma < 1) CHECK(resolved == doctest::Approx(0).epsilon(1e-4));
        if (sigma > 5) {
            CHECK(resolved >= before - 1e-3);
            CHECK(resolved - before < 0.06);
            CHECK(resolved > 0.1);
        }
        if (sigma > 3) before = resolved;
    }
    CHECK(before > 0.2);
    CHECK(before < 0.6);
}

TEST_CASE("light is finite for bodies with splats of about one pixel, the size from which splats contain a star") {
    constexpr int size = 101, bodies = 40'000;
    ParticleScene scene = body(1, size);
    scene.camera = {.distance = 10};
    const float pixels_per_unit = pixels_per_unit_at_target(view_of(scene.camera, size, size));
    scene.attributes.assign(bodies, {2 / pixels_per_unit, 0, 0, 0});
    scene.groups = {{0, bodies, Population::bulge}};
    // Distances that differ by less than a millionth, because the share of one star underflows to 0 only if the area is
    // within about 1e-6 of one pixel.
    scene.positions.clear();
    for (int i = 0; i < bodies; ++i)
        scene.positions.emplace_back(forward(scene.camera) * (0.06f * (static_cast<float>(i) / bodies - 0.5f)), 2);
    const double expected = 2.0 * bodies * light_per_mass(Population::bulge);
    CHECK(luminance_of(total(light_in_square(with_stars(scene, 3 * bodies), size))) ==
          doctest::Approx(expected).epsilon(0.02).scale(0));
}

TEST_CASE("stars of bodies behind the camera are not much brighter than stars of bodies in front of it") {
    constexpr int size = 301;
    constexpr float sigma = 0.5f;
    // Returns the brightest light of bodies close to the camera, in front of the camera (side 1) or behind the camera
    // (side -1).
    const auto brightest_of = [&](float side) {
        ParticleScene scene;
        scene.camera = {.distance = 10};
        scene.coloring.stars = {.young_share = 0, .hii_share = 0};
        scene.look.dust.amount = 0;
        scene.positions.clear();
        Random random(3);
        const glm::vec3 here = position(scene.camera);
        const auto draw = [&] { return 2 * sigma * (2 * static_cast<float>(random.uniform()) - 1); };
        for (int i = 0; i < 500; ++i) {
            const glm::vec3 place{draw(), draw(), draw()};
            const float ahead = glm::dot(place, forward(scene.camera));
            scene.positions.emplace_back(here + (ahead * side > 0 ? place : -place), 1);
        }
        scene.attributes.assign(500, {2 * sigma, 1, 0, 0});
        scene.groups = {{0, 500, Population::disk}};
        float brightest = 0;
        for (const glm::vec4& pixel : light_in_square(with_stars(scene, 100'000), size))
            brightest = std::max(brightest, pixel.g);
        return brightest;
    };
    const float before = brightest_of(1), behind = brightest_of(-1);
    MESSAGE("before " << before << " behind " << behind);
    CHECK(behind > 0);
    CHECK(behind < 3 * before);
}

TEST_CASE("resolved stars keep their positions in a body when the body or the camera moves") {
    constexpr int size = 301;
    ParticleScene scene = with_stars(body(8, size));
    scene.ellipsoids = {needle};
    const float pixel = 1 / pixels_per_unit_at_target(view_of(scene.camera, size, size));
    const std::vector<glm::vec4> before = light_in_square(scene, size);
    ParticleScene moved = scene;
    // The shift is a multiple of low-resolution pixels, because the grid of these pixels is slightly visible (see the
    // next test).
    moved.positions[0] += glm::vec4{20 * pixel, -12 * pixel, 0, 0};
    // Tolerance: rounding moves a star by about 1e-4 pixels.
    CHECK(difference(before, light_in_square(moved, size), size, 20, -12) < 2e-3);
    ParticleScene panned = scene;
    panned.camera.target += glm::vec3{20 * pixel, -12 * pixel, 0};
    CHECK(difference(before, light_in_square(panned, size), size, -20, 12) < 2e-3);
    // The picture really contains stars, because it differs from a picture without stars.
    CHECK(difference(before, light_in_square(body(8, size), size), size) > 0.1);
}

TEST_CASE("a splat drawn at low resolution hardly changes when it moves across the low-resolution pixels") {
    constexpr int size = 301;
    // Sampling a Gaussian in low-resolution pixels adds a ripple with the period of these pixels. Enlarging the picture
    // reduces the ripple to (2 / (2 pi^2 e s^2))^2, where s is the standard deviation in low-resolution pixels. For the
    // narrowest Gaussian, s = 0.85, the ripple is 0.3 % on each side, or 2.2 % from crest to trough in two dimensions.
    // The light cut off at the edge of the Gaussian changes the total light by up to 1 %.
    for (const float sigma : {4.1f, 5.0f, 7.0f, 12.0f}) {
        CAPTURE(sigma);
        const ParticleScene scene = body(sigma, size);
        const float pixel = 1 / pixels_per_unit_at_target(view_of(scene.camera, size, size));
        const std::vector<glm::vec4> before = light_in_square(scene, size);
        for (const int step : {1, 2, 3}) {
            ParticleScene moved = scene;
            const float way = static_cast<float>(step) * pixel;
            moved.positions[0] += glm::vec4{way, way, 0, 0};
            CHECK(difference(before, light_in_square(moved, size), size, step, step) < 0.04);
            CHECK(total(light_in_square(moved, size)).a == doctest::Approx(total(before).a).epsilon(1e-2).scale(0));
        }
    }
}

TEST_CASE("two pictures of resolved stars a sixtieth of a second apart differ only slightly") {
    constexpr int size = 301;
    ParticleScene scene = with_stars(body(8, size));
    const std::vector<glm::vec4> before = light_in_square(scene, size);
    const float pixel = 1 / pixels_per_unit_at_target(view_of(scene.camera, size, size));
    // A shift of 0.01 pixels in x and y moves 0.01 of a star's light to neighboring pixels, and stars have a third of
    // all light. The second check also changes the star budget by 5 %.
    ParticleScene next = scene;
    next.positions[0] += glm::vec4{0.01f * pixel, 0.01f * pixel, 0, 0};
    CHECK(difference(before, light_in_square(next, size), size) < 0.02);
    next.most_stars *= 1.05f;
    CHECK(difference(before, light_in_square(next, size), size) < 0.03);
    ParticleScene nearer = scene;
    nearer.camera.distance *= 0.999f;  // At 60 frames per second, this zoom halves the distance in twelve seconds.
    // The zoom enlarges the splat by a factor of 1.001. Half of the light of a Gaussian is within 1.2 standard
    // deviations of its center, so the zoom moves this light by less than 0.0012 standard deviations.
    CHECK(difference(before, light_in_square(nearer, size), size) < 0.02);
}

TEST_CASE("the light of a body has the moments of its ellipsoid") {
    // With this picture size, the longest axis is below the limit of 0.06 of the picture's height.
    constexpr int size = 401;
    ParticleScene scene = body(8, size);
    scene.ellipsoids = {needle};
    for (const float stars : {0.0f, 1000.0f}) {
        scene.most_stars = stars;
        glm::dmat2 moments{0};
        double whole = 0;
        const std::vector<glm::vec4> light = light_in_square(scene, size);
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                const glm::dvec2 place{x - size / 2, y - size / 2};
                const double here = light[static_cast<std::size_t>(y) * size + x].g;
                moments += here * glm::outerProduct(place, place);
                whole += here;
            }
        moments /= whole;
        // A Gaussian cut off at exp(-4) has 0.84 of the second moment of a full Gaussian. With a thousand stars, the
        // brightest star limits the precision.
        const double tolerance = stars > 0 ? 0.15 : 0.04;
        const double plane = static_cast<double>(needle.xx) * needle.yy - static_cast<double>(needle.xy) * needle.xy;
        const double squares = 8 * 8 * 0.84 / std::cbrt(plane * needle.zz);
        CHECK(moments[0][0] == doctest::Approx(squares * needle.xx).epsilon(tolerance).scale(0));
        CHECK(moments[1][1] == doctest::Approx(squares * needle.yy).epsilon(2 * tolerance).scale(0));
        CHECK(moments[0][1] == doctest::Approx(squares * needle.xy).epsilon(tolerance).scale(0));
    }
}

TEST_CASE("an arm of 300 bodies has less grain with ellipsoidal splats than with round splats") {
    constexpr int size = 400;
    ParticleScene arm;
    arm.positions.clear();
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        const auto angle = static_cast<float>(3 * random.uniform());
        const auto radius = static_cast<float>(4 + 0.08 * random.normal());
        arm.positions.emplace_back(radius * std::cos(angle), radius * std::sin(angle),
                                   0.08f * static_cast<float>(random.normal()), 0.01f);
    }
    std::vector<Float4> positions, at_rest(300);
    for (const glm::vec4& p : arm.positions) positions.push_back({p.x, p.y, p.z, p.w});
    const Surroundings around = surroundings(positions, {});
    for (const Neighborhood& one : around.around) arm.attributes.emplace_back(one.radius, 0, 0, 0);
    arm.ellipsoids = shapes_and_flows(positions, at_rest, around.nearest).shapes;
    arm.groups = {{0, 300}};
    arm.camera = {.distance = 10, .projection = Projection::orthographic};
    const View view = view_of(arm.camera, size, size);
    const auto pixels = [&](float length) { return length * pixels_per_unit_at_target(view); };
    struct Arm {
        // Relative rms deviation of the light from its mean over 0.1 radians, after summing across the arm.
        double grain;
        double width;  // width of the arm in length units
    };
    const auto seen = [&](float stretch) {
        arm.look.sub_particle.stretch = stretch;
        const std::vector<glm::vec4> light = light_in_square(arm, size);
        std::vector<double> along(130);  // light in angle steps of 0.02 radians along the arm
        double whole = 0, squares = 0;
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                const glm::dvec2 place{x + 0.5 - size / 2, y + 0.5 - size / 2};
                const double angle = std::atan2(place.y, place.x),
                             here = light[static_cast<std::size_t>(y) * size + x].g;
                const auto step = static_cast<std::ptrdiff_t>(std::floor((angle - 0.2) / 0.02));
                if (step < 0 || step >= std::ssize(along)) continue;
                along[static_cast<std::size_t>(step)] += here;
                whole += here;
                squares += here * std::pow(glm::length(place) / pixels(1) - 4, 2);
            }
        double deviation = 0;
        constexpr std::ptrdiff_t near = 5;
        const std::ptrdiff_t count = std::ssize(along) - 2 * near;
        for (auto middle = along.begin() + near; middle != along.end() - near; ++middle) {
            const double mean = std::accumulate(middle - near, middle + near + 1, 0.0) / (2 * near + 1);
            deviation += std::pow(*middle / mean - 1, 2) / static_cast<double>(count);
        }
        return Arm{std::sqrt(deviation), std::sqrt(squares / whole)};
    };
    const Arm round = seen(0), stretched = seen(1);
    MESSAGE("grain " << round.grain << " of round bodies, " << stretched.grain << " of elongated bodies; width "
                     << round.width << " and " << stretched.width);
    // Clumps of bodies that are wider than the splats remain visible as grain.
    CHECK(stretched.grain < 0.87 * round.grain);
    CHECK(stretched.width < 0.9 * round.width);  // Ellipsoids must not widen the arm.
}

TEST_CASE("the number of resolved stars stays within the star budget") {
    CHECK(stars_per_particle(1000, 0) == 999);
    CHECK(stars_per_particle(1000, 2000) == 0);
    CHECK(stars_per_particle(1000, 100) == 9);
    CHECK(stars_per_particle(1e9f, 100) == most_stars_per_particle);
    for (const std::size_t particles : {7u, 300u, 999u})
        CHECK(std::ceil(stars_per_particle(1000, particles)) * static_cast<float>(particles) <= 1000);

    ParticleScene scene = body(8, 101);
    scene.most_stars = 50;
    scene.look.dust.amount = 0;  // With dust, dust clouds would count as additional points.
    ParticleRenderer renderer = scene.renderer();
    HdrPipeline hdr{built_in};
    GLuint query = 0, drawn = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_PRIMITIVES_GENERATED, query);
    collect(scene, renderer, hdr, 101, 101);
    glEndQuery(GL_PRIMITIVES_GENERATED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &drawn);
    glDeleteQueries(1, &query);
    CHECK(drawn > 25);
    // Three primitives are not stars: two points of the body, one of them hidden, and a triangle for low-resolution
    // splats.
    CHECK(drawn <= 3 + 50);
}
