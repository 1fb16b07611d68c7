// Checks the values of a command's options that depend on each other. Throws UsageError with the reason.
#pragma once

#include "app/cli/options.hpp"

namespace milkomeda {

void check(const RenderOptions& options);
void check(const SimulateOptions& options);
void check(const BenchCommandOptions& options);
void check(const SceneOptions& scene, const ProgramOptions& program);

}  // namespace milkomeda
