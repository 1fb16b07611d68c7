#include "compute/encounter/picture_scorer.hpp"

#include "compute/encounter/encounter_scores.hpp"

namespace milkomeda {

struct PictureScorer::Parts {
    Parts(const KernelContext& context, const MatchTarget& target, const EncounterSettings& settings)
        : batch{context, settings}, scores{context, target, settings} {}

    EncounterBatch batch;
    EncounterScores scores;
};

PictureScorer::PictureScorer(const DeviceContext& device, const ReadAsset& read, const MatchTarget& target,
                             const EncounterSettings& settings)
    : parts_{std::make_unique<Parts>(KernelContext{*device.context, *device.device,
                                                   cl::CommandQueue{*device.context, handle_of(*device.device)}, read},
                                     target, settings)} {}

PictureScorer::~PictureScorer() = default;

std::vector<MatchTerms> PictureScorer::terms(std::span<const EncounterParameters> encounters) {
    std::vector<MatchTerms> all;
    parts_->batch.run(encounters, [&](std::size_t, std::size_t) {
        parts_->scores.begin(parts_->batch);
        const std::vector<MatchTerms> terms = parts_->scores.read();
        all.insert(all.end(), terms.begin(), terms.end());
    });
    return all;
}

std::vector<double> PictureScorer::scores(std::span<const EncounterParameters> encounters) {
    std::vector<double> scores;
    for (const MatchTerms& each : terms(encounters)) scores.push_back(each.score());
    return scores;
}

}  // namespace milkomeda
