// A video stores a script: data about each of its frames, such as trails and step settings. The script must be read
// back unchanged.
#include "app/capture/video_script.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

using namespace milkomeda;

namespace {

bool same(const Trail& a, const Trail& b) {
    if (a.spacing() != b.spacing() || a.points().size() != b.points().size()) return false;
    for (std::size_t i = 0; i < a.points().size(); ++i)
        if (a.points()[i].time != b.points()[i].time || a.points()[i].position != b.points()[i].position) return false;
    return true;
}

// Returns a trail to which more points were added than a trail keeps, so that every second point has been dropped.
Trail long_trail() {
    Trail trail;
    for (int i = 0; i < 3000; ++i) {
        const float x = 0.1f * static_cast<float>(i);
        trail.record(0.051 * i, {x, 1 / (x + 0.3f), -x});
    }
    return trail;
}

Trails some_trails() {
    Trails trails;
    trails.names = {{"milky-way", "andromeda"}, {"hole"}, {17, 4'000'000'000}};
    trails.galaxies = {long_trail(), Trail{}};
    trails.perturbers = {Trail{0.01, {{0.25, {1, 2, 3}}}}};
    trails.bodies = {Trail{0.05, {{0.5, {0.1f, 0.2f, 0.3f}}}}, Trail{}};
    return trails;
}

std::vector<VideoFrame> read_back(const std::vector<VideoFrame>& frames) {
    VideoScript script;
    for (const VideoFrame& frame : frames) script.add(frame);
    return VideoScript::frames_of(nlohmann::ordered_json::parse(script.json().dump()));
}

}  // namespace

TEST_CASE("trails are read back from a video script bit for bit, and only in the frames that have trails") {
    VideoFrame plain, with_trails;
    with_trails.trails = some_trails();
    const std::vector<VideoFrame> frames = read_back({with_trails, plain, with_trails});
    REQUIRE(frames.size() == 3);
    CHECK(!frames[1].trails);
    for (const std::size_t i : {0, 2}) {
        REQUIRE(frames[i].trails);
        const Trails &now = *frames[i].trails, &then = *with_trails.trails;
        CHECK(now.names.galaxies == then.names.galaxies);
        CHECK(now.names.perturbers == then.names.perturbers);
        CHECK(now.names.ids == then.names.ids);
        for (const auto list : {&Trails::galaxies, &Trails::perturbers, &Trails::bodies}) {
            REQUIRE((now.*list).size() == (then.*list).size());
            for (std::size_t k = 0; k < (now.*list).size(); ++k) CHECK(same((now.*list)[k], (then.*list)[k]));
        }
    }
}

TEST_CASE("a trail that was read back continues exactly like the original trail") {
    VideoFrame frame;
    frame.trails = some_trails();
    Trail one = frame.trails->galaxies[0], other = read_back({frame})[0].trails->galaxies[0];
    const double last = one.points().back().time;
    for (int i = 0; i < 2500; ++i)
        for (Trail* const trail : {&one, &other}) trail->record(last + 0.04 * i, {1, 2, 0.1f});
    CHECK(same(one, other));
}

TEST_CASE("the parameters of every step are read back from a video script, also for a run that goes back or branches") {
    const auto frame_of = [](const std::vector<long>& steps, double softening = 0.05) {
        std::vector<SettingsChange> changes;
        for (const long step : steps) {
            changes.push_back({{step, 0.02 * static_cast<double>(step)}, {.parameters = {}, .solver_name = "direct"}});
            changes.back().config.parameters.softening = softening;
        }
        VideoFrame frame;
        frame.changes = {std::make_shared<const std::vector<SettingsChange>>(changes), changes.size()};
        return frame;
    };
    std::vector<VideoFrame> seen{frame_of({0}),    frame_of({0, 5}),         frame_of({0, 5, 9}), frame_of({0}),
                                 frame_of({0, 5}), frame_of({0, 5, 9}, 0.1), frame_of({}),        frame_of({3})};
    seen.push_back(frame_of({0, 4}));
    seen.back().start = "other.milkomeda";
    const std::vector<VideoFrame> frames = read_back(read_back(seen));
    REQUIRE(frames.size() == seen.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        CAPTURE(i);
        const auto now = frames[i].changes.all(), then = seen[i].changes.all();
        CHECK(std::ranges::equal(now, then, [](const auto& a, const auto& b) {
            return a.from.steps == b.from.steps && a.config == b.config;
        }));
    }
    CHECK(frames[0].changes.list == frames[3].changes.list);
}

TEST_CASE("the potential slice is read back from a video script and stored only when it changes") {
    VideoFrame with, without, other;
    with.slice = {{{{0.1f, 0.2f, 0.3f}, 1.7f, 33.3f, -70.1f, 12.7f}, 0.3f, true, false}, 1.1, 0.05};
    other = with;
    other.slice->softening = 0.07;
    VideoScript script;
    for (const VideoFrame& frame : {without, with, with, other, without}) script.add(frame);
    CHECK(!script.json()[0].contains("slice"));
    CHECK(!script.json()[2].contains("slice"));
    const std::vector<VideoFrame> frames = VideoScript::frames_of(script.json());
    CHECK(!frames[0].slice);
    CHECK(frames[1].slice == with.slice);
    CHECK(frames[2].slice == with.slice);
    CHECK(frames[3].slice == other.slice);
    CHECK(!frames[4].slice);
}

TEST_CASE("inconsistent trails in a stored video script are refused") {
    VideoFrame frame;
    frame.trails = some_trails();
    VideoScript script;
    script.add(frame);
    nlohmann::ordered_json json = script.json();
    json[0]["trails"]["galaxies"] = {"milky-way"};
    CHECK_THROWS_AS(VideoScript::frames_of(json), std::runtime_error);
    json = script.json();
    json[0]["trails"]["of_galaxies"][0]["points"].push_back(1);
    CHECK_THROWS_AS(VideoScript::frames_of(json), std::runtime_error);
}
