// Stores measured kernel rates by device and number of bodies, in the file kernels.json of the cache folder. Rates
// measured with a different driver version or different kernel sources are ignored.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compute/gravity/autotuner.hpp"

namespace milkomeda {

struct MeasuredKernels {
    KernelChoice best;
    std::vector<KernelRate> rates;  // highest measured rate of each variant
};

class TuningCache {
  public:
    // `folder` is the cache folder. Without a folder, no rates are stored.
    TuningCache(std::optional<std::filesystem::path> folder, const Device& device, const ReadAsset& read);

    bool keeps() const { return folder_.has_value(); }

    // Returns the measurements with a number of bodies similar to `bodies`. Two numbers are similar if the nearest
    // power of sqrt(2) is the same for both numbers.
    std::optional<MeasuredKernels> find(std::size_t bodies) const;
    // Stores the measurements, or logs a warning if the file cannot be written.
    void keep(std::size_t bodies, const MeasuredKernels& measured) const;

  private:
    std::filesystem::path file() const { return *folder_ / "kernels.json"; }

    std::optional<std::filesystem::path> folder_;
    Device device_;
    std::string version_;  // driver version, and hash of the kernel sources
};

}  // namespace milkomeda
