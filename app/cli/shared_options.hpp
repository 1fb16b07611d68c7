// Declares the command-line options that several commands share. Some of these options come from the tables of
// parameters and look controls.
#pragma once

#include "app/cli/command_line.hpp"
#include "app/cli/option_parts.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// `kinds` names the accepted sources: SCENE, FILE or SCENE|FILE.
void declare_source(OptionDeclarer& command, std::string& source, const char* kinds, const char* help);
void declare_rigid_galaxies(OptionDeclarer& command, std::optional<RigidGalaxy>& rigid_galaxies);
void declare_encounter(OptionDeclarer& command, SceneOptions& scene);
void declare_particles(OptionDeclarer& command, SceneOptions& scene);
void declare_reading(OptionDeclarer& command, ReadOptions& reading);
void declare_center(OptionDeclarer& command, ReadOptions& reading);
void declare_format(OptionDeclarer& command, std::string& format);
void declare_interop(OptionDeclarer& command, Interop& interop);
void declare_physics(OptionDeclarer& command, DeviceOptions& device, Overrides<SimulationParameters>& parameters);
void declare_size(OptionDeclarer& command, PictureOptions& picture);
void declare_detail(OptionDeclarer& command, PictureOptions& picture);
void declare_picture(OptionDeclarer& command, CameraOverrides& camera, PictureOptions& picture, StyleOptions& style);
void declare_program(OptionDeclarer& command, ProgramOptions& program);

// Declares the options of all parameters in `group`, or of all look controls in `section`. The options append their
// values to `overrides`. The parser checks the ranges of look options at once. validate() later checks the ranges of
// parameters, because these ranges can depend on the scene.
void declare(OptionDeclarer& command, ParameterGroup group, Overrides<SimulationParameters>& overrides);
void declare(OptionDeclarer& command, LookSection section, Overrides<Look>& overrides);

}  // namespace milkomeda
