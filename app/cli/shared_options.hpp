// The options that several commands share.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/options.hpp"

namespace milkomeda {

// `kinds`: SCENE, FILE or both, SCENE|FILE.
void declare_source(CommandOptions& command, Options& options, const char* kinds, const char* help);
void declare_particles(CommandOptions& command, Options& options);  // which, and how many
void declare_reading(CommandOptions& command, Options& options);    // of a particle file
void declare_writing(CommandOptions& command, Options& options);
void declare_interop(CommandOptions& command, Options& options);
void declare_physics(CommandOptions& command, Options& options);
void declare_size(CommandOptions& command, Options& options);
void declare_detail(CommandOptions& command, Options& options);
void declare_picture(CommandOptions& command, Options& options);
void declare_common(CommandOptions& command, Options& options);  // of every command

}  // namespace milkomeda
