// Scores of many encounters against the picture of a pair, on an OpenCL device.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "compute/encounter/encounter_batch.hpp"
#include "data/match/match_score.hpp"

namespace milkomeda {

// Computes the terms of MatchScorer. The images of the models are the same bits as those of MatchScorer; the terms
// differ by rounding in single precision. The result is the same in each run on a device.
class EncounterScores {
  public:
    // Builds the kernel for the particles of `settings`. Throws KernelError, and std::invalid_argument if a disk has no
    // particles, or if the device cannot run a work-group of 128 work-items or has less than 42 KiB of local memory.
    EncounterScores(const KernelContext& context, const MatchTarget& target, const EncounterSettings& settings);

    // Enqueues the scores of the last launch of the batch, which must use the queue of `context` and the settings.
    void begin(const EncounterBatch& batch);
    // Waits for the scores of the last begin() and returns them in the order of the encounters.
    std::vector<MatchTerms> read() const;

  private:
    KernelContext context_;
    std::array<std::size_t, 2> particles_;
    std::size_t work_group_ = 0, count_ = 0, capacity_ = 0;
    cl::Kernel score_;
    cl::Buffer samples_, target_, cells_, sorted_, terms_;
};

// Returns the positions on the sky of both disks as they would be without the encounter, with the arithmetic of the
// device. `end` is the position of galaxy 2.
std::array<std::vector<glm::vec2>, 2> undisturbed_disks(const EncounterParameters& encounter,
                                                        const EncounterSettings& settings, glm::vec2 end);

}  // namespace milkomeda
