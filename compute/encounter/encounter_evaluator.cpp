#include "compute/encounter/encounter_evaluator.hpp"

#include <algorithm>

#include "compute/encounter/encounter_scores.hpp"

namespace milkomeda {

struct EncounterEvaluator::Work {
    Work(const KernelContext& kernels, const MatchTarget& match_target, const EncounterSettings& settings)
        : target{match_target}, batch{kernels, settings}, scores{kernels, target, settings}, scorer{target} {}

    MatchTarget target;
    EncounterBatch batch;
    EncounterScores scores;
    MatchScorer scorer;
};

EncounterEvaluator::EncounterEvaluator(const Device& device, const ReadAsset& read, const MatchTarget& target,
                                       const EncounterSettings& settings) {
    const cl::Context context{handle_of(device)};
    const KernelContext kernels{context, device, cl::CommandQueue{context, handle_of(device)}, read};
    work_ = std::make_unique<Work>(kernels, target, settings);
}

EncounterEvaluator::~EncounterEvaluator() = default;

std::vector<MatchTerms> EncounterEvaluator::terms(std::span<const EncounterParameters> encounters) {
    std::vector<MatchTerms> terms;
    work_->batch.run(encounters, [&](std::size_t, std::size_t) {
        work_->scores.begin(work_->batch);
        std::ranges::copy(work_->scores.read(), std::back_inserter(terms));
    });
    return terms;
}

std::vector<double> EncounterEvaluator::scores(std::span<const EncounterParameters> encounters) {
    std::vector<double> scores;
    for (const MatchTerms& each : terms(encounters)) scores.push_back(each.score());
    return scores;
}

std::vector<ModelImage> EncounterEvaluator::images(std::span<const EncounterParameters> encounters) {
    std::vector<ModelImage> images;
    const std::array<std::size_t, 2> particles = work_->batch.settings().particles;
    work_->batch.run(encounters, [&](std::size_t, std::size_t count) {
        const std::vector<Float4> positions = work_->batch.read_positions();
        std::size_t next = 0;
        for (std::size_t i = 0; i < count; ++i) {
            std::array<std::vector<float>, 2> x, y;
            for (std::size_t disk = 0; disk < 2; ++disk)
                for (std::size_t k = 0; k < particles[disk]; ++k, ++next)
                    x[disk].push_back(positions[next].x), y[disk].push_back(positions[next].y);
            images.push_back(work_->scorer.image({DiskPositions{x[0], y[0]}, DiskPositions{x[1], y[1]}}));
        }
    });
    return images;
}

}  // namespace milkomeda
