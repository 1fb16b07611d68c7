// Keeps the measured rates of a device's kernels for the next time: in kernels.json in the cache folder, by
// device and number of bodies. Another driver, or other kernels, make them void.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compute/gravity/autotuner.hpp"

namespace milkomeda {

struct MeasuredKernels {
    KernelChoice best;
    std::vector<KernelRate> rates;  // the best of each variant
};

class TuningCache {
  public:
    // Without a folder nothing is kept.
    TuningCache(std::optional<std::filesystem::path> folder, const Device& device, const ReadAsset& read);

    bool keeps() const { return folder_.has_value(); }

    // Finds what was measured with about as many bodies: between two powers of two lies one more class.
    std::optional<MeasuredKernels> find(std::size_t bodies) const;
    void keep(std::size_t bodies, const MeasuredKernels& measured) const;  // a warning where it cannot

  private:
    std::filesystem::path file() const { return *folder_ / "kernels.json"; }

    std::optional<std::filesystem::path> folder_;
    Device device_;
    std::string version_;  // of driver and kernels
};

}  // namespace milkomeda
