// Stores the measured rates of kernels in kernels.json in the cache folder, by device and number of bodies.
// Entries of another driver version or of other kernel sources are ignored.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compute/gravity/autotuner.hpp"

namespace milkomeda {

struct MeasuredKernels {
    KernelChoice best;
    std::vector<KernelRate> rates;  // best rate of each variant
};

class TuningCache {
  public:
    // Without a folder, nothing is stored.
    TuningCache(std::optional<std::filesystem::path> folder, const Device& device, const ReadAsset& read);

    bool keeps() const { return folder_.has_value(); }

    // Returns the measurements for about as many bodies: classes are a factor of the square root of 2 apart.
    std::optional<MeasuredKernels> find(std::size_t bodies) const;
    // logs a warning if the file cannot be written
    void keep(std::size_t bodies, const MeasuredKernels& measured) const;

  private:
    std::filesystem::path file() const { return *folder_ / "kernels.json"; }

    std::optional<std::filesystem::path> folder_;
    Device device_;
    std::string version_;  // version of the driver, and hash of the kernels
};

}  // namespace milkomeda
