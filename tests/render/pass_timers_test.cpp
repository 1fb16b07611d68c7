// Timers of render passes. No check depends on the speed of the machine.
#include <doctest/doctest.h>

#include <chrono>
#include <optional>
#include <random>

#include "harness.hpp"
#include "render/gl/pass_timer.hpp"

using namespace milkomeda;

namespace {

// Draws `bodies` points that are spread over the picture.
class Points {
  public:
    explicit Points(std::size_t bodies) {
        std::mt19937 random{1};
        std::normal_distribution<float> normal{0, 2};
        scene_.positions.resize(bodies);
        for (glm::vec4& p : scene_.positions) p = {normal(random), normal(random), normal(random), 1};
        scene_.velocities = scene_.positions;
        scene_.look.mode = DrawMode::point;
        renderer_.emplace(scene_.renderer());
    }

    void draw(std::size_t bodies) {
        scene_.groups = {{0, bodies}};
        renderer_->draw(view_of(scene_.camera, 320, 240), scene_.look, scene_.frame());
    }

  private:
    ParticleScene scene_;
    std::optional<ParticleRenderer> renderer_;
};

constexpr std::size_t many = 100'000;

}  // namespace

TEST_CASE("every measured render pass takes a positive time, and all passes together at most the frame time") {
    OffscreenTarget target = black_target(320, 240);
    Points scene{many};
    PassTimers timers{0};
    if (timers.clock() == PassTimers::Clock::none) return;
    for (int frame = 0; frame < 5; ++frame) {
        glFinish();
        const auto start = std::chrono::steady_clock::now();
        {
            const auto timed = timers.measure("many");
            scene.draw(many);
        }
        {
            const auto timed = timers.measure("one");
            scene.draw(1);
        }
        glFinish();
        const double milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        timers.end_frame();

        // Drawing has finished, so the times of this frame are already known.
        CHECK(timers.frames_known() == frame + 1);
        REQUIRE(timers.newest().size() == 2);
        CHECK(timers.newest()[0].pass == "many");
        CHECK(timers.newest()[1].pass == "one");
        for (const PassTime& pass : timers.newest()) CHECK(pass.milliseconds > 0);
        CHECK(total_milliseconds(timers.newest()) < milliseconds);
        // A hundred thousand points take longer than one point. For software OpenGL, timer queries would not show this
        // difference, so PassTimers uses the host clock.
        CHECK(timers.newest()[0].milliseconds > 2 * timers.newest()[1].milliseconds);
    }
}

TEST_CASE("the time of a render pass is the sum of its parts and includes the passes nested in this pass") {
    OffscreenTarget target = black_target(320, 240);
    Points scene{many};
    PassTimers timers{0};
    if (timers.clock() == PassTimers::Clock::none) return;
    for (int part = 0; part < 2; ++part) {
        const auto outer = timers.measure("outer");
        const auto inner = timers.measure("inner");
        scene.draw(many);
    }
    glFinish();
    timers.end_frame();
    REQUIRE(timers.newest().size() == 1);
    CHECK(timers.newest()[0].pass == "outer");
    CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("a render pass that is no longer drawn has no time, and smoothed times lie between old and new times") {
    OffscreenTarget target = black_target(320, 240);
    Points scene{many};
    PassTimers timers{0};
    if (timers.clock() == PassTimers::Clock::none) return;
    const auto frame = [&](const char* pass, std::size_t bodies) {
        {
            const auto timed = timers.measure(pass);
            scene.draw(bodies);
        }
        glFinish();
        timers.end_frame();
        return timers.newest()[0].milliseconds;
    };
    const double slow = frame("same", many), quick = frame("same", 1);
    CHECK(milliseconds_of(timers.smooth(), "same") < slow);
    CHECK(milliseconds_of(timers.smooth(), "same") > quick);
    frame("other", 1);
    REQUIRE(timers.smooth().size() == 1);
    CHECK(timers.smooth()[0].pass == "other");
}

TEST_CASE("pass timers measure nothing in skipped frames or without timer queries") {
    { const auto timed = measure(static_cast<PassTimers*>(nullptr), "pass"); }
    PassTimers timers{1e9};
    if (timers.clock() != PassTimers::Clock::host) return;
    for (int frame = 0; frame < 3; ++frame) {
        { const auto timed = timers.measure("pass"); }
        timers.end_frame();
    }
    CHECK(timers.frames_known() == 1);
}

namespace {

// Draws `count` frames of one pass and returns the completed records.
std::vector<FrameRecord> recorded(PassTimers& timers, Points& scene, int count) {
    FrameProfiler profiler;
    profiler.record(true);
    timers.record_into(&profiler);
    for (int frame = 1; frame <= count; ++frame) {
        profiler.begin_frame(frame);
        for (const char* pass : {"particles", "haze"}) {
            const auto timed = timers.measure(pass);
            scene.draw(many / 100);
        }
        timers.end_frame();
        glFinish();  // Finishes drawing, so that the query results are ready in the next frame.
    }
    timers.record_into(nullptr);
    return profiler.take_completed();
}

long passes_drawn(const FrameRecord& frame, Lane lane) { return std::ranges::count(frame.spans, lane, &Span::lane); }

}  // namespace

TEST_CASE("the frame profiler records when each pass was issued and when it was drawn") {
    OffscreenTarget target = black_target(320, 240);
    Points scene{many};
    for (const PassTimers::Clock clock : {PassTimers::Clock::host, PassTimers::Clock::gpu}) {
        PassTimers timers{0, clock};
        const std::vector<FrameRecord> frames = recorded(timers, scene, 40);
        REQUIRE(frames.size() == 33);
        long without = 0;
        for (const FrameRecord& frame : frames) {
            CHECK(passes_drawn(frame, Lane::host) == 2);
            without += passes_drawn(frame, Lane::opengl) == 0;
            double end = 0;
            for (const Span& span : frame.spans) {
                if (span.lane != Lane::opengl) continue;
                CHECK(span.begin >= frame.begin);
                CHECK(span.begin >= end);  // A pass begins after the end of the previous pass.
                CHECK(span.end >= span.begin);
                end = span.end;
            }
        }
        // With the host clock, one frame in 16 is drawn without waiting for passes, to measure the cost of
        // waiting. GPU queries need no waiting.
        CHECK(without == (clock == PassTimers::Clock::host ? 2 : 0));
    }
    CHECK(glGetError() == GL_NO_ERROR);
}
