// Storage of the integrator state (data/simulation/integrator_state.hpp) in a state file.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "data/hdf5/hdf5_archive.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

void request_integrator_state(ArchiveRequest& question);
// Adds the state to an archive. `held` owns the columns until the archive is written.
void put(ArchiveContent& content, const IntegratorState& memory, std::vector<std::vector<double>>& held);
void put(ArchiveContent& content, const IntegerRows& integers);

// Read the state from an archive with this number of field bodies and perturbers; empty if the file does not
// contain it. Throw FileError for inconsistent data.
std::optional<IntegratorState> integrator_state_in(const std::filesystem::path& file,
                                                   const ArchiveResult& answer, long steps, double time,
                                                   std::size_t bodies, std::size_t perturbers);
std::optional<IntegerRows> integers_in(const std::filesystem::path& file, const ArchiveResult& answer,
                                       std::size_t bodies);

}  // namespace milkomeda
