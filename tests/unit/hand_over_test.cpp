// The folder with which another program computes a run: templates, values and the columns of gas.
#include <doctest/doctest.h>

#include <algorithm>

#include "assets/assets.hpp"
#include "data/base/units.hpp"
#include "data/hand_over/hand_over.hpp"
#include "data/particles/gas_columns.hpp"
#include "tests/scenes.hpp"

namespace milkomeda {
namespace {

HandOver run_of(HandOverProgram program) {
    HandOver run{.program = program,
                 .source = "here",
                 .parameters = {},
                 .until = 20,
                 .every = 0.625,
                 .ranks = 2,
                 .bodies = 50'000,
                 .box_size = 1000};
    return run;
}

std::string file_of(const HandOver& run, const std::string& name) {
    const Assets assets;
    const std::vector<HandOverFile> files = hand_over_files(run, assets);
    const auto found = std::ranges::find(files, name, &HandOverFile::name);
    REQUIRE(found != files.end());
    return found->text;
}

// Returns the second word of the line that begins with `key`.
std::string value_of(const std::string& text, const std::string& key) {
    const std::size_t begin = text.find("\n" + key + " ");
    REQUIRE_MESSAGE(begin != std::string::npos, key);
    std::size_t first = text.find_first_not_of(' ', begin + 1 + key.size());
    return text.substr(first, text.find_first_of(" \n", first) - first);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("hand-over: a placeholder without a value is an error, and a line of an empty value is left out") {
    CHECK(filled_template("a @x@ b\n@y@\nc@y@\n", {{"x", "1"}, {"y", ""}}) == "a 1 b\nc\n");
    CHECK(filled_template("no placeholder", {}) == "no placeholder");
    CHECK(filled_template("run \"$@\" @x@ a@b@", {{"x", "1"}, {"b", "2"}}) == "run \"$@\" 1 a2");
    CHECK_THROWS_AS(filled_template("@z@", {{"x", "1"}}), std::logic_error);
}

TEST_CASE("hand-over: the usual interval of snapshots divides the run into a power of two of parts") {
    CHECK(usual_snapshot_interval(20) == doctest::Approx(0.625));
    CHECK(usual_snapshot_interval(64) == doctest::Approx(0.5));
    CHECK(usual_snapshot_interval(0.1) == doctest::Approx(0.1));
}

TEST_CASE("hand-over: GADGET-4 gets every parameter that it misses otherwise") {
    HandOver run = run_of(HandOverProgram::gadget4);
    run.parameters.softening = 0.07;
    const std::string text = file_of(run, "param.txt");
    for (int type = 0; type < 6; ++type)
        for (const std::string key : {"SofteningComovingClass", "SofteningMaxPhysClass"})
            CHECK(value_of(text, key + std::to_string(type)) == "0.07");
    CHECK(value_of(text, "TimeMax") == "20");
    CHECK(value_of(text, "TimeBetSnapshot") == "0.625");
    CHECK(value_of(text, "MaxSizeTimestep") == "0.02");
    CHECK(value_of(text, "GravityConstantInternal") == "1");
    CHECK(has(file_of(run, "Config.sh"), "EVALPOTENTIAL"));
    CHECK_FALSE(has(file_of(run, "Config.sh"), "WENDLAND"));
    CHECK(has(file_of(run, "run.sh"), "mpirun -np 2 "));
    CHECK(has(file_of(run, "run.sh"), "#SBATCH --ntasks=2"));
    CHECK(has(file_of(run, "README.md"), "every 0.625 exactly"));
    CHECK(has(file_of(run, "README.md"), "cubic spline, whose force differs from that of Milkomeda within 2.8 "));
    run.every = 0.5;  // 0.5 is no multiple of the step, 20 / 1024
    CHECK(has(file_of(run, "README.md"), "nearest multiples"));
}

TEST_CASE("hand-over: the expected time and memory are those of the measured runs of 50,000 bodies") {
    const std::string gadget = file_of(run_of(HandOverProgram::gadget4), "README.md");
    CHECK(has(gadget, "time: about 14 minutes, for 1024 steps of 50000 bodies with 2 MPI ranks"));
    CHECK(has(gadget, "memory: about 44 MiB in each rank"));
    CHECK(has(gadget, "permits 1000 MiB"));
    const std::string swift = file_of(run_of(HandOverProgram::swift), "README.md");
    CHECK(has(swift, "time: about 22 minutes"));
    CHECK(has(swift, "memory: about 67 MiB in each rank"));
}

TEST_CASE("hand-over: SWIFT gets every parameter that it misses otherwise") {
    HandOver run = run_of(HandOverProgram::swift);
    const std::string text = file_of(run, "params.yml");
    CHECK(value_of(text, "  basename:") == "snap");
    CHECK(value_of(text, "  delta_time:") == "0.625");
    // No output is exactly at the end of a step, where the velocities of SWIFT are wrong.
    const double delay = 0.02 / (1 << 20);
    const std::string statistics = text.substr(text.find("\nStatistics:"));
    CHECK(std::stod(value_of(text, "  time_first:")) == doctest::Approx(0.625 + delay).epsilon(1e-12));
    CHECK(std::stod(value_of(statistics, "  time_first:")) == doctest::Approx(delay).epsilon(1e-12));
    CHECK(has(text, "max_top_level_cells:"));
    CHECK(value_of(text, "  repartition_type:") == "memory");
    CHECK(has(text, "shift:      [500, 500, 500]"));
    CHECK_FALSE(has(text, "SPH:"));
    CHECK(has(file_of(run, "run.sh"), "mpirun -np 2 $MPIRUN_OPTIONS \"$swift\" --self-gravity"));
    CHECK(has(file_of(run, "README.md"), "Wendland-C2 kernel, whose force differs from that of Milkomeda within 3 "));
    run.ranks = 1;
    CHECK_FALSE(has(file_of(run, "run.sh"), "mpirun -np"));
}

TEST_CASE("hand-over: a finer accuracy gives smaller tolerances") {
    for (const HandOverProgram program : {HandOverProgram::gadget4, HandOverProgram::swift}) {
        HandOver run = run_of(program);
        const bool is_gadget = program == HandOverProgram::gadget4;
        double last = 1;
        for (const Accuracy accuracy : {Accuracy::draft, Accuracy::standard, Accuracy::fine, Accuracy::exact}) {
            run.parameters.accuracy = accuracy;
            const std::string text = file_of(run, is_gadget ? "param.txt" : "params.yml");
            const double tolerance = std::stod(value_of(text, is_gadget ? "ErrTolForceAcc" : "  epsilon_fmm:"));
            CHECK(tolerance < last);
            last = tolerance;
        }
    }
}

TEST_CASE("hand-over: isothermal gas has the energy that each program expects") {
    const ParticleSet start = generate(shipped_scene("milky-way-andromeda"), 2000);
    SimulationParameters parameters;
    const double speed = isothermal_sound_speed(parameters.gas.temperature);
    const auto first_gas = [](const ParticleSet& particles) {
        return std::ranges::find_if(particles.components, is_gas)->first;
    };
    const ParticleSet gadget = hand_over_particles(start, HandOverProgram::gadget4, parameters);
    CHECK(gadget.gas[first_gas(gadget)].energy == doctest::Approx(speed * speed));
    const ParticleSet swift = hand_over_particles(start, HandOverProgram::swift, parameters);
    CHECK(swift.gas[first_gas(swift)].energy == doctest::Approx(1.5 * speed * speed));
    CHECK(complete_gas_columns(swift).energies);
    CHECK(complete_gas_columns(swift).lengths);
    HandOver run = run_of(HandOverProgram::gadget4);
    run.gas = gas_count(start.components);
    CHECK(has(file_of(run, "Config.sh"), "ISOTHERM_EQS"));
    run.parameters.gas.model = GasModel::adiabatic;
    CHECK_FALSE(has(file_of(run, "Config.sh"), "ISOTHERM_EQS"));
    run.program = HandOverProgram::swift;
    CHECK(has(file_of(run, "params.yml"), "\nSPH:\n"));
    CHECK(has(file_of(run, "run.sh"), "--hydro --self-gravity"));
}

TEST_CASE("hand-over: with the gas off, gas becomes stars") {
    SimulationParameters parameters;
    parameters.gas.model = GasModel::off;
    const ParticleSet stars =
        hand_over_particles(generate(shipped_scene("milky-way-andromeda"), 2000), HandOverProgram::gadget4, parameters);
    CHECK(gas_count(stars.components) == 0);
    CHECK(stars.size() == 2000);
}

TEST_CASE("hand-over: runs that the program cannot compute are refused") {
    const auto refuses = [](const auto& change) {
        HandOver run = run_of(HandOverProgram::gadget4);
        change(run);
        try {
            require_possible(run);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CHECK_FALSE(refuses([](HandOver&) {}));
    CHECK(refuses([](HandOver& run) { run.parameters.damping = 0.9; }));
    CHECK(refuses([](HandOver& run) { run.parameters.gravity = 0; }));
    CHECK(refuses([](HandOver& run) { run.parameters.softening = 0; }));
    CHECK(refuses([](HandOver& run) { run.until = run.begin; }));
    CHECK(refuses([](HandOver& run) { run.every = 21; }));
    const auto ends_at = [](double time) { return [time](HandOver& run) { run.until = run.every = time; }; };
    CHECK(refuses(ends_at(0.02)));  // a single step of 0.02, with which GADGET-4 stops
    CHECK_FALSE(refuses(ends_at(0.021)));
}

}  // namespace milkomeda
