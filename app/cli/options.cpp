#include "app/cli/options.hpp"

#include <fmt/format.h>
#include <cmath>

#include "app/cli/command_line.hpp"
#include "app/cli/program_version.hpp"
#include "app/cli/shared_options.hpp"
#include "app/cli/ui_scale.hpp"
#include "data/formats/formats.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr const char* program_name = "milkomeda";
constexpr const char* program_idea = "The Milky Way and Andromeda collide.";
constexpr const char* drawn_source = "scene, file, or snapshots of a run: 'snap_%03d.hdf5' or 'run/*.hdf5', in quotes";

// Sets the default parameters of the window and of render: draft accuracy, because force errors of one percent are
// invisible in a picture, and an integrator that can run backward.
void presume_viewing(SimulationParameters& parameters) {
    parameters.accuracy = Accuracy::draft;
    parameters.integrator = Integrator::reversible;
}

void require(bool holds, const char* message) {
    if (!holds) throw UsageError(message);
}

void exclude(bool has_first, const char* first, bool has_second, const char* second) {
    if (has_first && has_second) throw UsageError(fmt::format("{} and {} exclude each other", first, second));
}

// The functions check() throw UsageError with the reason if option values are invalid or exclude each other.
void check(const CameraOverrides& camera) {
    const bool placed = camera.position || camera.distance || camera.target;
    exclude(camera.sky, "--sky", !camera.follow.empty(), "--follow");
    exclude(camera.sky, "--sky", camera.path, "--path");
    exclude(camera.path, "--path", !camera.follow.empty(), "--follow");
    exclude(camera.path, "--path", placed || camera.yaw || camera.pitch, "--camera");
    exclude(camera.turn != 0, "--turn", camera.sky, "--sky");
    exclude(camera.turn != 0, "--turn", camera.path, "--path");
    constexpr double most_degrees = 36000;
    require(std::abs(camera.turn) <= most_degrees, "--turn must lie between -36000 and 36000 degrees");
    require(!camera.sky || !placed,
            "--camera: with --sky, only yaw and pitch can be chosen, because the camera is at a star");
    require(!camera.sky || camera.projection != Projection::orthographic,
            "--sky has no orthographic projection; use perspective, hammer or dome");
}

void check(const RenderOptions& options) {
    const double rate = options.frames_per_second.value_or(1);
    require(rate >= 0.01 && rate <= 1000, "--fps must lie between 0.01 and 1000");
    require(!options.moments || options.output.extension() == ".html", "--moments is for web pages (-o OUT.html)");
    require(!options.voxel || options.output.extension() == ".vdb", "--voxel is for volumes (-o OUT.vdb)");
    require(!options.voxel || (*options.voxel >= 0.01f && *options.voxel <= 100),
            "--voxel must lie between 0.01 and 100 kpc");
}

void check(const SimulateOptions& options) {
    require(!options.every || *options.every > 0, "--every must be more than 0");
    require(options.diagnostics_every > 0, "--diagnostics-every must be more than 0");
    require(!options.every || !options.output.file.empty() || !options.recording.empty(),
            "--every needs -o FILE or --record FILE");
    require(options.records_velocities || !options.recording.empty(), "--no-velocities needs --record FILE");
}

void check(const BenchCommandOptions& options) {
    const auto measures = [&](BenchSubject subject) { return options.subject == subject; };
    const bool draws = measures(BenchSubject::draw), retune = options.device.retune;
    const bool csv = !options.csv.empty(), plot = !options.plot.empty();
    const PictureOptions& picture = options.picture;
    require(draws || (options.modes.empty() && !picture.width && !picture.detail),
            "only bench draw takes --mode, --size, --detail");
    require(!draws || (options.device.names.empty() && !retune && !plot),
            "bench draw takes no --device, --retune, --plot");
    const bool has_no_charts = measures(BenchSubject::potential) || measures(BenchSubject::matrix) ||
                               measures(BenchSubject::gas) || measures(BenchSubject::encounters);
    require(!has_no_charts || (!retune && !plot),
            "bench potential, bench matrix, bench gas and bench encounters take no --retune, --plot");
    require(!measures(BenchSubject::mixed) || !retune, "bench mixed takes no --retune");
    require(!measures(BenchSubject::build) || (!csv && !plot), "bench build takes no --csv, --plot");
    require(!measures(BenchSubject::matrix) || options.bodies.empty(), "bench matrix takes no --bodies");
    require(!options.seconds || (measures(BenchSubject::direct) && !options.full && *options.seconds > 0),
            "--seconds must be more than 0, and only bench direct without --full takes --seconds");
}

void check(const ConfirmOptions& options) {
    require(options.scene.source != default_scene,
            "a model is required: write a line of parameters, a file of lines, or the name of a published model");
    require(options.picture_file.empty() == options.pair_file.empty(),
            "--picture and --pair need each other: the picture, and the file .pair that describes it");
}

void check(const ViewOptions& options) {
    require(options.pair.empty() || !options.picture_to_match.empty(), "--pair needs --picture FILE");
}

void check(const InfoOptions& options) {
    require(options.file.has_value(), "source is required: name a FILE, or use --spam");
}

void check(const SceneOptions& scene, const ProgramOptions& program) {
    require(scene.selection.bodies != std::size_t{0}, "--bodies must be at least 1");
    exclude(scene.resume, "--resume", !program.saved_settings, "--no-settings");
    exclude(scene.resume, "--resume", scene.source != default_scene, "a scene or file");
    check(scene.camera);
}

// Returns the options with the restricted encounter of --spam as their source.
SceneOptions with_encounter_as_source(SceneOptions scene) {
    if (scene.encounter.empty()) return scene;
    exclude(true, "--spam", scene.source != default_scene, "a scene or file");
    exclude(true, "--spam", scene.resume, "--resume");
    scene.source = encounter_source(std::exchange(scene.encounter, {}), scene.rigid_galaxies);
    return scene;
}

// Targets of the parser. Options may stand before the name of the command ("milkomeda --seed 3 render ..."),
// so commands that share an option also share its target.
struct ParserTargets {
    SceneOptions scene;
    DeviceOptions device;
    PictureOptions picture;
    StyleOptions style;
    ProgramOptions program;
    // Options of single commands. complete() copies the shared groups of options into these structs.
    ViewOptions view;
    RenderOptions render;
    SimulateOptions simulate;
    GenerateOptions generate;
    HandOverOptions hand_over;
    PotentialOptions potential;
    ProfileCommandOptions profile;
    MapCommandOptions map;
    MatchCommandOptions match;
    ConfirmOptions confirm;
    InfoOptions info;
    DevicesOptions devices;
    BenchCommandOptions bench;
    ScenesOptions scenes;
    // Returns the options of the command that the user chose.
    std::function<AnyCommandOptions()> chosen = [this] { return complete(view); };

    // Returns the file of the command info, or the restricted encounter of --spam in place of a file.
    std::optional<std::string> with_encounter(const std::optional<std::string>& file) const {
        if (scene.encounter.empty()) return file;
        exclude(true, "--spam", file.has_value(), "a file");
        return encounter_source(scene.encounter, scene.rigid_galaxies);
    }

    template <typename CommandOptions>
    AnyCommandOptions complete(CommandOptions options) const {
        if constexpr (requires { options.scene; }) options.scene = with_encounter_as_source(scene);
        if constexpr (requires { options.device; }) options.device = device;
        if constexpr (requires { options.picture; }) options.picture = picture;
        if constexpr (requires { options.style; }) options.style = style;
        if constexpr (requires { options.program; }) options.program = program;
        if constexpr (requires { options.verbose; }) options.verbose = program.verbose;
        if constexpr (requires { options.file; })
            options.file = with_encounter(options.file), options.reading = scene.reading;
        if constexpr (requires { options.interop; }) options.interop = device.interop;
        if constexpr (requires { options.rigid_galaxies; })
            options.rigid_galaxies = scene.rigid_galaxies.value_or(RigidGalaxy::archive);
        else if constexpr (!requires { options.picture_to_match; })
            require(!scene.rigid_galaxies || !scene.encounter.empty(),
                    "--rigid-galaxies needs a restricted encounter, such as --spam NAME");
        if constexpr (requires { options.style; }) options.scene.presumed.emplace_back(presume_viewing);
        if constexpr (requires { check(options); }) check(options);
        return options;
    }
};

void declare_simulated(OptionDeclarer& command, ParserTargets& targets, const char* source) {
    declare_source(command, targets.scene.source, "SCENE|FILE", source);
    command.flag("--resume", "continue the run that the window saved last; excludes SCENE and FILE",
                 targets.scene.resume);
    declare_encounter(command, targets.scene);
    declare_particles(command, targets.scene);
    declare_reading(command, targets.scene.reading);
    declare_physics(command, targets.device, targets.scene.parameters);
    declare_program(command, targets.program);
}

void declare_view(OptionDeclarer command, ParserTargets& targets) {
    declare_simulated(command, targets, drawn_source);
    declare_center(command, targets.scene.reading);
    declare_picture(command, targets.scene.camera, targets.picture, targets.style);
    command.section("Window");
    declare(command, ParameterGroup::window, targets.scene.parameters);
    command.time("--at", "model time to go to; the window pauses there", targets.scene.times.at);
    command.text("--ui-scale auto|NUMBER",
                 "scale of text and panels, 0.5 to 4; auto derives the scale from the display",
                 [&ui_scale = targets.view.ui_scale](const std::string& value) {
                     if (value == "auto") return;
                     ui_scale = parse_number<float>(value);
                     if (*ui_scale < smallest_ui_scale || *ui_scale > largest_ui_scale)
                         throw std::invalid_argument(fmt::format("'{}' does not lie between 0.5 and 4", value));
                 });
    command.text("--monitor NUMBER", "monitor for the window and for its full-screen mode, counted from 1",
                 [&monitor = targets.view.monitor](const std::string& value) {
                     monitor = parse_number<int>(value);
                     if (*monitor < 1) throw std::invalid_argument("monitors are counted from 1");
                 });
    command.text("--auto-save SECONDS|off",
                 "interval in seconds at which the window saves the run, so that --resume can continue it; default: 60",
                 [&seconds = targets.view.auto_save](const std::string& value) {
                     seconds = value == "off" ? 0 : parse_number<double>(value);
                     if (!(*seconds >= 0)) throw std::invalid_argument(fmt::format("'{}' is less than 0", value));
                 });
    command.file(
        "--picture FILE",
        "photograph of two galaxies (PNG, JPEG or FITS) to show with the model; the description is read from the "
        ".pair file with the same name",
        targets.view.picture_to_match);
    command.file("--pair FILE", "description of the two galaxies in the photograph; needs --picture",
                 targets.view.pair);
    command.flag("--trace", "print a JSON line for every change of the program's state", targets.view.trace);
    command.file("--listen", "socket to create, at which other programs control the window by lines of JSON",
                 targets.view.listen);
}

void declare_follow(OptionDeclarer command, ParserTargets& targets) {
    command.word("folder DIR", "folder in which a program writes the snapshots of a run",
                 [&scene = targets.scene](const std::string& folder) {
                     scene.source = folder;
                     scene.follows = true;
                 });
    command.require("folder");
    command.time("--until", "model time at which the run ends; default: as the parameter file in the folder says",
                 targets.scene.times.until);
    declare_particles(command, targets.scene);
    declare_reading(command, targets.scene.reading);
    declare_center(command, targets.scene.reading);
    declare_picture(command, targets.scene.camera, targets.picture, targets.style);
    command.flag("--trace", "print a JSON line for every change of the program's state", targets.view.trace);
    declare_program(command, targets.program);
}

void declare_render(OptionDeclarer command, ParserTargets& targets) {
    declare_simulated(command, targets, drawn_source);
    declare_center(command, targets.scene.reading);
    declare_picture(command, targets.scene.camera, targets.picture, targets.style);
    RenderOptions& render = targets.render;
    TimeOptions& times = targets.scene.times;
    command.section("Camera");
    command.text("--turn DEGREES",
                 "angle by which the camera turns around its target during a video; 360 circles the target once",
                 [&turn = targets.scene.camera.turn](const std::string& value) { turn = parse_number<double>(value); });
    command.section("Output");
    command.file(
        "-o,--output",
        "file to write: OUT.png, OUT.mp4, .webm, .mkv (lossless), .gif, .apng, frames-%05d.png, the web page OUT.html, "
        "or points for other programs: OUT.ply, OUT.csv, OUT.vdb, frames-%05d.ply",
        render.output);
    command.require("--output");
    command.time("--at", "model time of a picture; default: the famous moment of a scene, or the state of a file",
                 times.at);
    command.time("--from", "first model time of a video or web page", times.from);
    command.time("--until", "last model time of a video or web page", times.until);
    command.number<double>("--fps", "frames per second of a video; default: 60, for .apng 30, for .gif 25",
                           render.frames_per_second);
    command.number<std::size_t>("--moments",
                                "number of moments that a web page stores; default: 300 or, if the source "
                                "has fewer snapshots, their number",
                                render.moments);
    command.number<float>(
        "--voxel",
        "edge of the voxels of a volume (OUT.vdb) in kpc; default: half of the smoothing length that a "
        "quarter of the bodies do not exceed",
        render.voxel);
    command.file("--again", "video or picture, made by this program, to render again", render.again);
    command.flag("--json", "print a line of JSON after each finished frame", render.json);
}

void declare_simulate(OptionDeclarer command, ParserTargets& targets) {
    declare_simulated(command, targets, "scene or file");
    declare_center(command, targets.scene.reading);
    SimulateOptions& simulate = targets.simulate;
    command.section("Output");
    command.time("--until", "model time to stop at", targets.scene.times.until);
    command.require("--until");
    command.file("-o,--output", "file for the final state: " + format_extensions(), simulate.output.file);
    declare_format(command, simulate.output.format);
    command.time("--every", "model time between two files NAME-%05d.EXT, or between two states that --record stores",
                 simulate.every);
    command.file("--record", "file that records the run for playback in the window; --every defaults to 0.1",
                 simulate.recording);
    command.flag("--no-velocities",
                 "record positions only: half the file size, but less accurate motion between recorded moments",
                 [&velocities = simulate.records_velocities] { velocities = false; });
    command.file("--diagnostics", "CSV file for energies, momenta and radii", simulate.diagnostics);
    command.time("--diagnostics-every", "model time between two rows of the CSV file", simulate.diagnostics_every);
}

void declare_generate(OptionDeclarer command, ParserTargets& targets) {
    declare_source(command, targets.scene.source, "SCENE", "scene");
    declare_particles(command, targets.scene);
    declare_program(command, targets.program);
    ParticleOutput& output = targets.generate.output;
    command.file("-o,--output", "file to write: " + format_extensions(), output.file);
    command.require("--output");
    declare_format(command, output.format);
}

// Returns a number of at least `least`. Throws std::invalid_argument for other texts.
std::size_t parse_count(const std::string& text, std::size_t least, std::size_t most) {
    const auto number = parse_number<std::size_t>(text);
    if (number < least || number > most)
        throw std::invalid_argument(fmt::format("'{}' does not lie between {} and {}", text, least, most));
    return number;
}

void declare_hand_over(OptionDeclarer command, ParserTargets& targets) {
    declare_source(command, targets.scene.source, "SCENE|FILE", "scene or file");
    declare_particles(command, targets.scene);
    declare_reading(command, targets.scene.reading);
    command.section("Physics");
    declare(command, ParameterGroup::method, targets.scene.parameters);
    declare(command, ParameterGroup::physics, targets.scene.parameters);
    declare(command, ParameterGroup::gas, targets.scene.parameters);
    declare_program(command, targets.program);
    HandOverOptions& hand_over = targets.hand_over;
    command.section("Output");
    command.text("--to " + one_of(names<HandOverProgram>), "program that computes the run",
                 [&hand_over](const std::string& value) { hand_over.to = require_name<HandOverProgram>(value); });
    command.require("--to");
    command.text("--ranks NUMBER", "number of MPI ranks; default: 1",
                 [&hand_over](const std::string& value) { hand_over.ranks = parse_count(value, 1, 1'000'000); });
    command.time("--until", "model time at which the run ends; default: the end of the scene, or 90",
                 targets.scene.times.until);
    command.time("--every", "model time between two snapshots; default: about 0.5", hand_over.every);
    command.file("-o,--output", "new folder to write", hand_over.output);
    command.require("--output");
}

void declare_potential(OptionDeclarer command, ParserTargets& targets) {
    declare_simulated(command, targets, "scene or file");
    command.section("Output");
    command.time("--at", "model time of the map", targets.scene.times.at);
    LatticeOptions& lattice = targets.potential.lattice;
    command.text("--lattice NXxNYxNZ", "number of points along x, y and z",
                 [&lattice](const std::string& value) { lattice.counts = parse_lattice(value); });
    command.require("--lattice");
    command.text("--center X,Y,Z",
                 "center of the lattice, in units of 4 kpc; default: the center of all visible bodies",
                 [&lattice](const std::string& value) { lattice.center = parse_place(value); });
    command.text(
        "--extent X,Y,Z",
        "size of the box in units of 4 kpc; the points of the lattice are the centers of equal cells of the box; "
        "default: a cube around "
        "all visible bodies",
        [&lattice](const std::string& value) {
            lattice.extent = parse_place(value);
            if (!(std::min({lattice.extent->x, lattice.extent->y, lattice.extent->z}) > 0))
                throw std::invalid_argument(fmt::format("'{}' must be greater than 0 along every axis", value));
        });
    command.file("-o,--output", "file to write: OUT.npy, OUT.hdf5, or OUT.png with the middle plane of the lattice",
                 targets.potential.output);
    command.require("--output");
    command.flag("--json", "print a summary of the map as JSON", targets.potential.json);
}

double parse_positive(const std::string& text) {
    const auto number = parse_number<double>(text);
    if (!(number > 0)) throw std::invalid_argument(fmt::format("'{}' is not greater than 0", text));
    return number;
}

// Returns a number from `least` to `most`. Throws std::invalid_argument for other texts.
double parse_within(const std::string& text, double least, double most) {
    const auto number = parse_number<double>(text);
    if (!(number >= least && number <= most))
        throw std::invalid_argument(fmt::format("'{}' does not lie between {} and {}", text, least, most));
    return number;
}

// Returns the numbers of a text such as "512x256", in which `separator` separates `count` numbers.
template <typename Number, std::size_t count>
std::array<Number, count> parse_list(const std::string& text, char separator) {
    const std::vector<std::string> parts = split(text, separator);
    if (parts.size() != count)
        throw std::invalid_argument(
            fmt::format("'{}' is not {} numbers with '{}' between them", text, count, separator));
    std::array<Number, count> numbers{};
    for (std::size_t i = 0; i < count; ++i) numbers[i] = parse_number<Number>(parts[i]);
    return numbers;
}

void declare_profile(OptionDeclarer command, ParserTargets& targets) {
    declare_simulated(command, targets, "scene or file");
    ProfileOptions& profile = targets.profile.profile;
    command.section("Profile");
    command.time("--at", "model time of the profile; default: the start of a scene, or the state of a file",
                 targets.scene.times.at);
    command.text("--galaxy NAME,...", "galaxies to measure; default: every galaxy",
                 [&profile](const std::string& value) { profile.galaxies = split(value, ','); });
    command.text("--component NAME,...",
                 "components to measure, stars for all components except halo and gas, or all for the whole galaxy; "
                 "default: each component, stars and all",
                 [&profile](const std::string& value) { profile.components = split(value, ','); });
    command.text("--quantity NAME,...",
                 "quantities to measure: " + join(names<ProfileQuantity>) + "; default: all quantities",
                 [&profile](const std::string& value) {
                     for (const std::string& part : split(value, ','))
                         profile.quantities.push_back(require_name<ProfileQuantity>(part));
                 });
    command.text("--bins NUMBER", "number of rings of equal width, 1 to 1000; default: 40",
                 [&profile](const std::string& value) {
                     profile.bins = parse_number<std::size_t>(value);
                     if (profile.bins < 1 || profile.bins > 1000)
                         throw std::invalid_argument(fmt::format("'{}' does not lie between 1 and 1000", value));
                 });
    command.text(
        "--radius KPC",
        "outer radius in kpc; default: the radius around 95 % of the disk of each galaxy, or else of its stars",
        [&profile](const std::string& value) { profile.radius = parse_positive(value); });
    command.text("--incline DEGREES",
                 "angle between the spin axis and the direction of the observer of the projection: 0 is face-on, 90 is "
                 "edge-on; default: 60",
                 [&profile](const std::string& value) { profile.inclination = parse_within(value, 0, 180); });
    command.text("--aperture X,Y,Z,RADIUS",
                 "sphere in units of 4 kpc: only bodies inside of the sphere are measured, but all bodies attract; "
                 "default: all bodies",
                 [&profile](const std::string& value) {
                     const std::array<double, 4> sphere = parse_list<double, 4>(value, ',');
                     if (!(sphere[3] > 0))
                         throw std::invalid_argument(fmt::format("the radius '{}' is not greater than 0", sphere[3]));
                     profile.aperture = {sphere[0], sphere[1], sphere[2], sphere[3]};
                 });
    command.section("Output");
    command.file("-o,--output",
                 "file to write: OUT.csv, with the table OUT-shape.csv of shapes; OUT.json; or OUT.png with charts",
                 targets.profile.output);
    command.require("--output");
    command.flag("--json", "print a summary of the measured galaxies as JSON", targets.profile.json);
}

std::string list_of_instruments() {
    std::vector<std::string> known;
    for (const Instrument& instrument : instruments()) known.emplace_back(instrument.name);
    return join(known);
}

void declare_telescope(OptionDeclarer& command, TelescopeOptions& telescope) {
    command.text("--instrument NAME",
                 "pixels, point spread, band, sky and spectral resolution of an instrument: " + list_of_instruments() +
                     "; other options override them",
                 [&telescope](const std::string& value) { telescope.instrument = &require_instrument(value); });
    command.text("--psf ARCSECONDS", "full width at half maximum of the point spread function; default: none",
                 [&telescope](const std::string& value) { telescope.psf = parse_within(value, 1e-6, 1e9); });
    command.text("--psf-shape NAME", "point spread function: " + join(names<PsfShape>) + "; default: gaussian",
                 [&telescope](const std::string& value) { telescope.psf_shape = require_name<PsfShape>(value); });
    command.text("--psf-beta NUMBER", "exponent of the Moffat function; default: 2.5",
                 [&telescope](const std::string& value) {
                     telescope.psf_beta = parse_number<double>(value);
                     if (!(*telescope.psf_beta > 1 && *telescope.psf_beta <= 100))
                         throw std::invalid_argument(fmt::format("'{}' does not lie between 1 and 100", value));
                 });
    command.text("--exposure SECONDS", "adds the noise of the photons of an exposure; needs --sky and --zero-point",
                 [&telescope](const std::string& value) { telescope.exposure = parse_positive(value); });
    command.text("--sky MAG", "brightness of the sky in magnitudes per square arcsecond",
                 [&telescope](const std::string& value) { telescope.sky = parse_within(value, -10, 60); });
    command.text("--zero-point MAG", "magnitude of a source of which one photon is detected in a second",
                 [&telescope](const std::string& value) { telescope.zero_point = parse_within(value, -10, 60); });
    command.text("--resolution KM_S", "standard deviation of the line spread along the channels of a cube",
                 [&telescope](const std::string& value) { telescope.resolution = parse_within(value, 1e-3, 3e5); });
}

void declare_map_view(OptionDeclarer& command, MapCommandOptions& map) {
    command.text("--pixels WxH", "number of pixels along both sides; default: 512x512",
                 [&map](const std::string& value) {
                     map.pixels = parse_list<std::size_t, 2>(value, 'x');
                     constexpr std::size_t most = 8192;
                     if (std::ranges::any_of(*map.pixels, [](std::size_t size) { return size < 1 || size > most; }))
                         throw std::invalid_argument(fmt::format("'{}': each number must be 1 to {}", value, most));
                 });
    command.text("--extent X,Y",
                 "width and height of the map, in units of 4 kpc; default: a square around 95 % of the bodies",
                 [&map](const std::string& value) {
                     map.extent = parse_list<double, 2>(value, ',');
                     for (const std::string& part : split(value, ',')) parse_within(part, 1e-6, 1e6);
                 });
    command.text("--galaxy NAME", "galaxy in the middle of the map; default: the center of mass of the bodies",
                 [&map](const std::string& value) { map.galaxy = value; });
    command.text("--component NAME,...", "components in the map; default: all components that pictures show",
                 [&map](const std::string& value) { map.components = split(value, ','); });
    command.text("--incline DEGREES", "inclination of the galaxy's disk, 0 for face-on; default: the view from +z",
                 [&map](const std::string& value) { map.incline = parse_within(value, 0, 180); });
    command.text("--position-angle DEGREES",
                 "direction of the receding half of the major axis, from north (up) through east (left)",
                 [&map](const std::string& value) { map.position_angle = parse_number<double>(value); });
    command.text("--distance MPC", "distance of the observer in megaparsecs, for angles on the sky; default: 10",
                 [&map](const std::string& value) { map.distance = parse_within(value, 1e-6, 1e6); });
}

void declare_map(OptionDeclarer command, ParserTargets& targets) {
    declare_simulated(command, targets, "scene or file");
    MapCommandOptions& map = targets.map;
    command.section("Map");
    command.time("--at", "model time of the map; default: the start of a scene, or the state of a file",
                 targets.scene.times.at);
    command.text("--quantity NAME", "quantity of the map: " + join(names<MapQuantity>) + "; default: surface-density",
                 [&map](const std::string& value) { map.quantity = require_name<MapQuantity>(value); });
    command.text("--band NAME",
                 "band of brightness and counts: " + join(names<Band>) +
                     "; default: V. Velocities, their moments and ages are then weighted by the light of this band",
                 [&map](const std::string& value) { map.band = require_name<Band>(value); });
    declare_map_view(command, map);
    command.text("--smooth NUMBER",
                 "smooths each body by half the distance to its neighbor of this number on the sky, 1 to 1000",
                 [&map](const std::string& value) { map.smooth = parse_count(value, 1, 1000); });
    command.text("--channels NUMBER", "number of velocity channels of a cube, 1 to 4096; default: 64",
                 [&map](const std::string& value) { map.channels = parse_count(value, 1, most_channels); });
    command.text(
        "--velocities LOW,HIGH",
        "edges of the channels of a cube in km/s; default: the range of the velocities of all bodies in the map",
        [&map](const std::string& value) {
            map.velocities = parse_list<double, 2>(value, ',');
            for (const std::string& part : split(value, ',')) parse_within(part, -3e5, 3e5);
            constexpr double least = 1e-3;
            if (!((*map.velocities)[1] - (*map.velocities)[0] >= least))
                throw std::invalid_argument(
                    fmt::format("'{}': the second number must be larger by at least {}", value, least));
        });
    command.section("Telescope");
    declare_telescope(command, map.telescope);
    command.section("Output");
    command.file("-o,--output", "file to write: OUT.fits, OUT.npy or OUT.png", map.output);
    command.require("--output");
    command.file("--table", "FITS table to write, with the bodies in the map", map.table);
    command.flag("--json", "print a summary of the map as JSON", map.json);
}

void declare_described_pair(OptionDeclarer& command, MatchCommandOptions& match) {
    command.text("--nuclei X1,Y1,X2,Y2",
                 "nuclei of both galaxies in pixels from the top-left corner, instead of --pair",
                 [&match](const std::string& value) { match.nuclei = parse_list<double, 4>(value, ','); });
    command.text("--ellipses A,B,ANGLE,A,B,ANGLE",
                 "ellipses of both disks: semi-axes in pixels, and position angle of the major axis in degrees, "
                 "counterclockwise from up; default: measured in the picture",
                 [&match](const std::string& value) {
                     match.ellipses = parse_list<double, 6>(value, ',');
                     for (const std::size_t axis : {0, 1, 3, 4})
                         if (!((*match.ellipses)[axis] > 0))
                             throw std::invalid_argument(fmt::format("'{}': a semi-axis is not greater than 0", value));
                 });
    command.text("--scale ARCSEC",
                 "width of a pixel in arcseconds; default: from the world coordinates of a FITS image",
                 [&match](const std::string& value) { match.scale = parse_positive(value); });
    command.text("--distance MPC", "distance of the pair in megaparsecs",
                 [&match](const std::string& value) { match.distance = parse_within(value, 1e-6, 1e6); });
    command.text("--kpc-per-pixel KPC", "width of a pixel in kpc, instead of --scale and --distance",
                 [&match](const std::string& value) { match.kpc_per_pixel = parse_positive(value); });
    command.text("--masses LEAST,MOST",
                 "range of the mass of each galaxy in 1e11 solar masses, without --pair; default: 0.03,3",
                 [&match](const std::string& value) {
                     match.masses = parse_list<double, 2>(value, ',');
                     if (!(match.masses[0] > 0 && match.masses[0] < match.masses[1]))
                         throw std::invalid_argument(fmt::format("'{}' is not a range of masses", value));
                 });
}

void declare_match(OptionDeclarer command, ParserTargets& targets) {
    MatchCommandOptions& match = targets.match;
    command.word("picture PICTURE", "picture of the pair: a PNG, JPEG or FITS file",
                 [&match](const std::string& value) { match.image = value; });
    command.require("picture");
    command.section("Pair");
    command.file("--pair",
                 "description of the pair, FILE.pair of Galaxy Zoo: Mergers; FILE.meta beside it is used, too",
                 match.pair);
    declare_described_pair(command, match);
    command.text("--velocity-difference KM_S",
                 "measured radial velocity of galaxy 1 minus that of galaxy 2; prefers encounters with this velocity",
                 [&match](const std::string& value) { match.velocity_difference = parse_within(value, -1e5, 1e5); });
    command.section("Search");
    declare_rigid_galaxies(command, targets.scene.rigid_galaxies);
    command.text("--seconds NUMBER", "longest duration of the search; default: 60",
                 [&match](const std::string& value) { match.seconds = parse_positive(value); });
    command.text("--encounters NUMBER", "largest number of encounters; default: 1000000",
                 [&match](const std::string& value) { match.encounters = parse_count(value, 1, 1'000'000'000); });
    command.text("--seed NUMBER", "seed of the random numbers, up to 2^53; default: 1",
                 [&match](const std::string& value) { match.seed = parse_count(value, 0, std::size_t{1} << 53); });
    command.file("--resume", "state of an earlier search, OUT.search, which the search continues", match.resume);
    command.file("--score",
                 "file of parameter lines as for --spam: print the scores of their encounters, instead of a search",
                 match.scored);
    command.text("--device INDEX|NAME", "OpenCL device: index or part of its name", targets.device.names);
    command.section("Output");
    command.file("-o,--output", "file to write, OUT.toml; the state of the search is written to OUT.search",
                 match.output);
    command.flag("--json", "print the result as JSON", match.json);
    declare_program(command, targets.program);
}

void declare_confirm(OptionDeclarer command, ParserTargets& targets) {
    ConfirmOptions& confirm = targets.confirm;
    command.word(
        "model LINE|FILE|NAME",
        "restricted encounter: a line of parameters in the form of the code SPAM, a file of such lines, or the "
        "name of a published model",
        [&encounter = targets.scene.encounter](const std::string& value) {
            if (value.empty()) throw std::invalid_argument("'' is no line of parameters, no file and no name");
            encounter = value;
        });
    command.text("--family NUMBER", "number of the model in a file with several models, counted from 1; default: 1",
                 [&confirm](const std::string& value) {
                     confirm.family = parse_count(value, 1, std::numeric_limits<std::size_t>::max());
                 });
    command.file("--picture", "picture of the pair, with which the runs are compared: PNG, JPEG or FITS",
                 confirm.picture_file);
    command.file("--pair", "description NAME.pair of the pair in the picture", confirm.pair_file);
    command.section("Runs");
    declare_rigid_galaxies(command, targets.scene.rigid_galaxies);
    command.text("--bodies NUMBER", "number of bodies of both galaxies, 1000 to 10,000,000; default: 16384",
                 [&confirm](const std::string& value) { confirm.bodies = parse_count(value, 1000, 10'000'000); });
    command.number<std::uint64_t>("--seed", "seed of the random numbers of the galaxies", confirm.seed);
    command.text(
        "--corrections NUMBER", "largest number of further runs with a corrected start, 0 to 20; default: 4",
        [&confirm](const std::string& value) { confirm.corrections = parse_count(value, 0, most_corrections); });
    command.text("--device INDEX|NAME", "OpenCL device: index or part of its name", targets.device.names);
    command.section("Output");
    command.file("-o,--output", "scene with live galaxies to write: SCENE.toml", confirm.output);
    command.require("--output");
    command.file("--report", "page to write: REPORT.html with pictures, orbits and parameters", confirm.report);
    command.flag("--json", "print a summary as JSON", confirm.json);
    declare_program(command, targets.program);
}

void declare_info(OptionDeclarer command, ParserTargets& targets) {
    command.word("source FILE", "file", [&targets](const std::string& file) { targets.info.file = file; });
    declare_encounter(command, targets.scene);
    declare_reading(command, targets.scene.reading);
    declare_center(command, targets.scene.reading);
    command.flag("--json", "print JSON", targets.info.json);
    command.flag("--explain",
                 "print for each column where it comes from, its unit, the conversion factor, and the rule",
                 targets.info.explain);
    declare_program(command, targets.program);
}

void declare_devices(OptionDeclarer command, ParserTargets& targets) {
    command.flag("--json", "print JSON", targets.devices.json);
    declare_interop(command, targets.device.interop);
    declare_program(command, targets.program);
}

void declare_bench_subject(OptionDeclarer& command, BenchSubject& subject) {
    command.word(
        "subject " + one_of(names<BenchSubject>),
        "subject of the measurement: direct, all kernels of the direct sum (default); solvers, the direct "
        "sum and the multipole method; build, the time to build the direct sum's kernels; draw, the time to "
        "draw a picture, without OpenCL; potential, all kernels for maps of the potential; matrix, the product "
        "of two matrices with a simple and a tiled kernel; mixed, particles of mixed sizes on host and device "
        "at once, with zero-copy or copied memory and a balanced or plain schedule; gas, a substep of the gas; "
        "encounters, restricted encounters "
        "of two galaxies with test particles",
        [&subject](const std::string& value) {
            const auto named = value_named<BenchSubject>(value);
            if (!named)
                throw std::invalid_argument(
                    fmt::format("no bench '{}'; the subjects are: {}", value, join(names<BenchSubject>)));
            subject = *named;
        });
}

void declare_bench(OptionDeclarer command, ParserTargets& targets) {
    BenchCommandOptions& bench = targets.bench;
    declare_bench_subject(command, bench.subject);
    command.text("--device INDEX|NAME", "OpenCL device: index or part of its name", targets.device.names);
    command.text("--bodies NUMBER,...", "numbers of bodies to measure",
                 [&bodies = bench.bodies](const std::string& value) {
                     for (const std::string& part : split(value, ',')) {
                         bodies.push_back(parse_number<std::size_t>(part));
                         if (bodies.back() == 0) throw std::invalid_argument("must be at least 1");
                     }
                 });
    command.text("--source SCENE|FILE", "scene or file that supplies the bodies", targets.scene.source);
    command.number<double>(
        "--seconds",
        "approximate duration of bench direct without --full, in seconds; default: 30, or 120 with --bodies",
        bench.seconds);
    command.flag(
        "--full",
        "measure every kernel setting, approximation fraction and device, which takes minutes; "
        "for solvers also all expansion orders and leaf sizes; for solvers and draw also 4,000,000 bodies; for "
        "encounters also the integrator runge-kutta",
        bench.full);
    declare_size(command, targets.picture);
    declare_detail(command, targets.picture);
    command.text("--mode MODE,...", "draw modes that bench draw measures; default: point,stars",
                 [&modes = bench.modes](const std::string& value) {
                     for (const std::string& part : split(value, ',')) modes.push_back(require_name<DrawMode>(part));
                 });
    command.flag("--retune", "also mark the kernel that the window's autotuner would choose; --full implies --retune",
                 targets.device.retune);
    command.flag("--json", "print JSON", bench.json);
    command.file("--csv", "CSV file for the table", bench.csv);
    command.file("--plot", "picture FILE.png for charts", bench.plot);
    command.number<std::uint64_t>("--seed", "seed of generated bodies", targets.scene.seed);
    declare_program(command, targets.program);
}

void declare_scenes(OptionDeclarer command, ParserTargets& targets) {
    command.flag("--pairs", "list the published models of pairs of galaxies, which --spam NAME opens",
                 targets.scenes.pairs);
    command.flag("--json", "print JSON", targets.scenes.json);
    declare_program(command, targets.program);
}

void declare_all(CommandLine& line, ParserTargets& targets) {
    const auto command = [&](const char* name, const char* help, const auto& options) {
        return line.command(name, help, [&] { targets.chosen = [&] { return targets.complete(options); }; });
    };
    declare_follow(command("follow", "show a run in the window while another program computes it", targets.view),
                   targets);
    declare_render(command("render", "draw a picture or a video without a display", targets.render), targets);
    declare_simulate(command("simulate", "simulate without drawing", targets.simulate), targets);
    declare_generate(command("generate", "write a scene's initial conditions", targets.generate), targets);
    declare_hand_over(
        command("hand-over", "write a folder with which GADGET-4 or SWIFT computes a run", targets.hand_over), targets);
    declare_potential(
        command("potential", "compute the potential of all bodies on a plane or a lattice", targets.potential),
        targets);
    declare_profile(command("profile", "measure rotation curves, densities and shapes of galaxies", targets.profile),
                    targets);
    declare_map(command("map", "observe the bodies as a map or cube on the sky", targets.map), targets);
    declare_match(command("match", "search the encounters that made the pair of galaxies in a picture", targets.match),
                  targets);
    declare_confirm(command("confirm", "repeat a restricted encounter with live galaxies", targets.confirm), targets);
    declare_info(command("info", "describe the content of a file", targets.info), targets);
    declare_devices(
        command("devices", "list the OpenCL devices, and how each passes positions to OpenGL (tier)", targets.devices),
        targets);
    declare_bench(command("bench", "measure the speed of devices, and compare it with their highest possible speed",
                          targets.bench),
                  targets);
    declare_scenes(command("scenes", "list the built-in scenes", targets.scenes), targets);
    // The options of the window come last: CLI11 2.4 refuses an option --source of a command after a positional source.
    declare_view(line.options(), targets);
}

}  // namespace

std::optional<ParsedCommandLine> parse_command_line(int argc, char** argv) {
    ParserTargets targets;
    CommandLine line{program_name, program_idea};
    declare_all(line, targets);
    if (!line.parse(argc, argv)) return std::nullopt;
    targets.render.words.assign(argv + 1, argv + argc);
    ParsedCommandLine parsed{targets.program, targets.chosen(), targets.style.look.note};
    check(targets.scene, targets.program);
    return parsed;
}

std::string program_version() { return "Milkomeda " MILKOMEDA_VERSION; }

std::vector<CommandText> command_texts() {
    ParserTargets targets;
    CommandLine line{program_name, program_idea};
    declare_all(line, targets);
    return line.texts();
}

}  // namespace milkomeda
