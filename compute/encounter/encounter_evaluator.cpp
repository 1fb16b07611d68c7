#include "compute/encounter/encounter_evaluator.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "compute/encounter/encounter_scores.hpp"
#include "compute/kernels/device_traits.hpp"
#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

// Positions of the particles of a model: those of disk 1 and disk 2 at the present, then undisturbed.
struct ModelPositions {
    std::array<std::vector<float>, 4> x, y;

    void add(std::size_t disk, glm::vec2 position) { x[disk].push_back(position.x), y[disk].push_back(position.y); }
    DiskPositions disk(std::size_t i) const { return {x[i], y[i]}; }
};

}  // namespace

struct EncounterEvaluator::Work {
    Work(const KernelContext& kernels, const MatchTarget& match_target, const EncounterSettings& settings)
        : target{match_target}, batch{kernels, settings}, scorer{target} {
        if (!DeviceTraits{kernels.device}.is_cpu) scores.emplace(kernels, target, settings);
    }

    std::vector<MatchTerms> host_terms(std::span<const EncounterParameters> encounters) const;

    MatchTarget target;
    EncounterBatch batch;
    std::optional<EncounterScores> scores;  // empty on a CPU, where host_terms() is faster than the kernel
    MatchScorer scorer;
};

// Returns the terms of the encounters of the last launch, which threads of the program compute.
std::vector<MatchTerms> EncounterEvaluator::Work::host_terms(std::span<const EncounterParameters> encounters) const {
    const std::vector<Float4> positions = batch.read_positions();
    const std::vector<EncounterOutcome> outcomes = batch.read_outcomes();
    std::vector<ModelPositions> models(encounters.size());
    std::vector<std::size_t> indices(encounters.size());
    std::iota(indices.begin(), indices.end(), 0);
    parallel_for_each(indices, [&](std::size_t i) {
        for (std::size_t k = 0; k < batch.particles(); ++k) {
            const Float4& position = positions[i * batch.particles() + k];
            models[i].add(k < batch.settings().particles[0] ? 0 : 1, {position.x, position.y});
        }
        const Float4& end = outcomes[i].end_position;
        const auto disks = undisturbed_disks(encounters[i], batch.settings(), {end.x, end.y});
        for (std::size_t d = 0; d < 2; ++d)
            for (const glm::vec2 position : disks[d]) models[i].add(2 + d, position);
    });
    std::vector<ModelParticles> particles;
    for (const ModelPositions& model : models)
        particles.push_back({{model.disk(0), model.disk(1)}, {model.disk(2), model.disk(3)}});
    return match_terms(target, particles);
}

EncounterEvaluator::EncounterEvaluator(const Device& device, const ReadAsset& read, const MatchTarget& target,
                                       const EncounterSettings& settings) {
    const cl::Context context{handle_of(device)};
    const KernelContext kernels{context, device, cl::CommandQueue{context, handle_of(device)}, read};
    work_ = std::make_unique<Work>(kernels, target, settings);
}

EncounterEvaluator::~EncounterEvaluator() = default;

std::vector<MatchTerms> EncounterEvaluator::terms(std::span<const EncounterParameters> encounters) {
    std::vector<MatchTerms> terms;
    work_->batch.run(encounters, [&](std::size_t first, std::size_t count) {
        if (work_->scores) work_->scores->begin(work_->batch);
        std::ranges::copy(work_->scores ? work_->scores->read() : work_->host_terms(encounters.subspan(first, count)),
                          std::back_inserter(terms));
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
