// Reading and writing of the integrator state (data/simulation/integrator_state.hpp) in a state file.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "data/hdf5/hdf5_archive.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

void request_integrator_state(ArchiveRequest& question);
// Add the integrator state or the integer columns to an archive. The first overload stores the numbers of the columns
// in `held`, which must exist until the archive is written.
void put(ArchiveContent& content, const IntegratorState& memory, std::vector<std::vector<double>>& held);
void put(ArchiveContent& content, const IntegerRows& integers);

// Read the integrator state or the integer columns from an archive. Return an empty optional if the archive does not
// contain this data. Throw FileError if the data is not for `bodies` field bodies and `perturbers` perturbers.
std::optional<IntegratorState> integrator_state_in(const std::filesystem::path& file, const ArchiveResult& answer,
                                                   long steps, double time, std::size_t bodies, std::size_t perturbers);
std::optional<IntegerRows> integers_in(const std::filesystem::path& file, const ArchiveResult& answer,
                                       std::size_t bodies);

}  // namespace milkomeda
