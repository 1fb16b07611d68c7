#include "app/cli/shared_options.hpp"

#include "app/cli/setting_options.hpp"
#include "data/formats/formats.hpp"

namespace milkomeda {
namespace {

// "X,Y,Z" looks from there; "yaw=...,pitch=...,distance=...,target=X:Y:Z,up=X:Y:Z,fov=..." in any selection.
void parse_camera(const std::string& text, CameraOverrides& overrides) {
    if (text.find('=') == std::string::npos) {
        overrides.position = parse_vec3(text, ',');
        return;
    }
    for (const std::string& part : split(text, ',')) {
        const std::string key = part.substr(0, part.find('='));
        const std::string value = part.size() > key.size() ? part.substr(key.size() + 1) : "";
        if (key == "yaw")
            overrides.yaw = parse_number<float>(value);
        else if (key == "pitch")
            overrides.pitch = parse_number<float>(value);
        else if (key == "distance")
            overrides.distance = parse_number<float>(value);
        else if (key == "target")
            overrides.target = parse_vec3(value, ':');
        else if (key == "up")
            overrides.up = parse_vec3(value, ':');
        else if (key == "fov")
            overrides.fov = parse_number<float>(value);
        else
            throw std::invalid_argument("'" + part +
                                        "' is none of yaw=, pitch=, distance=, target=X:Y:Z, up=X:Y:Z, fov=");
    }
    if (overrides.up && !(glm::length(*overrides.up) > 1e-9f))
        throw std::invalid_argument("'" + text + "' has an up that points nowhere");
    if (overrides.fov && (*overrides.fov < narrowest_fov || *overrides.fov > widest_fov))
        throw std::invalid_argument("'" + text +
                                    "' has a field of view beyond 0.0174533 to 2.6179939 radians");
    if (overrides.distance && !(*overrides.distance > 0))
        throw std::invalid_argument("'" + text + "' has a distance that is not more than 0");
    constexpr float straight_up = 1.571f;  // pi/2, as people round it
    if (overrides.pitch && std::abs(*overrides.pitch) > straight_up)
        throw std::invalid_argument("'" + text + "' has a pitch beyond straight up or down, +-1.571");
}

void declare_camera(CommandOptions& command, CameraOverrides& camera) {
    command.text("--camera PLACE",
                 "X,Y,Z or yaw=A,pitch=A,distance=D,target=X:Y:Z,up=X:Y:Z,fov=A (radians), or some of these",
                 [&camera](const std::string& value) { parse_camera(value, camera); });
    command.text(
        "--projection " + one_of(names<Projection>), "hammer: the whole sky; dome: half of it",
        [&camera](const std::string& value) { camera.projection = require_name<Projection>(value); });
    command.flag("--sky", "the sky from a star of the Milky Way's disk", camera.sky);
    command.text("--follow GALAXY|NUMBER",
                 "galaxy, perturber, or the number of a body, which the camera goes after",
                 [&camera](const std::string& value) {
                     if (value.empty()) throw std::invalid_argument("'' names no galaxy and no body");
                     camera.follow = value;
                 });
    command.flag("--path", "the camera takes the path of the scene's key frames", camera.path);
}

}  // namespace

void declare_source(CommandOptions& command, Options& options, const char* kinds, const char* help) {
    command.word(std::string{"source "} + kinds, help,
                 [&options](const std::string& value) { options.source = value; });
}

void declare_particles(CommandOptions& command, Options& options) {
    Selection& selection = options.selection;
    command.section("Bodies");
    command.text("--bodies auto|NUMBER", "number of bodies, or auto: what this device does smoothly",
                 [&selection](const std::string& value) {
                     if (value != "auto") selection.bodies = parse_number<std::size_t>(value);
                 });
    command.text("--components NAME,...", "e.g. disk,bulge,halo",
                 [&selection](const std::string& value) { selection.components = split(value, ','); });
    command.number<double>("--position-scale", "multiplies positions", selection.position_scale);
    command.number<double>("--velocity-scale", "multiplies velocities", selection.velocity_scale);
    command.number<double>("--mass-scale", "multiplies masses", selection.mass_scale);
    command.number<std::uint64_t>("--seed", "of generated scenes", options.seed);
    command.texts("--set KEY=VALUE", "for any key of the scene",
                  [&settings = options.scene_settings](const std::string& pair) {
                      const std::size_t equals = pair.find('=');
                      if (equals == std::string::npos)
                          throw std::invalid_argument("'" + pair + "' is not KEY=VALUE");
                      settings.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
                  });
}

void declare_reading(CommandOptions& command, Options& options) {
    command.text(
        "--units auto|model|gadget",
        "of a file: auto (what it says), model (numbers as they are), gadget (kpc/h, 1e10 Msun/h, km/s)",
        [&reading = options.reading](const std::string& value) {
            if (value == "auto")
                reading.units = UnitChoice::automatic;
            else if (value == "model")
                reading.units = UnitChoice::model;
            else if (value == "gadget")
                reading.units = UnitChoice::gadget;
            else
                throw std::invalid_argument("'" + value + "' is none of auto, model, gadget");
        });
}

void declare_writing(CommandOptions& command, Options& options) {
    command.text("--format " + written_format_names("|"),
                 "of the file written, where its extension does not say it",
                 [&format = options.format](const std::string& value) {
                     if (value.empty()) throw std::invalid_argument("'' names no format");
                     format = value;
                 });
}

void declare_interop(CommandOptions& command, Options& options) {
    command.text(
        "--interop " + one_of(names<Interop>), "where positions live",
        [&interop = options.interop](const std::string& value) { interop = require_known<Interop>(value); });
}

void declare_physics(CommandOptions& command, Options& options) {
    command.section("Devices and forces");
    command.text("--device INDEX|NAME",
                 "OpenCL device: index or part of its name; several with commas, or all, share the work",
                 [&device = options.device](const std::string& value) { device = value; });
    declare_interop(command, options);
    command.text("--solver " + one_of(solvers(), &SolverType::name), "what computes the forces",
                 [&options](const std::string& value) { options.solver = &solver_named(value); });
    command.text("--kernel FORM", "form of the direct sum, e.g. register-tiled:wg=128,per-item=4,split=16",
                 [&kernel = options.kernel](const std::string& value) {
                     if (value.empty()) throw std::invalid_argument("'' names no kernel");
                     kernel = value;
                 });
    command.flag("--retune", "search for the fastest kernel, whatever is remembered of this device",
                 options.retune);
    declare(command, ParameterGroup::method, options.parameters);
    command.section("Physics");
    declare(command, ParameterGroup::physics, options.parameters);
    declare(command, ParameterGroup::pace, options.parameters);
}

void declare_size(CommandOptions& command, Options& options) {
    command.text("--size WIDTHxHEIGHT", "in pixels", [&options](const std::string& value) {
        const std::vector<std::string> parts = split(value, 'x');
        if (parts.size() != 2) throw std::invalid_argument("'" + value + "' is not WIDTHxHEIGHT");
        options.width = parse_number<int>(parts[0]);
        options.height = parse_number<int>(parts[1]);
        if (*options.width < 1 || *options.height < 1)
            throw std::invalid_argument("'" + value + "' is smaller than a pixel");
    });
}

void declare_detail(CommandOptions& command, Options& options) {
    command.text("--detail auto|1/K",
                 "1/K: of the bodies only so many are drawn, each for K; auto: in the window what is quick",
                 [&detail = options.detail](const std::string& value) {
                     if (value != "auto") detail = parse_detail(value);
                 });
}

void declare_picture(CommandOptions& command, Options& options) {
    LookOverrides& look = options.look;
    command.section("Camera");
    declare_size(command, options);
    declare_camera(command, options.camera);
    declare(command, LookSection::stereo, look.changes);
    command.section("Picture");
    declare(command, LookSection::mode, look.changes);
    command.text("--density-limits LOW,HIGH",
                 "surface densities at the ends of the colour map, solar masses per square parsec",
                 [&look](const std::string& value) { parse_density_limits(value, look); });
    command.text("--show NAME,...", "over the picture: " + all_annotation_names() + "; or none, all",
                 [&show = options.show](const std::string& value) { show = annotations_from(value); });
    declare(command, LookSection::color, look.changes);
    command.text("--preset " + one_of(names<Preset>), "a look to begin from",
                 [&look](const std::string& value) {
                     look.preset = require_name<Preset>(present_name_of_preset(value, look));
                 });
    command.text("--exposure auto|STOPS|MAGNITUDE",
                 "auto, +1 or -1 stops from there, or what is clearly seen in mag/arcsec^2, e.g. 22",
                 [&look](const std::string& value) { parse_exposure(value, look); });
    declare(command, LookSection::tone, look.changes);
    declare_detail(command, options);
}

void declare_common(CommandOptions& command, Options& options) {
    command.section("Options");
    command.text("--assets FOLDER",
                 "folder with kernels/, shaders/, assets/ to use instead of the built-in ones",
                 [&assets = options.assets](const std::string& value) { assets = value; });
    command.flag("--verbose", "say more on standard error", options.verbose);
    command.flag("--no-settings", "neither read nor write saved settings and measured kernels",
                 [&settings = options.settings] { settings = false; });
    command.version(program_version());
}

}  // namespace milkomeda
