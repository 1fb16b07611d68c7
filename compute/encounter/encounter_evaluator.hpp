// Scores and images of encounters, for programs that know no OpenCL.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/device/device.hpp"
#include "compute/encounter/encounter_settings.hpp"
#include "data/base/inclusion.hpp"
#include "data/match/match_score.hpp"

namespace milkomeda {

// Compares encounters with a picture on a device, in an OpenCL context and a queue of its own. An object is used by one
// thread at a time. `read` must outlive the object.
class EncounterEvaluator {
  public:
    // Builds the kernels, which takes about a second. Throws KernelError if a kernel does not build, and
    // std::invalid_argument if the device cannot run the kernels.
    EncounterEvaluator(const Device& device, const ReadAsset& read, const MatchTarget& target,
                       const EncounterSettings& settings = {});
    ~EncounterEvaluator();
    EncounterEvaluator(const EncounterEvaluator&) = delete;
    EncounterEvaluator& operator=(const EncounterEvaluator&) = delete;

    // Returns the terms of all encounters in their order. Throws cl::Error.
    std::vector<MatchTerms> terms(std::span<const EncounterParameters> encounters);
    std::vector<double> scores(std::span<const EncounterParameters> encounters);
    // Returns the images of all encounters at the present, as MatchScorer::image(). Throws cl::Error.
    std::vector<ModelImage> images(std::span<const EncounterParameters> encounters);

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace milkomeda
