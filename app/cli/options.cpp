#include "app/cli/options.hpp"

#include "app/cli/checks.hpp"
#include "app/cli/command_line.hpp"
#include "app/cli/setting_options.hpp"
#include "app/cli/shared_options.hpp"
#include "data/formats/formats.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr const char* program_name = "milkomeda";
constexpr const char* program_idea = "The Milky Way and Andromeda collide.";
constexpr const char* drawn_source =
    "scene, file, or the snapshots of a run, as 'snap_%03d.hdf5' or 'run/*.hdf5' in quotes";

void declare_simulated(CommandOptions& command, Options& options, const char* source) {
    declare_source(command, options, "SCENE|FILE", source);
    command.flag("--resume", "go on with the run that the window kept last, instead of a SCENE or FILE",
                 options.resume);
    declare_particles(command, options);
    declare_reading(command, options);
    declare_physics(command, options);
    declare_common(command, options);
}

void declare_view(CommandOptions command, Options& options) {
    declare_simulated(command, options, drawn_source);
    declare_picture(command, options);
    command.section("Window");
    declare(command, ParameterGroup::window, options.parameters);
    command.time("--at", "model time that the window goes to, and pauses at", options.at);
    command.text("--ui-scale auto|NUMBER", "of text and panels, 0.5 to 4, or auto: what the screen asks for",
                 [&ui_scale = options.ui_scale](const std::string& value) {
                     if (value == "auto") return;
                     ui_scale = parse_number<float>(value);
                     if (*ui_scale < smallest_ui_scale || *ui_scale > largest_ui_scale)
                         throw std::invalid_argument("'" + value + "' does not lie between 0.5 and 4");
                 });
    command.text("--monitor NUMBER",
                 "number of the monitor, from 1, on which the window opens and is full screen",
                 [&monitor = options.monitor](const std::string& value) {
                     monitor = parse_number<int>(value);
                     if (*monitor < 1) throw std::invalid_argument("monitors are counted from 1");
                 });
    command.text("--auto-save SECONDS|off",
                 "how often the window keeps the run, for the next start; 60 if not given",
                 [&seconds = options.auto_save](const std::string& value) {
                     seconds = value == "off" ? 0 : parse_number<double>(value);
                     if (!(*seconds >= 0)) throw std::invalid_argument("'" + value + "' is less than 0");
                 });
    command.flag("--trace", "print a JSON line for every change of state", options.trace);
}

void declare_render(CommandOptions command, Options& options) {
    declare_simulated(command, options, drawn_source);
    declare_picture(command, options);
    command.section("Output");
    command.file("-o,--output", "OUT.png, OUT.mp4, .webm, .mkv (lossless), .gif, .apng, or frames-%05d.png",
                 options.output);
    command.require("--output");
    command.time("--at", "model time of a picture", options.at);
    command.time("--from", "first model time of a film", options.from);
    command.time("--until", "last model time of a film", options.until);
    command.text("--fps NUMBER", "frames per second of a film; 60 if not given, of .apng 30, of .gif 25",
                 [&rate = options.frames_per_second](const std::string& value) {
                     rate = parse_number<double>(value);
                 });
    command.file("--again", "film or picture that this program made, to be made again", options.again);
}

void declare_simulate(CommandOptions command, Options& options) {
    declare_simulated(command, options, "scene or file");
    command.section("Output");
    command.time("--until", "model time to stop at", options.until);
    command.require("--until");
    command.file("-o,--output", "file for the final state: " + format_extensions(), options.output);
    declare_writing(command, options);
    command.time("--every", "a file NAME-%05d.EXT each such model time; with --record a moment of it",
                 options.every);
    command.file("--record", "file for moments of the run, which the window plays; one every 0.1 if not said",
                 options.recording);
    command.flag("--no-velocities", "of --record: half the size; motion between moments is guessed",
                 [&velocities = options.records_velocities] { velocities = false; });
    command.file("--diagnostics", "CSV file of energies, momenta, radii", options.diagnostics);
    command.time("--diagnostics-every", "model time between its rows", options.diagnostics_every);
}

void declare_generate(CommandOptions command, Options& options) {
    declare_source(command, options, "SCENE", "scene");
    declare_particles(command, options);
    declare_common(command, options);
    command.file("-o,--output", "file to write: " + format_extensions(), options.output);
    command.require("--output");
    declare_writing(command, options);
}

// "X,Y,Z". Squares of distances have to be numbers in single precision, which ends at 3e38.
Vector3 parse_place(const std::string& value) {
    constexpr float farthest = 1e18f;
    const glm::vec3 v = parse_vec3(value, ',');
    if (std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) > farthest)
        throw std::invalid_argument("'" + value + "' reaches beyond " + short_number(farthest) +
                                    ", farther than single precision squares");
    return {v.x, v.y, v.z};
}

std::array<std::size_t, 3> parse_lattice(const std::string& value) {
    constexpr std::size_t most_points = std::size_t{1} << 30;  // 4 GB
    const std::vector<std::string> parts = split(value, 'x');
    if (parts.size() != 3) throw std::invalid_argument("'" + value + "' is not NXxNYxNZ, such as 64x64x1");
    std::array<std::size_t, 3> counts{};
    std::size_t room = most_points;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        counts[axis] = parse_number<std::size_t>(parts[axis]);
        if (counts[axis] == 0)
            throw std::invalid_argument("'" + value + "' has no points; each number is at least 1");
        if (counts[axis] > room)
            throw std::invalid_argument("'" + value + "' has more points than the " +
                                        std::to_string(most_points) + " that there may be");
        room /= counts[axis];
    }
    return counts;
}

void declare_potential(CommandOptions command, Options& options) {
    declare_simulated(command, options, "scene or file");
    command.section("Output");
    command.time("--at", "model time of the map", options.at);
    LatticeOptions& lattice = options.lattice;
    command.text("--lattice NXxNYxNZ", "points along x, y and z",
                 [&lattice](const std::string& value) { lattice.counts = parse_lattice(value); });
    command.require("--lattice");
    command.text("--center X,Y,Z", "of the lattice; of all that is drawn if not given",
                 [&lattice](const std::string& value) { lattice.center = parse_place(value); });
    command.text("--extent X,Y,Z",
                 "of the lattice, whose points are the centers of equal cells; a cube around all "
                 "that is drawn if not given",
                 [&lattice](const std::string& value) {
                     lattice.extent = parse_place(value);
                     if (!(std::min({lattice.extent->x, lattice.extent->y, lattice.extent->z}) > 0))
                         throw std::invalid_argument("'" + value + "' is not more than 0 along each axis");
                 });
    command.file("-o,--output", "OUT.npy, OUT.hdf5, or OUT.png of the middle plane", options.output);
    command.require("--output");
    command.flag("--json", "print what the map is of, machine-readable", options.json);
}

void declare_info(CommandOptions command, Options& options) {
    declare_source(command, options, "FILE", "file");
    command.require("source");
    declare_reading(command, options);
    command.flag("--json", "machine-readable", options.json);
    declare_common(command, options);
}

void declare_devices(CommandOptions command, Options& options) {
    command.flag("--json", "machine-readable", options.json);
    declare_interop(command, options);
    declare_common(command, options);
}

void declare_bench_subject(CommandOptions& command, Options& options) {
    command.word(
        "subject " + one_of(names<BenchSubject>),
        "what is measured: direct, the direct sum in all its forms (default); solvers, it and the "
        "multipole method; build, how long the direct sum's kernels take to build; draw, how long a "
        "picture takes, without OpenCL; potential, maps of the potential in all their forms; matrix, "
        "the product of two matrices, simple and tiled; mixed, particles of mixed sizes on host and device "
        "at once, by common memory or copies, balanced or not",
        [&subject = options.bench_subject](const std::string& value) {
            const auto named = value_named<BenchSubject>(value);
            if (!named)
                throw std::invalid_argument("no bench '" + value +
                                            "'; there are: " + join(names<BenchSubject>));
            subject = *named;
        });
}

void declare_bench(CommandOptions command, Options& options) {
    declare_bench_subject(command, options);
    command.text("--device INDEX|NAME", "OpenCL device: index or part of its name",
                 [&device = options.device](const std::string& value) { device = value; });
    command.text("--bodies NUMBER,...", "how many bodies",
                 [&bodies = options.bench_bodies](const std::string& value) {
                     for (const std::string& part : split(value, ',')) {
                         bodies.push_back(parse_number<std::size_t>(part));
                         if (bodies.back() == 0) throw std::invalid_argument("must be at least 1");
                     }
                 });
    command.text("--source SCENE|FILE", "scene or file that the bodies are of",
                 [&source = options.source](const std::string& value) { source = value; });
    command.number<double>("--seconds", "direct: take about so long, without --full; 30, or 120 for --bodies",
                           options.bench_seconds);
    command.flag("--full",
                 "every setting, every fraction, every device; takes minutes instead of half of one. Of "
                 "solvers: all orders and leaf sizes, and 4,000,000 bodies; of draw: these, too",
                 options.bench_full);
    declare_size(command, options);
    declare_detail(command, options);
    command.text("--mode MODE,...", "draw: point,stars if not given",
                 [&modes = options.bench_modes](const std::string& value) {
                     for (const std::string& part : split(value, ','))
                         modes.push_back(require_name<DrawMode>(part));
                 });
    command.flag("--retune", "show which kernel the window's search would choose; --full does, too",
                 options.retune);
    command.flag("--json", "machine-readable", options.json);
    command.file("--csv", "file for the table", options.csv);
    command.file("--plot", "FILE.png for charts", options.plot);
    command.number<std::uint64_t>("--seed", "of the bodies", options.seed);
    declare_common(command, options);
}

// What is looked at: errors of one part in a hundred are not seen, and time is to run back.
void expect_onlookers(Options& options) {
    options.presumed.emplace_back([](SimulationParameters& p) {
        p.accuracy = Accuracy::draft;
        p.integrator = Integrator::reversible;
    });
}

void declare_all(CommandLine& line, Options& options) {
    declare_view(line.options(), options);
    const auto command = [&](const char* name, const char* help, Command value) {
        return line.command(name, help, [&options, value] { options.command = value; });
    };
    declare_render(command("render", "draw a picture or a film without a display", Command::render), options);
    declare_simulate(command("simulate", "simulate without drawing", Command::simulate), options);
    declare_generate(command("generate", "write a scene's initial conditions", Command::generate), options);
    declare_potential(command("potential", "compute the potential of all bodies on a plane or a lattice",
                              Command::potential),
                      options);
    declare_info(command("info", "say what a file holds", Command::info), options);
    declare_devices(command("devices", "list OpenCL devices and the tier each would get", Command::devices),
                    options);
    declare_bench(
        command("bench", "measure how fast devices compute, and how fast they could", Command::bench),
        options);
    CommandOptions scenes = command("scenes", "list the scenes that ship", Command::scenes);
    declare_common(scenes, options);
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv) {
    Options options;
    CommandLine line{program_name, program_idea};
    declare_all(line, options);
    if (!line.parse(argc, argv)) return std::nullopt;
    options.words.assign(argv + 1, argv + argc);
    if (options.command == Command::view || options.command == Command::render) expect_onlookers(options);
    check(options);
    return options;
}

std::string program_version() {
    return "Milkomeda " MILKOMEDA_VERSION;
}

std::vector<CommandText> command_texts() {
    Options options;
    CommandLine line{program_name, program_idea};
    declare_all(line, options);
    return line.texts();
}

}  // namespace milkomeda
