#include "app/options/options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <functional>
#include <iostream>
#include <type_traits>

#include "data/base/text.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"

namespace milkomeda {
namespace {

constexpr const char* version = "Milkomeda " MILKOMEDA_VERSION;

template <typename Number>
Number parse_number(const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc::result_out_of_range) throw CLI::ValidationError("'" + text + "' is out of range");
    if (error != std::errc{} || end != text.data() + text.size())
        throw CLI::ValidationError("'" + text + "' is not " +
                                   (std::is_integral_v<Number> ? "a whole " : "a ") +
                                   (std::is_unsigned_v<Number> ? "number from 0" : "number"));
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(number)) throw CLI::ValidationError("'" + text + "' is not finite");
    return number;
}

glm::vec3 parse_vec3(const std::string& text, char separator) {
    const std::vector<std::string> parts = split(text, separator);
    if (parts.size() != 3) throw CLI::ValidationError("'" + text + "' is not three numbers");
    return {parse_number<float>(parts[0]), parse_number<float>(parts[1]), parse_number<float>(parts[2])};
}

// "X,Y,Z" looks from there; "yaw=...,pitch=...,distance=...,target=X:Y:Z" in any selection.
void parse_camera(const std::string& text, CameraOverrides& wish) {
    if (text.find('=') == std::string::npos) {
        wish.position = parse_vec3(text, ',');
        return;
    }
    for (const std::string& part : split(text, ',')) {
        const std::string key = part.substr(0, part.find('='));
        const std::string value = part.size() > key.size() ? part.substr(key.size() + 1) : "";
        if (key == "yaw")
            wish.yaw = parse_number<float>(value);
        else if (key == "pitch")
            wish.pitch = parse_number<float>(value);
        else if (key == "distance")
            wish.distance = parse_number<float>(value);
        else if (key == "target")
            wish.target = parse_vec3(value, ':');
        else
            throw CLI::ValidationError("'" + part + "' is none of yaw=, pitch=, distance=, target=X:Y:Z");
    }
    if (wish.distance && !(*wish.distance > 0))
        throw CLI::ValidationError("'" + text + "' has a distance that is not more than 0");
    constexpr float straight_up = 1.571f;  // pi/2, as people round it
    if (wish.pitch && std::abs(*wish.pitch) > straight_up)
        throw CLI::ValidationError("'" + text + "' has a pitch beyond straight up or down, +-1.571");
}

// Solar masses per square parsec, to model units.
std::array<float, 2> parse_density_limits(const std::string& text) {
    constexpr double least = 1e-6, most = 1e9, narrowest = 1.001;
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() != 2) throw CLI::ValidationError("'" + text + "' is not LOW,HIGH");
    const std::array limits{parse_number<double>(parts[0]), parse_number<double>(parts[1])};
    if (!(limits[0] >= least) || !(limits[1] <= most))
        throw CLI::ValidationError("'" + text + "' is not within 1e-6 and 1e9");
    if (!(limits[0] * narrowest <= limits[1]))
        throw CLI::ValidationError("'" + text + "': the first must be below the second, by 0.1 % at least");
    return {static_cast<float>(limits[0] / solar_masses_per_pc2),
            static_cast<float>(limits[1] / solar_masses_per_pc2)};
}

int parse_fraction(const std::string& text) {
    if (text == "1") return 1;
    if (text.starts_with("1/")) return parse_number<int>(text.substr(2));
    const auto value = parse_number<double>(text);
    for (const int k : fraction_denominators)
        if (value * k == 1) return k;
    throw CLI::ValidationError("'" + text + "' is none of 1, 1/2, 1/4, 1/8, 1/16");
}

int parse_detail(const std::string& text) {
    if (text == "1") return 1;
    const int k = text.starts_with("1/") ? parse_number<int>(text.substr(2)) : 0;
    if (k < 1 || k > coarsest_detail)
        throw CLI::ValidationError("'" + text + "' is none of auto, 1, 1/2 ... 1/" +
                                   std::to_string(coarsest_detail));
    return k;
}

float parse_share(const std::string& text) {
    const auto share = parse_number<float>(text);
    if (!(share >= 0 && share <= 1)) throw CLI::ValidationError("'" + text + "' is not from 0 to 1");
    return share;
}

double parse_model_time(const std::string& text) {
    constexpr double longest = 1e9;  // in the shortest steps still fewer than 64 bits can count
    try {
        const double time = parse_time(text);
        if (std::abs(time) <= longest) return time;
        throw std::invalid_argument("'" + text + "' is more than a billion time units");
    } catch (const std::invalid_argument& error) {
        throw CLI::ValidationError(error.what());
    }
}

template <Named Enum>
Enum require_known(const std::string& name) {
    if (const auto value = value_named<Enum>(name)) return *value;
    throw CLI::ValidationError("'" + name + "' is unknown");
}

// Of a list that is short enough to be told.
template <Named Enum>
Enum require_name(const std::string& name) {
    if (const auto value = value_named<Enum>(name)) return *value;
    throw CLI::ValidationError("'" + name + "' is none of " + join(names<Enum>));
}

// Declares the options of all commands, each bound to where its value goes. What is bound outlives this:
// capture the options, never the declaration.
class Declaration {
  public:
    Declaration(CLI::App& app, Options& options) : app_{app}, options_{options} {}

    void text(const char* name, const std::string& help, std::function<void(const std::string&)> take) {
        app_.add_option_function<std::string>(
            name,
            [name, take = std::move(take)](const std::string& value) {
                try {
                    take(value);
                } catch (const CLI::ValidationError& error) {
                    throw CLI::ValidationError(std::string{name} + ": " + error.what());
                }
            },
            help);
    }
    template <typename Number, typename Target>
    void number(const char* name, const char* help, Target& target) {
        text(name, help, [&target](const std::string& value) { target = parse_number<Number>(value); });
    }
    template <typename Target>
    void time(const char* name, const char* help, Target& target) {
        text(name, help, [&target](const std::string& value) { target = parse_model_time(value); });
    }

    void source(const char* help) { app_.add_option("source", options_.source, help); }
    void particles();
    void reading();
    void writing();
    void physics();
    void size();
    void detail();
    void picture();
    void common();

  private:
    CLI::App& app_;
    Options& options_;
};

void Declaration::particles() {
    Options& options = options_;
    Selection& selection = options.selection;
    text("--bodies", "number of bodies, or auto: what this device does smoothly",
         [&selection](const std::string& value) {
             if (value != "auto") selection.bodies = parse_number<std::size_t>(value);
         });
    text("--components", "e.g. disk,bulge,halo",
         [&](const std::string& value) { selection.components = split(value, ','); });
    number<double>("--position-scale", "multiplies positions", selection.position_scale);
    number<double>("--velocity-scale", "multiplies velocities", selection.velocity_scale);
    number<double>("--mass-scale", "multiplies masses", selection.mass_scale);
    number<std::uint64_t>("--seed", "of generated scenes", options_.seed);
    app_.add_option_function<std::vector<std::string>>(
            "--set",
            [&options](const std::vector<std::string>& pairs) {
                for (const std::string& pair : pairs) {
                    const std::size_t equals = pair.find('=');
                    if (equals == std::string::npos)
                        throw CLI::ValidationError("--set: '" + pair + "' is not KEY=VALUE");
                    options.scene_settings.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
                }
            },
            "KEY=VALUE for any key of the scene")
        ->take_all()
        ->allow_extra_args(false);
}

void Declaration::reading() {
    text("--units",
         "of a file: auto (what it says), model (numbers as they are), gadget (kpc/h, 1e10 Msun/h, km/s)",
         [&reading = options_.reading](const std::string& value) {
             if (value == "auto")
                 reading.units = UnitChoice::automatic;
             else if (value == "model")
                 reading.units = UnitChoice::model;
             else if (value == "gadget")
                 reading.units = UnitChoice::gadget;
             else
                 throw CLI::ValidationError("'" + value + "' is none of auto, model, gadget");
         });
}

void Declaration::writing() {
    text("--format", "of the file written, where its extension does not say it: " + written_format_names(),
         [&format = options_.format](const std::string& value) {
             if (value.empty()) throw CLI::ValidationError("'' names no format");
             format = value;
         });
}

void Declaration::physics() {
    Options& options = options_;
    ParameterOverrides& wish = options.parameters;
    text("--device", "OpenCL device: index or part of its name; several with commas, or all, share the work",
         [&options](const std::string& value) { options.device = value; });
    text("--interop", "where positions live: auto, shared, copied, none",
         [&options](const std::string& value) { options.interop = require_known<Interop>(value); });
    text("--solver", "direct", [](const std::string& value) {
        if (value != "direct") throw CLI::ValidationError("'" + value + "' is unknown; there is direct");
    });
    text("--kernel", "form of the direct sum, e.g. register-tiled:wg=128,per-item=4,split=16",
         [&options](const std::string& value) {
             if (value.empty()) throw CLI::ValidationError("'' names no kernel");
             options.kernel = value;
         });
    app_.add_flag("--retune", options.retune,
                  "search for the fastest kernel, whatever is remembered of this device");
    text("--fraction", "of the bodies that pull in each step: 1, 1/2, 1/4, 1/8, 1/16",
         [&](const std::string& value) { wish.fraction_denominator = parse_fraction(value); });
    text("--fraction-mode", "unbiased, or unscaled as in 2008",
         [&](const std::string& value) { wish.fraction_mode = require_known<FractionMode>(value); });
    text("--integrator", "leapfrog, symplectic-euler, explicit-euler",
         [&](const std::string& value) { wish.integrator = require_known<Integrator>(value); });
    time("--dt", "timestep", wish.timestep);
    number<double>("--softening", "Plummer softening length", wish.softening);
    number<double>("--damping", "velocities are multiplied by it in every step", wish.damping);
    number<double>("--gravity", "gravitational constant", wish.gravity);
    text("--steps-per-frame", "a number, or auto: as many as the pace needs", [&](const std::string& value) {
        if (value != "auto") wish.steps_per_frame = parse_number<int>(value);
    });
    time("--time-per-second", "the pace: model time per second", wish.time_per_second);
}

void Declaration::size() {
    Options& options = options_;
    text("--size", "WIDTHxHEIGHT in pixels", [&options](const std::string& value) {
        const std::vector<std::string> parts = split(value, 'x');
        if (parts.size() != 2) throw CLI::ValidationError("'" + value + "' is not WIDTHxHEIGHT");
        options.width = parse_number<int>(parts[0]);
        options.height = parse_number<int>(parts[1]);
        if (*options.width < 1 || *options.height < 1)
            throw CLI::ValidationError("'" + value + "' is smaller than a pixel");
    });
}

void Declaration::detail() {
    Options& options = options_;
    text("--detail",
         "1/k: of the bodies only so many are drawn, each for k; auto: in the window what is quick",
         [&options](const std::string& value) {
             if (value != "auto") options.detail = parse_detail(value);
         });
}

void Declaration::picture() {
    Options& options = options_;
    LookOverrides& look = options.look;
    size();
    text("--camera", "X,Y,Z or yaw=A,pitch=A,distance=D,target=X:Y:Z (radians)",
         [&options](const std::string& value) { parse_camera(value, options.camera); });
    text("--projection", "perspective, orthographic, hammer (the whole sky), dome (half of it)",
         [&camera = options.camera](const std::string& value) {
             camera.projection = require_name<Projection>(value);
         });
    app_.add_flag("--sky", options.camera.sky, "the sky from a star of the Milky Way's disk");
    text("--follow", "GALAXY or the number of a body, which the camera goes after",
         [&camera = options.camera](const std::string& value) {
             if (value.empty()) throw CLI::ValidationError("'' names no galaxy and no body");
             camera.follow = value;
         });
    app_.add_flag("--path", options.camera.path, "the camera takes the path of the scene's key frames");
    text("--stereo", "off, side-by-side, anaglyph (red left, cyan right)",
         [&options](const std::string& value) { options.look.stereo = require_name<Stereo>(value); });
    text("--mode", join(names<DrawMode>),
         [&look](const std::string& value) { look.mode = require_name<DrawMode>(value); });
    text("--density-limits",
         "LOW,HIGH: surface densities at the ends of the colour map, solar masses per square parsec",
         [&look](const std::string& value) { look.density_limits = parse_density_limits(value); });
    text("--show", "over the picture: scale,clock,legend,labels,axes,grid,trails,contours; or none, all",
         [&options](const std::string& value) {
             try {
                 options.show = annotations_from(value);
             } catch (const std::invalid_argument& error) {
                 throw CLI::ValidationError(error.what());
             }
         });
    text("--color-by", "of the mode stars: " + join(names<ColorBy>),
         [&look](const std::string& value) { look.color_by = require_name<ColorBy>(value); });
    text("--color-map", "for colours by a number: " + join(names<ColorMap>),
         [&look](const std::string& value) { look.color_map = require_name<ColorMap>(value); });
    text("--preset", "photograph, telescope, infrared, x-ray, 2008",
         [&look](const std::string& value) { look.preset = require_name<Preset>(value); });
    text("--exposure", "auto, +1 or -1 stops from there, or what is clearly seen in mag/arcsec^2, e.g. 22",
         [&look](const std::string& value) {
             try {
                 parse_exposure(value, look);
             } catch (const std::invalid_argument& error) {
                 throw CLI::ValidationError(error.what());
             }
         });
    text("--tone", "asinh, aces, exponential",
         [&look](const std::string& value) { look.curve = require_name<ToneCurve>(value); });
    text("--bloom", "share of the light that spreads, 0 to 1",
         [&look](const std::string& value) { look.bloom = parse_share(value); });
    text("--streaks", "share of the brightest stars' light that goes into spikes, 0 to 1",
         [&look](const std::string& value) { look.streaks = parse_share(value); });
    detail();
}

void Declaration::common() {
    Options& options = options_;
    text("--assets", "folder with kernels/, shaders/, assets/ to use instead of the built-in ones",
         [&options](const std::string& value) { options.assets = value; });
    app_.add_flag("--verbose", options.verbose, "say more on standard error");
    app_.add_flag_callback(
        "--no-settings", [&options] { options.settings = false; },
        "neither read nor write saved settings and measured kernels");
    app_.set_version_flag("--version", version);
}

void declare_simulated(Declaration& declare, const char* source) {
    declare.source(source);
    declare.particles();
    declare.reading();
    declare.physics();
    declare.common();
}

constexpr const char* drawn_source =
    "scene, file, or the snapshots of a run, as 'snap_%03d.hdf5' or 'run/*.hdf5' in quotes";

void declare_view(CLI::App& app, Options& options) {
    Declaration declare{app, options};
    declare_simulated(declare, drawn_source);
    declare.picture();
    declare.text("--ui-scale", "of text and panels, 0.5 to 4, or auto: what the screen asks for",
                 [&options](const std::string& value) {
                     if (value == "auto") return;
                     options.ui_scale = parse_number<float>(value);
                     if (*options.ui_scale < smallest_ui_scale || *options.ui_scale > largest_ui_scale)
                         throw CLI::ValidationError("'" + value + "' does not lie between 0.5 and 4");
                 });
    declare.text("--monitor", "number of the monitor, from 1, on which the window opens and is full screen",
                 [&options](const std::string& value) {
                     options.monitor = parse_number<int>(value);
                     if (*options.monitor < 1) throw CLI::ValidationError("monitors are counted from 1");
                 });
    app.add_flag("--trace", options.trace, "print a JSON line for every change of state");
}

void declare_render(CLI::App& app, Options& options) {
    Declaration declare{app, options};
    declare_simulated(declare, drawn_source);
    declare.picture();
    app.add_option("-o,--output", options.output, "OUT.png, OUT.mp4, OUT.webm or frames-%05d.png")
        ->required();
    declare.time("--at", "model time of a picture", options.at);
    declare.time("--from", "first model time of a film", options.from);
    declare.time("--until", "last model time of a film", options.until);
    declare.number<double>("--fps", "frames per second of a film", options.frames_per_second);
}

void declare_simulate(CLI::App& app, Options& options) {
    Declaration declare{app, options};
    declare_simulated(declare, "scene or file");
    declare.time("--until", "model time to stop at", options.until);
    app.get_option("--until")->required();
    app.add_option("-o,--output", options.output, "file for the final state: " + format_extensions());
    declare.writing();
    declare.time("--every", "a file NAME-%05d.EXT each such model time", options.every);
    app.add_option("--diagnostics", options.diagnostics, "CSV file of energies, momenta, radii");
    declare.time("--diagnostics-every", "model time between its rows", options.diagnostics_every);
}

void declare_generate(CLI::App& app, Options& options) {
    Declaration declare{app, options};
    declare.source("scene");
    declare.particles();
    declare.common();
    app.add_option("-o,--output", options.output, "file to write: " + format_extensions())->required();
    declare.writing();
}

void declare_info(CLI::App& app, Options& options) {
    Declaration declare{app, options};
    app.add_option("source", options.source, "file")->required();
    declare.reading();
    app.add_flag("--json", options.json, "machine-readable");
    declare.common();
}

void declare_devices(CLI::App& app, Options& options) {
    Declaration declare{app, options};
    app.add_flag("--json", options.json, "machine-readable");
    declare.text("--interop", "auto, shared, copied, none",
                 [&](const std::string& value) { options.interop = require_known<Interop>(value); });
    declare.common();
}

void declare_bench(CLI::App& app, Options& options) {
    Declaration declare{app, options};
    app.add_option_function<std::string>(
        "subject",
        [&options](const std::string& value) {
            if (value == "build")
                options.bench_subject = BenchSubject::build;
            else if (value == "draw")
                options.bench_subject = BenchSubject::draw;
            else if (value != "direct")
                throw CLI::ValidationError("no bench '" + value + "'; there are: direct, build, draw");
        },
        "what is measured: direct, the direct sum in all its forms (default); build, how long its kernels "
        "take to build; draw, how long a picture takes, without OpenCL");
    declare.text("--device", "OpenCL device: index or part of its name",
                 [&options](const std::string& value) { options.device = value; });
    declare.text("--bodies", "N[,N...]: how many bodies", [&options](const std::string& value) {
        for (const std::string& part : split(value, ',')) {
            options.bench_bodies.push_back(parse_number<std::size_t>(part));
            if (options.bench_bodies.back() == 0) throw CLI::ValidationError("must be at least 1");
        }
    });
    app.add_flag(
        "--full", options.bench_full,
        "every setting, every fraction, every device; takes minutes instead of half of one. Of draw: "
        "4,000,000 bodies, too");
    declare.size();
    declare.detail();
    declare.text("--mode", "draw: MODE[,MODE...]; point,stars if not given",
                 [&options](const std::string& value) {
                     for (const std::string& part : split(value, ','))
                         options.bench_modes.push_back(require_name<DrawMode>(part));
                 });
    app.add_flag("--retune", options.retune,
                 "show which kernel the window's search would choose; --full does, too");
    app.add_flag("--json", options.json, "machine-readable");
    declare.text("--csv", "file for the table",
                 [&options](const std::string& value) { options.csv = value; });
    declare.text("--plot", "FILE.png for charts",
                 [&options](const std::string& value) { options.plot = value; });
    declare.number<std::uint64_t>("--seed", "of the bodies", options.seed);
    declare.common();
}

void check(const Options& options) {
    const auto require = [](bool holds, const char* message) {
        if (!holds) throw UsageError(message);
    };
    require(options.frames_per_second >= 0.01 && options.frames_per_second <= 1000,
            "--fps must lie between 0.01 and 1000");
    require(!options.every || *options.every > 0, "--every must be more than 0");
    require(options.diagnostics_every > 0, "--diagnostics-every must be more than 0");
    require(options.selection.bodies != std::size_t{0}, "--bodies must be at least 1");
    const bool draws = options.bench_subject == BenchSubject::draw;
    require(options.command != Command::bench || draws ||
                (options.bench_modes.empty() && !options.width && !options.detail),
            "--mode, --size and --detail are for bench draw");
    require(!draws || (options.device.empty() && !options.retune && options.plot.empty()),
            "bench draw takes no --device, --retune, --plot");
    require(options.every == std::nullopt || !options.output.empty(), "--every needs -o FILE");
}

// What the camera may do one at a time.
void check(const CameraOverrides& camera) {
    const bool placed = camera.position || camera.distance || camera.target;
    const auto exclude = [](bool one, const char* first, bool other, const char* second) {
        if (one && other) throw UsageError(std::string{first} + " and " + second + " exclude each other");
    };
    exclude(camera.sky, "--sky", !camera.follow.empty(), "--follow");
    exclude(camera.sky, "--sky", camera.path, "--path");
    exclude(camera.path, "--path", !camera.follow.empty(), "--follow");
    exclude(camera.path, "--path", placed || camera.yaw || camera.pitch, "--camera");
    if (camera.sky && placed)
        throw UsageError("--camera: from the sky only yaw and pitch can be chosen, the place is the star's");
    if (camera.sky && camera.projection == Projection::orthographic)
        throw UsageError("--sky has no orthographic projection; there are perspective, hammer, dome");
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv) {
    Options options;
    CLI::App app{"The Milky Way and Andromeda collide."};
    app.name("milkomeda");
    declare_view(app, options);
    using Declare = void (*)(CLI::App&, Options&);
    const auto command = [&](const char* name, const char* help, Command value, Declare declare) {
        CLI::App& sub = *app.add_subcommand(name, help);
        declare(sub, options);
        sub.callback([&options, value] { options.command = value; });
    };
    command("render", "draw a picture or a film without a display", Command::render, declare_render);
    command("simulate", "simulate without drawing", Command::simulate, declare_simulate);
    command("generate", "write a scene's initial conditions", Command::generate, declare_generate);
    command("info", "say what a file holds", Command::info, declare_info);
    command("devices", "list OpenCL devices and the tier each would get", Command::devices, declare_devices);
    command("bench", "measure how fast devices compute, and how fast they could", Command::bench,
            declare_bench);
    command("scenes", "list the scenes that ship", Command::scenes, [](CLI::App& sub, Options& opts) {
        Declaration{sub, opts}.common();
    });
    app.require_subcommand(0, 1);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& wanted) {  // --help, --version
        app.exit(wanted);
        return std::nullopt;
    } catch (const CLI::ExtrasError& error) {
        throw UsageError(first_line(error.what()) +
                         " (see milkomeda --help; the pattern of a series needs quotes: 'snap_*.hdf5')");
    } catch (const CLI::ParseError& error) {
        throw UsageError(first_line(error.what()) + " (see milkomeda --help)");
    }
    check(options);
    check(options.camera);
    return options;
}

}  // namespace milkomeda
