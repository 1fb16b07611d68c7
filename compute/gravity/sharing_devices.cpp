#include "compute/gravity/sharing_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "compute/device/particle_buffers.hpp"
#include "compute/gravity/direct_forms.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

bool same_model(const Device& a, const Device& b) { return a.platform == b.platform && a.name == b.name; }

std::unique_ptr<Solver> make_one_sided(const SolverContext& context, const KernelChoice& choice) {
    return make_one_sided_solver(context, *choice.variant,
                                 complete(*choice.variant, choice.settings, context.device, context.bodies), {});
}

// Creates symmetric solvers with equal block sizes for all devices. Returns an empty string, or the reason
// why a device cannot have such a solver.
std::string make_symmetric(std::vector<SharingDevice>& devices, KernelChoice kernel) {
    const SolverContext& first = devices[0].context;
    kernel.settings = complete(*kernel.variant, kernel.settings, first.device, first.bodies);
    const std::size_t block = block_of(kernel.settings);
    for (SharingDevice& sharing : devices) {
        const Device& device = sharing.context.device;
        const auto choice =
            same_model(device, first.device) ? kernel : symmetric_in_blocks(device, first.bodies, block);
        if (!choice) return fmt::format("{} does not support blocks of {} bodies", device.name, block);
        sharing.solver = make_symmetric_solver(sharing.context, *choice->variant, choice->settings);
        if (!sharing.solver) return fmt::format("{} has too little memory for partial sums", device.name);
    }
    return {};
}

std::size_t multiples(std::size_t devices) { return 16 * devices; }

// Enqueues at least `wanted` pairs of bodies, but at most most_sums whole sums. Returns the number of enqueued pairs.
double enqueue_pairs(const SharingDevice& worker, double wanted) {
    // largest number of sums per timing; with few bodies, enqueueing a sum takes longer than computing it
    constexpr int most_sums = 100;
    double pairs = 0;
    int sums = 0;
    do {
        worker.solver->begin(worker.positions, {});
        pairs += worker.solver->enqueue_slice(wanted - pairs);
        while (pairs < wanted && worker.solver->done() < 1) pairs += worker.solver->enqueue_slice(wanted - pairs);
    } while (pairs < wanted && ++sums < most_sums);
    return pairs;
}

// Lets all workers in `chosen` work at the same time; worker i computes `wanted[i]` pairs. Stores each worker's
// measured rate in `rates`. Returns the seconds until all these workers have finished.
double work_together(std::span<const SharingDevice> workers, std::span<const std::size_t> chosen,
                     std::span<const double> wanted, std::span<double> rates) {
    struct Job {
        std::size_t worker;
        Clock::time_point start;
        double pairs;
        cl::Event end;
    };
    const Clock::time_point begin = Clock::now();
    std::vector<Job> jobs;
    for (const std::size_t i : chosen) {
        Job job{i, Clock::now(), enqueue_pairs(workers[i], wanted[i]), {}};
        workers[i].context.queue.enqueueMarkerWithWaitList(nullptr, &job.end);
        workers[i].context.queue.flush();
        jobs.push_back(job);
    }
    while (!jobs.empty()) {
        std::erase_if(jobs, [&](const Job& job) {
            const auto status = job.end.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
            if (status < 0) throw std::runtime_error("a device failed while its speed was measured");
            if (status != CL_COMPLETE) return false;
            rates[job.worker] = job.pairs / seconds_since(job.start);
            return true;
        });
        std::this_thread::sleep_for(std::chrono::microseconds{20});
    }
    return seconds_since(begin);
}

// Returns the rates of the chosen workers while they run together, and 0 for all other workers. Each round
// divides the work by the rates of the previous round, so that the workers finish at about the same time.
// Only the last round counts.
std::vector<double> rates_together(std::span<const SharingDevice> workers, std::span<const std::size_t> chosen,
                                   std::vector<double> rates) {
    constexpr double round_seconds = 0.03;
    constexpr int rounds = 3;
    double seconds = round_seconds / 3;
    for (int round = 0; round < rounds; ++round) {
        std::vector<double> wanted(workers.size());
        std::ranges::transform(rates, wanted.begin(), [&](double rate) { return rate * seconds; });
        std::ranges::fill(rates, 0);
        seconds = work_together(workers, chosen, wanted, rates);
        if (chosen.size() == 1 && seconds >= round_seconds) break;
        // The next round must be as long as this round if the smallest slice of a slow device takes longer than
        // round_seconds.
        seconds = std::max(seconds, round_seconds);
    }
    return rates;
}

double sum(std::span<const double> numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

}  // namespace

std::vector<SharingDevice> sharing_devices(const SolverContext& context) {
    std::vector<SharingDevice> devices;
    devices.push_back({.context = context});
    for (const Device& device : context.secondary) {
        require_memory(device, context.bodies);
        const cl::Context own{handle_of(device)};
        devices.push_back({.context = {{own, device, {own, handle_of(device)}, context.read}, context.bodies}});
        devices.back().positions = devices.back().context.buffer<Float4>(context.bodies);
    }
    return devices;
}

std::string make_solvers(std::vector<SharingDevice>& devices, KernelChoice kernel) {
    const SolverContext& first = devices[0].context;
    if (!kernel.variant) kernel = {&default_variant(first.device, first.bodies), {}};
    std::string why;
    if (kernel.variant->form == KernelForm::symmetric) {
        why = make_symmetric(devices, kernel);
        if (why.empty()) return {};
        kernel = {&default_one_sided_variant(first.device), {}};
        why = fmt::format(" (one-sided, because {})", why);
    }
    for (SharingDevice& sharing : devices) {
        const Device& device = sharing.context.device;
        sharing.solver = make_one_sided(sharing.context, same_model(device, first.device)
                                                             ? kernel
                                                             : KernelChoice{&default_one_sided_variant(device), {}});
    }
    return why;
}

std::vector<double> measure_rates(std::span<const SharingDevice> workers) {
    std::vector<std::size_t> order(workers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> alone(workers.size());
    work_together(workers, order, alone, alone);  // warm-up: drivers compile at the first run
    for (const std::size_t i : order)
        alone[i] = rates_together(workers, {&i, 1}, std::vector<double>(workers.size()))[i];
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return alone[a] > alone[b]; });

    std::vector<std::size_t> chosen{order[0]};
    std::vector<double> rates(workers.size(), 0);
    rates[order[0]] = alone[order[0]];
    for (const std::size_t next : std::span{order}.subspan(1)) {
        if (alone[next] < sum(rates) / static_cast<double>(multiples(workers.size())) / 2) break;
        std::vector<double> start = rates;
        start[next] = alone[next];
        std::vector<std::size_t> larger = chosen;
        larger.push_back(next);
        const std::vector<double> together = rates_together(workers, larger, start);
        const auto gains = [&] { return sum(together) >= sum(rates) + alone[next] / 2; };
        if (!gains()) continue;
        // The machine may have been busy during the measurement, so the rates without this worker are measured a second
        // time.
        rates = rates_together(workers, chosen, rates);
        if (!gains()) continue;
        rates = together;
        chosen = larger;
    }
    return rates;
}

// Hamilton's method of apportionment: each device gets its share rounded down, and the devices with the
// largest remainders get one more part each.
std::vector<double> divide(std::span<const double> rates) {
    const std::size_t parts = multiples(rates.size());
    const double all = sum(rates);
    std::vector<double> shares(rates.size()), remainders(rates.size());
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const double exact = rates[i] / all * static_cast<double>(parts);
        shares[i] = std::floor(exact);
        remainders[i] = exact - shares[i];
    }
    for (double given = sum(shares); given < double(parts); ++given) {
        const auto next = std::ranges::max_element(remainders) - remainders.begin();
        ++shares[next];
        remainders[next] = -1;
    }
    for (double& share : shares) share /= static_cast<double>(parts);
    return shares;
}

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

}  // namespace milkomeda
