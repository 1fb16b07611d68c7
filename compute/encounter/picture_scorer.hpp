// Runs encounters and scores them against a picture: the evaluation of a search.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/encounter/encounter_settings.hpp"
#include "data/base/inclusion.hpp"
#include "data/match/match_score.hpp"

namespace milkomeda {

class PictureScorer {
  public:
    // `device` must contain a device. Builds the kernels. Throws as EncounterBatch and EncounterScores.
    PictureScorer(const DeviceContext& device, const ReadAsset& read, const MatchTarget& target,
                  const EncounterSettings& settings = {});
    ~PictureScorer();

    // Returns the terms of the scores in the order of the encounters. Waits for the device.
    std::vector<MatchTerms> terms(std::span<const EncounterParameters> encounters);
    std::vector<double> scores(std::span<const EncounterParameters> encounters);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace milkomeda
