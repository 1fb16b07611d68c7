// These tests check the recorded times of the main thread and of the command queue. No check depends on the speed of
// this machine.
#include "compute/device/queue_timer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

SolverChoice by_direct_sum() { return {.type = &solver_named("direct")}; }

// Returns the records of ten frames of two steps each.
std::vector<FrameRecord> frames_of(Simulation& simulation, FrameProfiler& profiler) {
    for (long number = 1; number <= 10; ++number) {
        profiler.begin_frame(number);
        simulation.advance({}, {.steps = 2});
        simulation.drawn();
    }
    return profiler.take_completed();
}

std::set<std::string_view> parts_in(const FrameRecord& frame, Lane lane) {
    std::set<std::string_view> parts;
    for (const Span& span : frame.spans)
        if (span.lane == lane) parts.insert(span.name);
    return parts;
}

bool tells_time(const Device& device) {
    return device.platform.find("rusticl") == std::string::npos;  // Rusticl reports 0 for all timestamps.
}

}  // namespace

TEST_CASE("times of host and command queue are recorded without changing the run") {
    on_every_device([](const Device& device) {
        DeviceContext device_context = copied(device);
        device_context.profiled = true;
        Simulation profiled{device_context, {}, {}, scattered_bodies(2000), built_in_kernels(), by_direct_sum()};
        Simulation unprofiled{device_context, {}, {}, scattered_bodies(2000), built_in_kernels(), by_direct_sum()};
        FrameProfiler profiler, off;
        profiler.record(true);
        profiled.probes().record_into(&profiler);
        unprofiled.probes().record_into(&off);
        const std::vector<FrameRecord> frames = frames_of(profiled, profiler);
        CHECK(frames_of(unprofiled, off).empty());
        REQUIRE(frames.size() == 3);
        for (const FrameRecord& frame : frames) {
            CHECK(parts_in(frame, Lane::host) == std::set<std::string_view>{"enqueue", "wait for OpenCL", "read back"});
            if (tells_time(device))
                CHECK(parts_in(frame, Lane::opencl) ==
                      std::set<std::string_view>{"force", "kick and drift", "checks", "read back"});
            // Host and device clocks are synchronized when a wait ends. The host notices this end late, so device spans
            // appear late but never early. The rates of the clocks differ by about a millionth.
            constexpr double rates = 1e-6;
            for (const Span& span : frame.spans) {
                CAPTURE(span.name);
                CHECK(span.begin < span.end);
                CHECK(span.begin > frame.begin - rates);
                CHECK(span.end <= frame.end);
            }
        }
        CHECK(same_bits(profiled.checkpoints().read().positions, unprofiled.checkpoints().read().positions));
        CHECK(same_bits(profiled.checkpoints().read().velocities, unprofiled.checkpoints().read().velocities));
    });
}

TEST_CASE("a command queue without profiling reports only host times") {
    on_every_device([](const Device& device) {
        Simulation simulation{copied(device), {}, {}, scattered_bodies(2000), built_in_kernels(), by_direct_sum()};
        FrameProfiler profiler;
        profiler.record(true);
        simulation.probes().record_into(&profiler);
        for (const FrameRecord& frame : frames_of(simulation, profiler)) {
            CHECK(parts_in(frame, Lane::opencl).empty());
            CHECK(parts_in(frame, Lane::host).contains("enqueue"));
        }
    });
}

TEST_CASE(
    "the time interval of a measured part of a command queue contains the intervals of the parts within this part") {
    on_every_device([](const Device& device) {
        const DeviceContext device_context = copied(device);
        const cl::CommandQueue queue{*device_context.context, handle_of(device), CL_QUEUE_PROFILING_ENABLE};
        QueueTimer timer{queue};
        FrameProfiler profiler;
        profiler.record(true);
        timer.record_into(&profiler);
        profiler.begin_frame(1);
        const cl::Buffer buffer{*device_context.context, CL_MEM_READ_WRITE, 1 << 24};
        const auto fill = [&] { queue.enqueueFillBuffer(buffer, cl_float{1}, 0, 1 << 24); };
        {
            const auto outer = timer.measure("outer");
            fill();
            const auto inner = timer.measure("inner");
            fill();
        }
        queue.finish();
        timer.collect();
        timer.collect();  // The second call must not report spans that the first call has reported.
        for (long number = 2; number < 9; ++number) profiler.begin_frame(number);
        const std::vector<FrameRecord> frames = profiler.take_completed();
        REQUIRE(!frames.empty());
        const std::vector<Span>& spans = frames[0].spans;
        if (!tells_time(device)) return;
        REQUIRE(spans.size() == 2);
        CHECK(spans[0].name == "outer");
        CHECK(spans[0].begin < spans[1].begin);
        CHECK(spans[1].end <= spans[0].end);
    });
}

// Prints the cost of profiling per step. Run kernels-tests -ns -tc="*cost of profiling*" on an idle machine.
TEST_CASE("the cost of profiling a step is printed for each solver" * doctest::skip()) {
    on_every_device([](const Device& device) {
        for (const std::size_t bodies : {8'192, 81'920, 1'000'000})
            for (const SolverType& type : solvers()) {
                if (type.name != "fmm" && (type.name != "direct" || bodies > 100'000)) continue;
                double least[2]{1e9, 1e9};
                for (int turn = 0; turn < 10; ++turn) {  // Runs with and without profiling alternate.
                    DeviceContext device_context = copied(device);
                    device_context.profiled = turn % 2 == 1;
                    const double seconds =
                        measure_step_seconds(device_context, built_in_kernels(), bodies, 0, {.type = &type}, {});
                    least[turn % 2] = std::min(least[turn % 2], seconds);
                }
                std::printf("%s, %s, %zu bodies: %.4f ms per step, %.4f ms with profiling (%+.1f %%)\n",
                            device.name.c_str(), type.name.data(), bodies, 1e3 * least[0], 1e3 * least[1],
                            100 * (least[1] / least[0] - 1));
            }
    });
}
