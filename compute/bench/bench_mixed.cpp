#include "compute/bench/bench_mixed.hpp"

#include <cstring>
#include <stdexcept>

namespace milkomeda {
namespace {

constexpr double seconds_per_combination = 1;  // approximate time per combination of memory and schedule
constexpr int least_turns = 3, iterations_of_turn = 8;

bool same_places(const ParticleSet& a, const ParticleSet& b) {
    return std::memcmp(a.positions.data(), b.positions.data(), a.size() * sizeof(Float4)) == 0;
}

}  // namespace

std::vector<MixedTiming> bench_mixed(const Device& device, const ReadAsset& read, const MixedBox& of) {
    MixedBox box = of;
    box.sorted = true;  // so that all combinations give bit-identical results
    const DeviceContext device_context = make_device_context(&device, {}, Interop::copied);
    const auto start = std::make_shared<const ParticleSet>(place_mixed(box, 1));
    std::vector<MixedTiming> timings;
    std::vector<MixedSimulation> simulations;
    for (const MixedMemory memory : {MixedMemory::zero_copy, MixedMemory::copied})
        for (const MixedSchedule schedule : {MixedSchedule::plain, MixedSchedule::balanced}) {
            box.memory = memory, box.schedule = schedule;
            simulations.emplace_back(device_context, GlSide{}, GlVertexBuffers{}, box, start, read);
            timings.push_back({box.small, box.dynamic + box.fixed, memory, schedule, {}});
        }
    double seconds = 0;
    for (int turn = -1; turn < least_turns || seconds < seconds_per_combination * static_cast<double>(timings.size());
         ++turn)
        for (std::size_t i = 0; i < timings.size(); ++i) {
            const Clock::time_point begin = Clock::now();
            for (int k = 0; k < iterations_of_turn; ++k) simulations[i].iterate();
            simulations[i].finish();
            const double total = seconds_since(begin);
            MixedTimes times = simulations[i].take_times();
            if (turn < 0) continue;  // warm-up: drivers compile a kernel at its first run
            times.total = total;
            // Keeps the fastest turn, because disturbances of the machine only make a turn slower.
            MixedTimes& best = timings[i].times;
            if (best.iterations == 0 || times.total < best.total) best = times;
            seconds += total;
        }
    const ParticleSet first = simulations.front().read();
    for (MixedSimulation& simulation : simulations)
        if (!same_places(first, simulation.read()))
            throw std::runtime_error(
                "bench mixed: two combinations of memory and schedule move the particles differently");
    for (MixedTiming& timing : timings) timing.times = mean_of(timing.times);
    return timings;
}

}  // namespace milkomeda
