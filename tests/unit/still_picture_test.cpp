// A picture at rest is refined soon, and every change returns to the quick preview.
#include "app/scene/still_picture.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

namespace {

constexpr double frame_seconds = 0.04;

// Returns the number of frames until `still` refines the picture.
int frames_until_refined(StillPicture& still, const PictureInputs& inputs, double seconds = frame_seconds) {
    for (int frame = 0; frame < 1000; ++frame)
        if (still.next(inputs, seconds, true)) return frame;
    return -1;
}

}  // namespace

TEST_CASE("a picture is refined at most 0.3 s after its last change, and not while it changes") {
    StillPicture still;
    PictureInputs inputs;
    for (int frame = 0; frame < 20; ++frame) {
        inputs.camera.yaw += 0.01f;
        CHECK_FALSE(still.next(inputs, frame_seconds, true));
    }
    const int frames = frames_until_refined(still, inputs);
    CHECK(frames > 1);
    CHECK((frames + 1) * frame_seconds <= 0.3);
}

TEST_CASE("all drawings of a picture are made once, and then the mean is shown without further drawings") {
    StillPicture still;
    const PictureInputs inputs;
    CHECK_FALSE(still.needs_drawings());
    while (!still.next(inputs, frame_seconds, true)) CHECK(still.needs_drawings());
    for (int drawing = 1; drawing < StillPicture::drawings; ++drawing) {
        const auto refinement = still.next(inputs, frame_seconds, false);
        REQUIRE(refinement);
        CHECK(refinement->drawings == drawing);
        CHECK_FALSE(refinement->is_complete);
    }
    CHECK_FALSE(still.needs_drawings());
    // The refinement is not complete while the argument `is_settled` of next() is false.
    for (int frame = 0; frame < 50; ++frame) CHECK_FALSE(still.next(inputs, frame_seconds, false)->is_complete);
    CHECK(still.next(inputs, frame_seconds, true)->is_complete);
    CHECK(still.next(inputs, frame_seconds, false)->is_complete);
}

TEST_CASE("each change of camera, look, size, time, bodies, shown components or quality ends a refinement") {
    const auto ends = [](auto&& change) {
        StillPicture still;
        PictureInputs inputs;
        inputs.shown = {all_bodies, no_bodies};
        frames_until_refined(still, inputs);
        change(inputs);
        return !still.next(inputs, frame_seconds, true);
    };
    CHECK_FALSE(ends([](PictureInputs&) {}));
    CHECK(ends([](PictureInputs& inputs) { inputs.camera.principal_point.x = 0.1f; }));
    CHECK(ends([](PictureInputs& inputs) { inputs.look.dust.amount = 2; }));
    CHECK(ends([](PictureInputs& inputs) { inputs.look.density.contours = true; }));
    CHECK(ends([](PictureInputs& inputs) { inputs.pixels.x = 10; }));
    CHECK(ends([](PictureInputs& inputs) { inputs.time_offset = 0.01; }));
    CHECK(ends([](PictureInputs& inputs) { inputs.shown[1].young_stars = true; }));
    CHECK(ends([](PictureInputs& inputs) { ++inputs.row_changes; }));
    CHECK(ends([](PictureInputs& inputs) { inputs.quality.pixel = 2; }));
}

TEST_CASE("if a drawing takes long, the picture rests longer before it is refined, but at most a second") {
    StillPicture still;
    PictureInputs inputs;
    frames_until_refined(still, inputs);
    inputs.time = 1;
    CHECK_FALSE(still.next(inputs, 5, true));  // The first drawing has taken 5 s.
    const int frames = frames_until_refined(still, inputs);
    CHECK(frames * frame_seconds > 0.9);
    CHECK(frames * frame_seconds < 1.1);
}

TEST_CASE("the sub-pixel offsets of the drawings cover a pixel evenly, and the first drawing is not shifted") {
    CHECK(sub_pixel_offset(0) == glm::vec2{0});
    glm::vec2 sum{0}, squares{0};
    for (int drawing = 0; drawing < StillPicture::drawings; ++drawing) {
        const glm::vec2 offset = sub_pixel_offset(drawing);
        CHECK(glm::all(glm::lessThanEqual(glm::abs(offset), glm::vec2{0.5f})));
        sum += offset / float{StillPicture::drawings};
        squares += offset * offset / float{StillPicture::drawings};
    }
    // An even distribution over a pixel has the mean 0 and the variance 1/12.
    CHECK(glm::length(sum) < 0.1f);
    CHECK(squares.x == doctest::Approx(1.0 / 12).epsilon(0.15).scale(0));
    CHECK(squares.y == doctest::Approx(1.0 / 12).epsilon(0.15).scale(0));
}
