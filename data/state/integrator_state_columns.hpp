// What a run remembers (data/simulation/integrator_state.hpp), as a state file has it.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "data/hdf5/hdf5_archive.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

void request_integrator_state(ArchiveRequest& question);
// The columns are held by `held` until they are written.
void put(ArchiveContent& content, const IntegratorState& memory, std::vector<std::vector<double>>& held);
void put(ArchiveContent& content, const IntegerRows& integers);

// Of so many light bodies, and perturbers. Empty where the file has none. Throw FileError for what makes no
// sense.
std::optional<IntegratorState> integrator_state_in(const std::filesystem::path& file, const ArchiveResult& answer, long steps,
                                   double time, std::size_t bodies, std::size_t perturbers);
std::optional<IntegerRows> integers_in(const std::filesystem::path& file, const ArchiveResult& answer,
                                       std::size_t bodies);

}  // namespace milkomeda
