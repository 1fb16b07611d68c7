#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "app/diagnostics/timing.hpp"
#include "app/io/json_text.hpp"

using namespace milkomeda;

namespace {

// Returns a comparison value with the tolerance for rounding errors of summed seconds.
doctest::Approx about(double seconds) { return doctest::Approx(seconds).epsilon(1e-9).scale(0); }

FrameRecord frame_of(long number, double seconds, std::vector<Span> spans = {}) {
    return {.number = number, .begin = 10, .end = 10 + seconds, .spans = std::move(spans)};
}

double host_seconds(const FrameColumns& columns, std::string_view part) {
    return seconds_of(columns[Lane::host], part);
}

void wait_a_moment() { std::this_thread::sleep_for(std::chrono::milliseconds{1}); }

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream{file};
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

// A temporary folder contains the files of frame times.
struct TimingFolder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / "milkomeda-timing-test";
    TimingFolder() { std::filesystem::create_directories(path); }
    ~TimingFolder() { std::filesystem::remove_all(path); }
};

// Returns a log of two frames. The second frame has spans of the host, OpenCL and OpenGL.
FrameLog small_log() {
    FrameLog log;
    log.add(frame_of(7, 0.02, {{"draw", Lane::host, 10, 10.02}}));
    log.add(frame_of(8, 0.03,
                     {{"force", Lane::opencl, 10.001, 10.009},
                      {"simulation", Lane::host, 10, 10.01},
                      {"draw", Lane::host, 10.01, 10.03},
                      {"particles", Lane::opengl, 10.012, 10.02}}));
    return log;
}

}  // namespace

TEST_CASE("each moment of a frame counts only for the innermost of the parts that contain the moment") {
    const FrameColumns columns = columns_of(frame_of(1, 1.0,
                                                     {{"particles", Lane::host, 10.4, 10.6},
                                                      {"particles", Lane::host, 10.7, 10.8},
                                                      {"draw", Lane::host, 10.3, 10.9},
                                                      {"simulation", Lane::host, 10.0, 10.3},
                                                      {"enqueue", Lane::host, 10.0, 10.1}}));
    CHECK(host_seconds(columns, "particles") == about(0.3));
    CHECK(host_seconds(columns, "draw") == about(0.3));
    CHECK(host_seconds(columns, "simulation") == about(0.2));
    CHECK(host_seconds(columns, "enqueue") == about(0.1));
    CHECK(total_seconds(columns[Lane::host]) == about(0.9));
    CHECK(columns[Lane::host].front().name == "simulation");  // Parts are in the order of their first spans.
    CHECK(columns[Lane::opencl].empty());
}

TEST_CASE("where two measured parts of a frame overlap, the time counts for the part that began later") {
    const FrameColumns columns =
        columns_of(frame_of(1, 1.0, {{"force", Lane::opencl, 10.0, 10.5}, {"read back", Lane::opencl, 10.3, 10.8}}));
    CHECK(seconds_of(columns[Lane::opencl], "force") == about(0.3));
    CHECK(seconds_of(columns[Lane::opencl], "read back") == about(0.5));
    // The two spans together cover 0.8 s.
    CHECK(total_seconds(columns[Lane::opencl]) == about(0.8));

    // While two spans overlap, the time belongs to the span that began later. Afterwards, the time belongs to the span
    // that has not ended.
    const FrameColumns around = columns_of(frame_of(
        1, 1.0, {{"a", Lane::host, 10.0, 10.9}, {"b", Lane::host, 10.1, 10.4}, {"c", Lane::host, 10.2, 10.6}}));
    CHECK(host_seconds(around, "a") == about(0.4));
    CHECK(host_seconds(around, "b") == about(0.1));
    CHECK(host_seconds(around, "c") == about(0.4));
}

TEST_CASE("frames are recorded only on request, and only as whole frames") {
    FrameProfiler profiler;
    profiler.begin_frame(1);
    { const auto timed = profiler.measure("draw"); }
    profiler.record(true);
    CHECK(!profiler.recording());  // Recording begins with the next frame, not in the middle of a frame.
    { const auto timed = profiler.measure("draw"); }
    for (long number = 2; number < 12; ++number) {
        profiler.begin_frame(number);
        CHECK(profiler.recording());
        const auto outer = profiler.measure("draw");
        wait_a_moment();
        CHECK(profiler.measure("particles", [] { return 3; }) == 3);
    }
    profiler.record(false);
    profiler.begin_frame(12);
    CHECK(!profiler.recording());
    { const auto timed = measure(static_cast<FrameProfiler*>(nullptr), "draw"); }

    const std::vector<FrameRecord> frames = profiler.take_completed();
    // GPU times of the six newest frames may arrive later, so these frames are not completed.
    REQUIRE(frames.size() == 4);
    long number = 2;
    for (const FrameRecord& frame : frames) {
        CHECK(frame.number == number++);
        CHECK(frame.seconds() >= 0.001);
        REQUIRE(frame.spans.size() == 2);
        // An inner span ends before the span around it, so the inner span is listed first.
        CHECK(frame.spans[0].name == "particles");
        CHECK(total_seconds(columns_of(frame)[Lane::host]) <= frame.seconds());
    }
    CHECK(profiler.take_completed().empty());
}

TEST_CASE("GPU times that arrive late are assigned to the frame in which they were measured") {
    FrameProfiler profiler;
    profiler.record(true);
    for (long number = 1; number <= 8; ++number) {
        profiler.begin_frame(number);
        if (number > 3) profiler.add({"particles", Lane::opengl, 0, 1e-3 * double(number - 3)}, number - 3);
    }
    // Frame 100 does not exist, so its GPU time is dropped.
    profiler.add({"particles", Lane::opengl, 0, 1}, 100);
    profiler.begin_frame(9);
    const std::vector<FrameRecord> frames = profiler.take_completed();
    REQUIRE(frames.size() == 2);
    for (const FrameRecord& frame : frames) {
        REQUIRE(frame.spans.size() == 1);
        CHECK(frame.spans[0].end == about(1e-3 * double(frame.number)));
    }
}

TEST_CASE("a main loop that sleeps ends its frame before sleeping") {
    FrameProfiler profiler;
    profiler.record(true);
    profiler.begin_frame(1);
    profiler.end_frame();
    const double before_sleep = profiler.now();
    { const auto sleeping = profiler.measure("sleep"); }
    wait_a_moment();
    for (long number = 2; number < 9; ++number) profiler.begin_frame(number);
    const std::vector<FrameRecord> frames = profiler.take_completed();
    REQUIRE(frames.size() == 1);  // Seven frames have ended. GPU times of the six newest frames may arrive later.
    CHECK(frames[0].spans.empty());
    CHECK(frames[0].end <= before_sleep);
}

TEST_CASE("the frame log keeps the newest frames and the slowest of all frames") {
    FrameLog log;
    const long count = 2 * FrameLog::most_frames;
    // Frame 5 is much slower than all other frames and is no longer among the newest frames.
    for (long number = 1; number <= count; ++number)
        log.add(frame_of(number, number == 5 ? 1.0 : 1e-3 + 1e-6 * double(number)));
    CHECK(log.frames().size() == FrameLog::most_frames);
    CHECK(log.frames().back().columns.number == count);
    CHECK(log.frames().front().columns.number == count - long(FrameLog::most_frames) + 1);
    REQUIRE(log.worst().size() == FrameLog::most_worst);
    CHECK(log.worst()[0].columns.number == 5);
    for (std::size_t i = 1; i < log.worst().size(); ++i) CHECK(log.worst()[i].columns.number == count + 1 - long(i));
    REQUIRE(log.find(5) != nullptr);
    CHECK(log.find(5)->columns.seconds == about(1));
    CHECK(log.find(6) == nullptr);
    log.clear();
    CHECK(log.frames().empty());
    CHECK(log.worst().empty());
}

TEST_CASE("the mean time of host, OpenCL or OpenGL includes only the frames in which this time was measured") {
    FrameLog log;
    CHECK(log.newest_mean(1).seconds == 0);
    const FrameColumns both =
        columns_of(frame_of(1, 0.02, {{"draw", Lane::host, 10, 10.02}, {"particles", Lane::opengl, 10, 10.01}}));
    const FrameColumns one =
        columns_of(frame_of(2, 0.04, {{"force", Lane::opencl, 10, 10.03}, {"swap", Lane::host, 10, 10.04}}));
    const std::array<const FrameColumns*, 2> frames{&both, &one};
    const FrameColumns mean = mean_of(frames);
    CHECK(mean.seconds == about(0.03));
    CHECK(host_seconds(mean, "draw") == about(0.01));
    CHECK(host_seconds(mean, "swap") == about(0.02));
    CHECK(total_seconds(mean[Lane::host]) == about(mean.seconds));
    // Only the first frame has OpenGL spans, so only this frame contributes to the mean OpenGL time.
    CHECK(seconds_of(mean[Lane::opengl], "particles") == about(0.01));
    // Both frames contribute to the mean OpenCL time, although the first frame has no OpenCL span.
    CHECK(seconds_of(mean[Lane::opencl], "force") == about(0.015));
}

TEST_CASE("the cost of waiting for render passes is the extra time of the frames that wait") {
    FrameLog log;
    CHECK(!log.cost_of_waiting());
    for (long number = 0; number < 100; ++number) {
        // The cost is a median, so a single stall must not change the cost.
        const double stall = number == 50 ? 1 : 0;
        if (number % 10 == 0)
            log.add(frame_of(number, 0.02 + stall, {{"swap", Lane::host, 10, 10.005 + stall}}));
        else
            log.add(frame_of(number, 0.02,
                             {{"particles", Lane::host, 10, 10.007}, {"particles", Lane::opengl, 10, 10.007}}));
    }
    REQUIRE(log.cost_of_waiting());
    CHECK(*log.cost_of_waiting() == about(0.002));
}

TEST_CASE("a frame is limited by its longest part unless the frame waits for the display") {
    const double interval = 1.0 / 60;
    const auto bound = [&](double seconds, std::vector<Span> spans) {
        return bound_of(columns_of(frame_of(1, seconds, std::move(spans))), interval);
    };
    CHECK(bound(0.030, {{"wait for OpenCL", Lane::host, 10, 10.02}, {"draw", Lane::host, 10.02, 10.03}}).kind ==
          PartKind::compute);
    CHECK(bound(0.030, {{"enqueue", Lane::host, 10, 10.01}, {"particles", Lane::host, 10.01, 10.03}}).kind ==
          PartKind::draw);
    CHECK(bound(0.030, {{"read back", Lane::host, 10, 10.02}, {"draw", Lane::host, 10.02, 10.03}}).kind ==
          PartKind::copy);
    CHECK(bound(0.030, {{"panels", Lane::host, 10, 10.02}, {"draw", Lane::host, 10.02, 10.03}}).kind ==
          PartKind::interface);
    // The display limits this frame, because the frame waits for the display, even if only briefly.
    CHECK(bound(interval, {{"draw", Lane::host, 10, 10.014}, {"swap", Lane::host, 10.014, 10.0166}}).kind ==
          PartKind::display);
    CHECK(bound(interval, {{"draw", Lane::host, 10, 10.0163}, {"swap", Lane::host, 10.0163, 10.0166}}).kind ==
          PartKind::draw);
    // The swap waits for the GPU, which has not finished drawing.
    const FrameBound late = bound(0.030, {{"draw", Lane::host, 10, 10.001},
                                          {"swap", Lane::host, 10.001, 10.030},
                                          {"particles", Lane::opengl, 10, 10.025}});
    CHECK(late.kind == PartKind::draw);
    CHECK(late.of(PartKind::draw) == about(0.025));
    CHECK(late.of(PartKind::display) == about(0.005));
    CHECK(words(late) ==
          "draw limits the frame rate: 25.0 of 30.0 ms; compute 0.0, copy 0.0, interface 0.0, display 5.0");
    CHECK(words({}) == "no frames are recorded yet");
}

TEST_CASE("a held frame is displayed until it is released, even after it has left the frame log") {
    Timing timing;
    timing.hold(3);
    CHECK(!timing.holds());  // No frame has been recorded yet, so no frame can be held.
    for (long number = 1; number < 20; ++number) timing.begin_frame(number, true);
    timing.hold(3);
    CHECK(timing.shown().number == 3);
    for (long number = 20; number < 900; ++number) timing.begin_frame(number, true);
    CHECK(timing.shown().number == 3);
    timing.let_go();
    CHECK(timing.shown().number > 800);
    // The panel is closed for a frame and opened again.
    timing.begin_frame(900, false);
    CHECK(!timing.log().frames().empty());
    timing.begin_frame(901, true);
    CHECK(timing.log().frames().empty());
    CHECK(timing.log().worst().empty());
}

TEST_CASE("the CSV file of frame times has a row for every part of a frame") {
    const TimingFolder folder;
    const std::filesystem::path file = folder.path / "frames.csv";
    write_timing_csv(file, small_log().frames());
    std::istringstream lines{text_of(file)};
    std::string line;
    std::vector<std::string> rows;
    while (std::getline(lines, line)) rows.push_back(line);
    REQUIRE(rows.size() == 6);
    CHECK(rows[0] == "frame,begin_s,frame_ms,lane,part,ms");
    CHECK(rows[1] == "7,10.000000,20.0000,host,draw,20.0000");
    CHECK(rows[4] == "8,10.000000,30.0000,OpenCL,force,8.0000");
}

TEST_CASE("trace viewers can read the trace file of frame times") {
    const TimingFolder folder;
    const std::filesystem::path file = folder.path / "frames.json";
    write_chrome_trace(file, small_log().frames());
    const auto json = parse_json(text_of(file));
    std::map<int, std::string> threads;
    std::map<std::string, int> complete;
    for (const auto& event : json["traceEvents"]) {
        if (event["ph"] == "M") {
            threads[event["tid"]] = event["args"]["name"];
            continue;
        }
        REQUIRE(event["ph"] == "X");
        CHECK(event["dur"].get<double>() > 0);
        ++complete[threads.at(event["tid"]) + "/" + event["name"].get<std::string>()];
        if (event["name"] == "force") {
            // Trace files give times in microseconds.
            CHECK(event["ts"].get<double>() == doctest::Approx(10.001e6));
            CHECK(event["dur"].get<double>() == doctest::Approx(8000));
        }
    }
    CHECK(complete == std::map<std::string, int>{{"frames/frame 7", 1},
                                                 {"frames/frame 8", 1},
                                                 {"host/draw", 2},
                                                 {"host/simulation", 1},
                                                 {"OpenCL/force", 1},
                                                 {"OpenGL/particles", 1}});
}

TEST_CASE("without recorded frames, no file of frame times is written and a message says so") {
    const TimingFolder folder;
    const std::filesystem::path file = folder.path / "none";
    CHECK_THROWS_WITH_AS(write_timing_csv(file, {}),
                         "no frames are recorded yet: the drawer Frame times records frames while it is open",
                         std::runtime_error);
    CHECK_THROWS_AS(write_chrome_trace(file, {}), std::runtime_error);
    CHECK(!std::filesystem::exists(file));
}
