// Checks for options that exclude each other. Each check throws UsageError with a message.
#pragma once

#include "app/cli/options.hpp"

namespace milkomeda {

void check(const RenderOptions& options);
void check(const SimulateOptions& options);
void check(const BenchCommandOptions& options);
void check(const SceneOptions& scene, const ProgramOptions& program);

}  // namespace milkomeda
