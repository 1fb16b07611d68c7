// The command line as plain values: one struct of options per command. The names of options and commands must not
// change, because scripts use these names.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <variant>

#include "app/cli/command_text.hpp"
#include "app/cli/option_parts.hpp"
#include "data/hand_over/hand_over.hpp"
#include "data/maps/instruments.hpp"
#include "data/maps/sky_map.hpp"
#include "data/profiles/galaxy_profile.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Options of the window, which opens if the command line names no command.
struct ViewOptions {
    SceneOptions scene;
    DeviceOptions device;
    PictureOptions picture;
    StyleOptions style;
    ProgramOptions program;
    std::optional<float> ui_scale;                 // scale of text and panels; empty: the display determines the scale
    std::optional<int> monitor;                    // number of the monitor on which the window opens, counted from 1
    std::optional<double> auto_save;               // seconds between automatic saves of the run; 0: never
    std::filesystem::path picture_to_match, pair;  // photograph of two galaxies and its .pair file; may be empty
    bool trace = false;
    std::filesystem::path listen;  // socket at which the window takes requests of other programs; may be empty
};

// number of moments that a web page stores by default
inline constexpr std::size_t usual_page_moments = 300;

struct RenderOptions {
    SceneOptions scene;
    DeviceOptions device;
    PictureOptions picture;
    StyleOptions style;
    ProgramOptions program;
    std::filesystem::path output;
    // Frames per second of a video; empty: the usual rate of the video format.
    std::optional<double> frames_per_second;
    std::optional<std::size_t> moments;  // number of moments of a web page; empty: the usual number
    std::optional<float> voxel;          // edge of the voxels of volumes in kpc; empty: from the smoothing lengths
    std::filesystem::path again;         // video or picture to render again; may be empty
    bool json = false;                   // true: print a line of JSON after each finished frame
    std::vector<std::string> words;      // the command line without the name of the program
};

struct SimulateOptions {
    SceneOptions scene;
    DeviceOptions device;
    ProgramOptions program;
    ParticleOutput output;
    std::optional<double> every;  // model time between two files of a series, or between two recorded moments
    std::filesystem::path recording;
    bool records_velocities = true;
    std::filesystem::path diagnostics;  // CSV file for diagnostics; may be empty
    double diagnostics_every = 0.1;     // model time between two rows of diagnostics

    // Returns true if `output` is a numbered series of files. With --record, `output` is a single file, and `every` is
    // the interval of the recording.
    bool writes_series() const { return every && recording.empty(); }
};

struct GenerateOptions {
    SceneOptions scene;
    ParticleOutput output;
};

struct HandOverOptions {
    SceneOptions scene;
    ProgramOptions program;
    HandOverProgram to = HandOverProgram::gadget4;
    std::size_t ranks = 1;
    std::optional<double> every;   // model time between two snapshots; empty: about 0.5
    std::filesystem::path output;  // folder to write
};

// Points at which the potential is computed. The default is a cube around all drawn bodies.
struct LatticeOptions {
    std::array<std::size_t, 3> counts{1, 1, 1};
    std::optional<glm::dvec3> center, extent;
};

struct PotentialOptions {
    SceneOptions scene;
    DeviceOptions device;
    ProgramOptions program;
    LatticeOptions lattice;
    std::filesystem::path output;
    bool json = false;
};

struct ProfileCommandOptions {
    SceneOptions scene;
    DeviceOptions device;
    ProgramOptions program;
    ProfileOptions profile;
    std::filesystem::path output;
    bool json = false;
};

// The telescope of a map. Empty values have the value of the instrument, or else a default.
struct TelescopeOptions {
    const Instrument* instrument = nullptr;
    std::optional<double> psf, psf_beta;  // full width at half maximum in arcseconds; exponent of a Moffat function
    std::optional<PsfShape> psf_shape;
    double exposure = 0;                    // seconds; 0: no noise
    std::optional<double> sky, zero_point;  // magnitudes per square arcsecond; magnitude of one photon per second
    std::optional<double> resolution;       // standard deviation of the line spread of a cube in km/s
};

// Largest number of velocity channels of a cube.
inline constexpr std::size_t most_channels = 4096;

struct MapCommandOptions {
    SceneOptions scene;
    DeviceOptions device;
    ProgramOptions program;
    MapQuantity quantity = MapQuantity::surface_density;
    std::optional<Band> band;
    std::optional<std::string> galaxy;                 // galaxy in the middle; empty: the center of mass
    std::vector<std::string> components;               // names; empty: all components that pictures show
    std::optional<std::array<std::size_t, 2>> pixels;  // empty: of the instrument, or else 512 x 512
    std::optional<std::array<double, 2>> extent;       // width and height, model units
    std::optional<double> incline, position_angle;     // degrees
    double distance = 10;                              // Mpc
    std::size_t smooth = 0;                            // number of the neighbor that determines the width of a body
    TelescopeOptions telescope;
    std::optional<std::size_t> channels;              // of a cube; empty: of the instrument, or else 64
    std::optional<std::array<double, 2>> velocities;  // edges of a cube in km/s
    std::filesystem::path output, table;              // table of bodies; empty: none
    bool json = false;
};

struct MatchCommandOptions {
    DeviceOptions device;
    ProgramOptions program;
    std::filesystem::path image, pair, resume, output;
    std::filesystem::path scored;  // file of encounters whose scores are printed, instead of a search; may be empty
    double seconds = 60;
    std::size_t encounters = 1'000'000;
    std::uint64_t seed = 1;
    // Description of the pair without a file .pair
    std::optional<std::array<double, 4>> nuclei;           // pixels: x1, y1, x2, y2
    std::optional<std::array<double, 6>> ellipses;         // of each disk: semi-axes in pixels, degrees
    std::optional<double> scale, distance, kpc_per_pixel;  // arcseconds per pixel, Mpc, kpc
    std::array<double, 2> masses{0.03, 3};                 // range of each mass in 1e11 solar masses
    std::optional<double> velocity_difference;             // galaxy 1 minus galaxy 2, km/s
    RigidGalaxy rigid_galaxies = RigidGalaxy::archive;
    bool json = false;
};

// Largest number of corrections of the start of a run with live galaxies.
inline constexpr std::size_t most_corrections = 20;

struct ConfirmOptions {
    SceneOptions scene;  // its source is a restricted encounter
    DeviceOptions device;
    ProgramOptions program;
    std::size_t family = 1;                         // number of the model in a file with several models, counted from 1
    std::filesystem::path picture_file, pair_file;  // picture of the pair and its description; may be empty
    std::size_t bodies = 16384, corrections = 4;
    std::uint64_t seed = 1;
    std::filesystem::path output, report;  // scene, and page with the results; `report` may be empty
    bool json = false;
};

struct InfoOptions {
    std::optional<std::string> file;  // not empty after the check of the options
    ReadOptions reading;
    bool json = false;
    bool explain = false;  // true: print where each column comes from
};

struct DevicesOptions {
    Interop interop = Interop::automatic;
    bool json = false;
    bool verbose = false;
};

enum class BenchSubject { direct, solvers, build, draw, potential, matrix, mixed, gas, encounters };
template <>
inline constexpr std::array<std::string_view, 9> names<BenchSubject>{
    "direct", "solvers", "build", "draw", "potential", "matrix", "mixed", "gas", "encounters"};

struct BenchCommandOptions {
    BenchSubject subject = BenchSubject::direct;
    SceneOptions scene;
    DeviceOptions device;
    PictureOptions picture;
    std::vector<std::size_t> bodies;  // numbers of bodies to measure; empty: default numbers of the bench
    std::vector<DrawMode> modes;      // draw modes to measure; empty: default modes of the bench
    std::optional<double> seconds;    // approximate duration of bench direct in seconds; empty: default
    bool full = false;                // true: measure all kernel settings, fractions of attracting bodies, and devices
    std::filesystem::path csv, plot;  // CSV table and picture with charts; may be empty
    bool json = false;
    bool verbose = false;
};

struct ScenesOptions {
    bool pairs = false;  // true: list the published models of pairs instead of the scenes
    bool json = false;
};

using AnyCommandOptions = std::variant<ViewOptions, RenderOptions, SimulateOptions, GenerateOptions, HandOverOptions,
                                       PotentialOptions, ProfileCommandOptions, MapCommandOptions, MatchCommandOptions,
                                       ConfirmOptions, InfoOptions, DevicesOptions, BenchCommandOptions, ScenesOptions>;

struct ParsedCommandLine {
    ProgramOptions program;
    AnyCommandOptions command;
    std::string note;  // message about an outdated word of the command line; usually empty
};

// Parses the command line. Returns an empty optional if the user requested help or the version, which is then
// already printed. Throws UsageError if the command line is invalid.
std::optional<ParsedCommandLine> parse_command_line(int argc, char** argv);

// Returns the descriptions of the program without a command and of all commands.
std::vector<CommandText> command_texts();

}  // namespace milkomeda
