// Measures several devices that compute one sum together, compared with the first device alone.
#include "compute/bench/bench.hpp"
#include "compute/bench/bench_field.hpp"
#include "compute/gravity/direct_solver.hpp"

namespace milkomeda {

std::vector<BenchResult> bench_multi_device(std::span<const Device> devices, const ReadAsset& read,
                                            const BenchOptions& options, const BenchBodies& bodies,
                                            std::span<const BenchReport> alone) {
    BenchContext context{devices.front(), read};
    const std::vector<Device> secondary{devices.begin() + 1, devices.end()};
    std::vector<BenchResult> results;
    for (const std::size_t count : options.bodies) {
        const BenchResult* first = best_of(alone.front(), count);
        if (!first) continue;
        BenchField field{context, bodies(count), options.softening, {}};
        BenchCandidate together{
            .variant = first->kernel.variant,
            .settings = first->kernel.settings,
            .solver = make_direct_solver(
                {context.context, context.device, context.clock.queue(), count, read, secondary}, first->kernel),
            .seconds = first->seconds};
        BenchResult result = field.time(together, {.seconds = 0.3, .longest_whole = 2});
        result.kernel = together.solver->kernel();
        result.computed_by = result.kernel.variant;
        result.shares = together.solver->shares();
        result.times_first = result.pairs_per_second / first->pairs_per_second;
        double ceilings = 0;
        for (const BenchReport& report : alone)
            for (const BenchCeiling& ceiling : report.ceilings)
                if (ceiling.form == result.computed_by->form) ceilings += ceiling.pairs_per_second;
        result.of_ceiling = result.pairs_per_second / ceilings;
        results.push_back(result);
    }
    return results;
}

}  // namespace milkomeda
