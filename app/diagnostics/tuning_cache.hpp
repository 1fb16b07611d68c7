// Stores measured kernel rates in the file kernels.json in the cache folder, by device and number of bodies.
// Entries with another driver version or other kernel sources are ignored.
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
    // `folder`: cache folder; without a folder, nothing is stored.
    TuningCache(std::optional<std::filesystem::path> folder, const Device& device, const ReadAsset& read);

    bool keeps() const { return folder_.has_value(); }

    // Returns the measurements for the class of body numbers that contains `bodies`. Classes are a factor of
    // the square root of 2 apart.
    std::optional<MeasuredKernels> find(std::size_t bodies) const;
    // stores the measurements, or logs a warning if the file cannot be written
    void keep(std::size_t bodies, const MeasuredKernels& measured) const;

  private:
    std::filesystem::path file() const { return *folder_ / "kernels.json"; }

    std::optional<std::filesystem::path> folder_;
    Device device_;
    std::string version_;  // driver version, and hash of the kernel sources
};

}  // namespace milkomeda
