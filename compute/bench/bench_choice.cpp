#include "compute/bench/bench_choice.hpp"

#include <algorithm>

#include "compute/gravity/autotuner.hpp"

namespace milkomeda {

void measure_choice(BenchContext& context, BenchField& field, BenchReport& report) {
    constexpr int turns = 3;
    Autotuner search{{Tier::copied, "", context.device, std::make_shared<cl::Context>(context.context)},
                     field.positions(),
                     context.read};
    search.run();
    const KernelChoice choice = search.best();
    std::vector<BenchResult*> rivals;
    const auto add_rival = [&](const KernelChoice& kernel) {
        const auto known = std::ranges::find_if(report.results, [&](const BenchResult& result) {
            return result.kernel == kernel && result.bodies == field.bodies() && result.fraction_denominator == 1;
        });
        if (known != report.results.end()) rivals.push_back(&*known);
    };
    if (const BenchResult* fastest = best_of(report, field.bodies())) add_rival(fastest->kernel);
    add_rival(choice);
    if (rivals.empty() || rivals.back()->kernel != choice) {
        BenchCandidate candidate = field.candidate(*choice.variant, choice.settings);
        if (!candidate.solver) return;
        report.results.push_back(field.time(candidate, {.seconds = 0.1, .longest_whole = 1}));
        report.results.back().best = false;
        rivals.clear();
        add_rival(best_of(report, field.bodies())->kernel);
        add_rival(choice);
    }
    rivals.back()->chosen = true;
    for (int turn = 0; turn < turns; ++turn)
        for (BenchResult* rival : rivals) {
            BenchCandidate candidate = field.candidate(*rival->kernel.variant, rival->kernel.settings);
            const BenchResult again = field.time(candidate, {.seconds = 0.1, .longest_whole = 1});
            if (again.seconds >= rival->seconds) continue;
            rival->seconds = again.seconds;
            rival->part = again.part;
            rival->pairs_per_second = again.pairs_per_second;
        }
}

}  // namespace milkomeda
