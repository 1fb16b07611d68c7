#include "compute/team_shares.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <thread>

namespace milkomeda {
namespace {

using Clock = std::chrono::steady_clock;

std::size_t multiples(std::size_t devices) {
    return 16 * devices;
}

// Enqueues so many pairs, or the smallest slice, and returns how many they were.
double enqueue_pairs(const Worker& worker, double wanted) {
    constexpr int most_sums = 100;  // of few bodies: longer lists of commands only take time to write
    double pairs = 0;
    int sums = 0;
    do {
        worker.solver.begin(worker.positions, {});
        pairs += worker.solver.enqueue_slice(wanted - pairs);
        while (pairs < wanted && worker.solver.done() < 1)
            pairs += worker.solver.enqueue_slice(wanted - pairs);
    } while (pairs < wanted && ++sums < most_sums);
    return pairs;
}

// One round of work for those with something to do; their new rates.
void work_together(std::span<const Worker> workers, std::span<const double> wanted, std::span<double> rates) {
    struct Job {
        std::size_t worker;
        double pairs;
        Clock::time_point start;
        cl::Event end;
    };
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < workers.size(); ++i) {
        if (wanted[i] < 0) continue;
        Job job{i, 0, Clock::now(), {}};
        job.pairs = enqueue_pairs(workers[i], wanted[i]);
        workers[i].queue.enqueueMarkerWithWaitList(nullptr, &job.end);
        workers[i].queue.flush();
        jobs.push_back(job);
    }
    while (!jobs.empty()) {
        std::erase_if(jobs, [&](const Job& job) {
            const auto status = job.end.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
            if (status < 0) throw std::runtime_error("a device failed while its speed was measured");
            if (status != CL_COMPLETE) return false;
            rates[job.worker] = job.pairs / std::chrono::duration<double>(Clock::now() - job.start).count();
            return true;
        });
        std::this_thread::sleep_for(std::chrono::microseconds{50});
    }
}

}  // namespace

std::vector<double> measure_rates(std::span<const Worker> workers) {
    // The smallest slice makes drivers ready; from the second one on a slow device need not try again. The
    // last round is the one that counts: by then all end together.
    std::vector<double> rates(workers.size(), 0), wanted(workers.size(), 0);
    for (int slice = 0; slice < 2; ++slice) work_together(workers, wanted, rates);
    for (const double seconds : {0.01, 0.03, 0.06}) {
        const double all = std::accumulate(rates.begin(), rates.end(), 0.0);
        const double hopeless = all / static_cast<double>(multiples(workers.size())) / 8;
        std::ranges::transform(rates, wanted.begin(),
                               [&](double rate) { return rate < hopeless ? -1 : rate * seconds; });
        work_together(workers, wanted, rates);
    }
    return rates;
}

// Hamilton's method: everyone the whole multiples, then one more to those with the largest remainders.
std::vector<double> divide(std::span<const double> rates) {
    const std::size_t parts = multiples(rates.size());
    const double all = std::accumulate(rates.begin(), rates.end(), 0.0);
    std::vector<double> shares(rates.size()), remainders(rates.size());
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const double exact = rates[i] / all * static_cast<double>(parts);
        shares[i] = std::floor(exact);
        remainders[i] = exact - shares[i];
    }
    for (double given = std::accumulate(shares.begin(), shares.end(), 0.0); given < double(parts); ++given) {
        const auto next = std::ranges::max_element(remainders) - remainders.begin();
        ++shares[next];
        remainders[next] = -1;
    }
    for (double& share : shares) share /= static_cast<double>(parts);
    return shares;
}

}  // namespace milkomeda
