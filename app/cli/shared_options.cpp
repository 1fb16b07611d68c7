#include "app/cli/shared_options.hpp"

#include <fmt/format.h>
#include <map>

#include "app/cli/program_version.hpp"
#include "data/formats/formats.hpp"
#include "data/formats/table_columns.hpp"

namespace milkomeda {
namespace {

// Parses the value of --camera: "X,Y,Z", the position of a camera that looks at the target, or a list such as
// "yaw=...,pitch=...,distance=...,target=X:Y:Z,up=X:Y:Z,fov=...".
void parse_camera(const std::string& text, CameraOverrides& overrides) {
    if (text.find('=') == std::string::npos) {
        overrides.position = parse_vec3(text, ',');
        return;
    }
    const std::map<std::string, std::optional<float> CameraOverrides::*> numbers{
        {"yaw", &CameraOverrides::yaw},
        {"pitch", &CameraOverrides::pitch},
        {"distance", &CameraOverrides::distance},
        {"fov", &CameraOverrides::fov}};
    for (const std::string& part : split(text, ',')) {
        const std::string key = part.substr(0, part.find('='));
        const std::string value = part.size() > key.size() ? part.substr(key.size() + 1) : "";
        if (const auto number = numbers.find(key); number != numbers.end())
            overrides.*number->second = parse_number<float>(value);
        else if (key == "target")
            overrides.target = parse_vec3(value, ':');
        else if (key == "up")
            overrides.up = parse_vec3(value, ':');
        else
            throw std::invalid_argument(
                fmt::format("'{}' is not one of yaw=, pitch=, distance=, target=X:Y:Z, up=X:Y:Z, fov=", part));
    }
    if (overrides.up && !(glm::length(*overrides.up) > 1e-9f))
        throw std::invalid_argument(fmt::format("'{}' has an up vector of length 0", text));
    if (overrides.fov && (*overrides.fov < narrowest_fov || *overrides.fov > widest_fov))
        throw std::invalid_argument(fmt::format("'{}' has a fov outside 0.0174533 to 2.6179939 radians", text));
    if (overrides.distance && !(*overrides.distance > 0))
        throw std::invalid_argument(fmt::format("'{}': the distance must be greater than 0", text));
    constexpr float straight_up = 1.571f;  // pi/2 rounded up, so that users may type pi/2 in rounded form
    if (overrides.pitch && std::abs(*overrides.pitch) > straight_up)
        throw std::invalid_argument(fmt::format("'{}' has a pitch outside -1.571 to 1.571", text));
}

// Returns a function that stores a text in `target`, and throws std::invalid_argument with `message` if the text is
// empty.
TakeText not_empty(std::string& target, const char* message) {
    return [&target, message](const std::string& value) {
        if (value.empty()) throw std::invalid_argument(message);
        target = value;
    };
}

void declare_camera(OptionDeclarer& command, CameraOverrides& camera) {
    command.text("--camera PLACE",
                 "position X,Y,Z, or any of yaw=A,pitch=A,distance=D,target=X:Y:Z,up=X:Y:Z,fov=A, with lengths in "
                 "units of 4 kpc and angles A in radians",
                 [&camera](const std::string& value) { parse_camera(value, camera); });
    command.text("--projection " + one_of(names<Projection>),
                 "projection of the camera; hammer shows the whole sky, dome shows half of the sky",
                 [&camera](const std::string& value) { camera.projection = require_name<Projection>(value); });
    command.flag("--sky", "show the sky from a star of the Milky Way's disk", camera.sky);
    command.text("--follow GALAXY|NUMBER", "galaxy, perturber, or number of a body that the camera follows",
                 not_empty(camera.follow, "'' names no galaxy and no body"));
    command.flag("--path", "move the camera along the key frames of the scene", camera.path);
}

}  // namespace

void declare_source(OptionDeclarer& command, std::string& source, const char* kinds, const char* help) {
    command.word(std::string{"source "} + kinds, help, [&source](const std::string& value) { source = value; });
}

std::string encounter_source(const std::string& value, std::optional<RigidGalaxy> rigid_galaxies) {
    return encounter_prefix + (rigid_galaxies ? fmt::format("{}:", name_of(*rigid_galaxies)) : "") + value;
}

void declare_rigid_galaxies(OptionDeclarer& command, std::optional<RigidGalaxy>& rigid_galaxies) {
    command.text("--rigid-galaxies " + one_of(offered_rigid_galaxies),
                 "potential and friction of the rigid galaxies in restricted encounters: those of the published code "
                 "SPAM, or of the Milky Way of this program; default: that of the file, or spam",
                 [&rigid_galaxies](const std::string& value) { rigid_galaxies = rigid_galaxy_named(value); });
}

void declare_encounter(OptionDeclarer& command, SceneOptions& scene) {
    command.text("--spam LINE|FILE|NAME",
                 "restricted encounter of two galaxies instead of a scene or file: a line of parameters in the form of "
                 "the code SPAM, a file of such lines, or the name of a published model such as HST_Arp148",
                 not_empty(scene.encounter, "'' is no line of parameters, no file and no name"));
    declare_rigid_galaxies(command, scene.rigid_galaxies);
}

void declare_particles(OptionDeclarer& command, SceneOptions& scene) {
    Selection& selection = scene.selection;
    command.section("Bodies");
    command.text("--bodies auto|NUMBER",
                 "number of bodies; auto chooses the largest number that this device animates smoothly",
                 [&selection](const std::string& value) {
                     if (value != "auto") selection.bodies = parse_number<std::size_t>(value);
                 });
    command.text("--components NAME,...", "components to load, such as disk,bulge,halo",
                 [&selection](const std::string& value) { selection.components = split(value, ','); });
    command.number<double>("--position-scale", "factor by which all positions are multiplied",
                           selection.position_scale);
    command.number<double>("--velocity-scale", "factor by which all velocities are multiplied",
                           selection.velocity_scale);
    command.number<double>("--mass-scale", "factor by which all masses are multiplied", selection.mass_scale);
    command.number<std::uint64_t>("--seed", "seed of the random numbers of generated scenes", scene.seed);
    command.texts("--set KEY=VALUE", "set the scene's key KEY to VALUE",
                  [&settings = scene.settings](const std::string& pair) {
                      const std::size_t equals = pair.find('=');
                      if (equals == std::string::npos)
                          throw std::invalid_argument(fmt::format("'{}' is not KEY=VALUE", pair));
                      settings.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
                  });
}

void declare_reading(OptionDeclarer& command, ReadOptions& reading) {
    command.text("--units " + one_of(names<UnitChoice>),
                 "units of a file: auto (as the file states), model (model units), gadget (kpc/h, 1e10 Msun/h, km/s)",
                 [&reading](const std::string& value) { reading.units = require_name<UnitChoice>(value); });
    command.text("--require mass,velocity", "refuse a file without masses, or without velocities, of all bodies",
                 [&reading](const std::string& value) {
                     for (const std::string& name : split(value, ','))
                         reading.require.push_back(require_name<RequiredColumn>(name));
                 });
    command.text("--periodic " + one_of(names<PeriodicChoice>),
                 "auto unwraps a set that crosses the edge of the file's periodic box; off keeps the positions",
                 [&reading](const std::string& value) { reading.periodic = require_name<PeriodicChoice>(value); });
    command.text(
        "--columns ROLE=COLUMN,...",
        "columns of a text table, as numbers from 0 or names, such as m=3,x=0,y=1,z=2,vx=4,vy=5,vz=6,id=none, with "
        "units as in x=0[kpc] unless the file states them",
        [&reading](const std::string& value) {
            parse_column_choices(value);
            reading.columns = value;
        });
}

void declare_center(OptionDeclarer& command, ReadOptions& reading) {
    command.text("--center " + one_of(names<CenterChoice>) + "|X,Y,Z",
                 "origin of positions in the run: X,Y,Z in units of 4 kpc as info shows positions; the center of the "
                 "periodic box; the densest region; auto keeps the file's origin unless single precision is too coarse",
                 [&reading](const std::string& value) {
                     const auto named = value_named<CenterChoice>(value);
                     reading.center = named.value_or(CenterChoice::place);
                     if (!named) reading.place = parse_place(value);
                 });
}

void declare_format(OptionDeclarer& command, std::string& format) {
    command.text("--format " + written_format_names("|"),
                 "format of the output file, if the extension of the file does not determine the format",
                 not_empty(format, "'' names no format"));
}

void declare_interop(OptionDeclarer& command, Interop& interop) {
    command.text(
        "--interop " + one_of(names<Interop>),
        "how positions get from OpenCL to OpenGL: shared (the same memory), copied, or none (no OpenCL device is used)",
        [&interop](const std::string& value) { interop = require_name<Interop>(value); });
}

void declare_physics(OptionDeclarer& command, DeviceOptions& device, Overrides<SimulationParameters>& parameters) {
    command.section("Devices and forces");
    command.text(
        "--device INDEX|NAME",
        "OpenCL device: index or part of its name; several devices, separated by commas, or all share the work",
        device.names);
    declare_interop(command, device.interop);
    command.text("--solver " + one_of(solvers(), &SolverType::name), "solver that computes the forces",
                 [&device](const std::string& value) { device.solver = &solver_named(value); });
    command.text("--kernel FORM", "kernel of the direct sum, such as register-tiled:wg=128,per-item=4,split=16",
                 not_empty(device.kernel, "'' names no kernel"));
    command.flag("--retune", "search for the fastest kernel, even if an earlier result for this device is stored",
                 device.retune);
    declare(command, ParameterGroup::method, parameters);
    command.section("Physics");
    declare(command, ParameterGroup::physics, parameters);
    declare(command, ParameterGroup::gas, parameters);
    declare(command, ParameterGroup::pace, parameters);
}

void declare_size(OptionDeclarer& command, PictureOptions& picture) {
    command.text("--size WIDTHxHEIGHT", "size of the picture in pixels", [&picture](const std::string& value) {
        const std::vector<std::string> parts = split(value, 'x');
        if (parts.size() != 2) throw std::invalid_argument(fmt::format("'{}' is not WIDTHxHEIGHT", value));
        picture.width = parse_number<int>(parts[0]);
        picture.height = parse_number<int>(parts[1]);
        if (*picture.width < 1 || *picture.height < 1)
            throw std::invalid_argument(fmt::format("'{}' is smaller than a pixel", value));
    });
}

void declare_detail(OptionDeclarer& command, PictureOptions& picture) {
    command.text("--detail auto|1/K",
                 "1/K: draw every K-th body with K times the light; auto: the window adapts K to the frame rate",
                 [&detail = picture.detail](const std::string& value) {
                     if (value != "auto") detail = parse_detail(value);
                 });
}

void declare_picture(OptionDeclarer& command, CameraOverrides& camera, PictureOptions& picture, StyleOptions& style) {
    LookOverrides& look = style.look;
    command.section("Camera");
    declare_size(command, picture);
    declare_camera(command, camera);
    declare(command, LookSection::stereo, look.changes);
    command.section("Picture");
    declare(command, LookSection::mode, look.changes);
    declare(command, LookSection::density_limits, look.changes);
    command.text("--density-limits LOW,HIGH",
                 "surface densities at the ends of the color map, in solar masses per square parsec",
                 [&look](const std::string& value) { parse_density_limits(value, look); });
    command.text("--show NAME,...", "annotations over the picture: " + all_annotation_names() + "; or none, all",
                 [&show = style.show](const std::string& value) { show = annotations_from(value); });
    declare(command, LookSection::color, look.changes);
    command.text(
        "--preset " + one_of(names<Preset>),
        "preset of the look; the other options of this section change single settings of the preset",
        [&look](const std::string& value) { look.preset = require_name<Preset>(present_name_of_preset(value, look)); });
    command.text(
        "--exposure auto|STOPS|MAGNITUDE",
        "auto; stops relative to auto, such as +1; or the surface brightness shown as middle gray, such as 22, in "
        "magnitudes per square arcsecond",
        [&look](const std::string& value) { parse_exposure(value, look); });
    declare(command, LookSection::tone, look.changes);
    declare_detail(command, picture);
}

void declare_program(OptionDeclarer& command, ProgramOptions& program) {
    command.section("Options");
    command.text("--assets FOLDER", "folder whose kernels/, shaders/ and assets/ replace the built-in files",
                 [&assets = program.assets](const std::string& value) { assets = value; });
    command.flag("--verbose", "print more messages on standard error", program.verbose);
    command.flag("--no-settings", "neither read nor write saved settings and measured kernels",
                 [&settings = program.saved_settings] { settings = false; });
    command.version(program_version());
}

}  // namespace milkomeda
