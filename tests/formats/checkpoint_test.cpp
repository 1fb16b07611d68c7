// Reading a complete checkpoint file must restore its run. An incomplete file must be refused with a one-line message.
#include <doctest/doctest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "data/base/random.hpp"
#include "data/files/small_file.hpp"
#include "data/hdf5/hdf5_archive.hpp"
#include "data/state/recording.hpp"
#include "data/state/saved_state.hpp"
#include "tests/formats/any_particles.hpp"
#include "tests/formats/files.hpp"
#include "tests/formats/validity.hpp"

using namespace milkomeda;

namespace {

constexpr std::size_t head_bytes = 512;
constexpr double any_time = 0.1 + 0.2;  // This number has no short decimal representation.

// Returns the integers that represent these rows.
IntegerRows integers_of(const ParticleSet& particles, std::size_t first, std::size_t count, int bits) {
    const auto positions = std::span{particles.positions}.subspan(first, count),
               velocities = std::span{particles.velocities}.subspan(first, count);
    FixedPoint format = choose_fixed_point(positions, velocities);
    format.position_exponent += format.bits - bits, format.velocity_exponent += format.bits - bits;
    format.bits = bits;
    return *to_integers(positions, velocities, format);
}

// Returns an integrator state in which every parameter of a step has changed during the run.
IntegratorState any_integrator_state(long steps) {
    IntegratorState memory{{}, 2, 3, 0.1f, Accuracy::draft};
    StepConfig with{{.timestep = 1.0 / 3}, {}, 1, 0.7f};
    memory.log.end_rewind(steps - 20, any_time - 20 * with.parameters.timestep, "a reason");
    memory.log.record_step(steps - 20, with);
    memory.log.record_last_force(steps - 20, 2, 0.3f);
    with.parameters.fraction_denominator = 16;
    with.parameters.integrator = Integrator::reversible;
    with.external_mass = ExternalMass{{1, -2, 3}, 0.5, 0.1};
    for (long step = steps - 19; step < steps; ++step) memory.log.record_step(step, with);
    return memory;
}

SavedState any_state(std::size_t bodies) {
    SavedState state{any_particles(bodies), SavedRun{}};
    state.particles.ids.front() = 4'000'000'000;  // The rows of a run need not be in the order of their ids.
    state.particles.components = {{"disk", "milky-way", 0, bodies / 2, 0}, {"halo", "", bodies / 2, 0, 0}};
    state.particles.components[1].count = bodies - bodies / 2;
    state.particles.time = any_time;
    SavedRun& run = *state.run;
    run.version = "Milkomeda 1";
    run.steps = 12'345'678'901;
    run.parameters.timestep = 1.0 / 3;
    run.parameters.integrator = Integrator::symplectic_euler;
    run.parameters.fraction_denominator = 4;
    run.parameters.steps_per_frame = 7;
    run.solver = {"direct", "naive:wg=64", "a device"};
    run.memory = any_integrator_state(run.steps);
    run.integers = integers_of(state.particles, 0, bodies, 32);
    run.texts = {{"Scene", "title = 'a scene'\n# \xc3\xa9\n"}, {"Look", ""}, {"Shown", "10"}};
    run.diagnostics = {"{}", {any_time, -1e300}};
    for (std::size_t row = 0; row < bodies; ++row) {
        run.radii_at_start.push_back(0.1f * static_cast<float>(row));
        run.vertical_ranks.push_back(row % 2 == 0 ? -1 : 1 / static_cast<float>(row));
    }
    return state;
}

// Returns the file with a checksum that matches its changed content, so that only validation can find the error.
std::string sealed(std::string content) {
    const auto* const rest = reinterpret_cast<const Bytef*>(content.data() + head_bytes);
    const uLong checksum = crc32(crc32(0, nullptr, 0), rest, static_cast<uInt>(content.size() - head_bytes));
    char head[128];
    std::snprintf(head, sizeof head, "Milkomeda state, version 1\nbytes %zu\ncrc32 %08lx\nThe rest is HDF5.\n",
                  content.size(), checksum);
    return content.replace(0, std::strlen(head), head);
}

std::string state_refusal(const std::filesystem::path& file) {
    try {
        read_saved_state(file);
        return "";
    } catch (const FileError& error) {
        return std::string{error.what()}.substr(file.string().size() + 2);
    }
}

void write_columns(const std::filesystem::path& file, const std::vector<float>& positions,
                   const std::vector<float>& velocities, std::map<std::string, double> numbers,
                   std::map<std::string, std::string> texts) {
    static const std::vector<std::uint32_t> ids(8, 1);
    const auto bytes = [](const auto& column) { return std::as_bytes(std::span{column}); };
    write_archive(file, "Milkomeda state",
                  {{{{"Bodies/Positions", NumberType::float32, 4}, bytes(positions)},
                    {{"Bodies/Velocities", NumberType::float32, 4}, bytes(velocities)},
                    {{"Bodies/IDs", NumberType::uint32, 1}, bytes(std::span{ids}.first(positions.size() / 4))}},
                   std::move(numbers),
                   std::move(texts)});
}

}  // namespace

TEST_CASE("perturbers are read back from checkpoints and recordings unchanged") {
    const TemporaryFolder folder;
    SavedState state = any_state(12);
    state.particles.components[1].count -= 2;
    for (std::size_t i = 0; i < 2; ++i)
        state.particles.components.push_back(
            {"hole " + std::to_string(i), "", 10 + i, 1, 0, Perturber{0.1f + static_cast<float>(i), {0.3f, 0, 1}}});
    state.run->integers = integers_of(state.particles, 0, 10, 32);
    state.run->memory->perturbers = integers_of(state.particles, 10, 2, 64);
    const PerturberClock clock{{3, 1 << 10, {(1L << 52) - 1, 12345678901}}, {(1L << 51) + 1, 98765432109}};
    state.run->memory->perturber_clock = clock;
    write_saved_state(folder / "a.milkomeda", state);
    const SavedState read = read_saved_state(folder / "a.milkomeda");
    REQUIRE(read.particles.components.size() == 4);
    for (std::size_t c = 0; c < 4; ++c)
        CHECK(read.particles.components[c].perturber == state.particles.components[c].perturber);
    const auto& found = read.run->memory->perturbers;
    REQUIRE(found);
    CHECK(found->format == state.run->memory->perturbers->format);
    CHECK(found->positions == state.run->memory->perturbers->positions);
    CHECK(found->velocities == state.run->memory->perturbers->velocities);
    CHECK(read.run->memory->perturber_clock == clock);
    CHECK(read.run->integers->positions == state.run->integers->positions);

    RecordingWriter writer{folder / "a.recording", state.particles, RecordedColumns::all};
    writer.add(1, state.particles.positions, state.particles.velocities);
    writer.finish();
    CHECK(read_recorded(folder / "a.recording", 0).components.back().perturber ==
          state.particles.components.back().perturber);

    // The components of this file are invalid, because the perturbers are not the last rows.
    std::swap(state.particles.components[1], state.particles.components[2]);
    state.particles.components[1].first = 6, state.particles.components[2].first = 7;
    write_saved_state(folder / "b.milkomeda", state);
    CHECK(state_refusal(folder / "b.milkomeda") == "is inconsistent: the components do not match the bodies");
}

TEST_CASE("the state of gas is read back from checkpoints unchanged, and refused if it is invalid") {
    const TemporaryFolder folder;
    constexpr std::size_t bodies = 12, first = 7, particles = 5;
    SavedState state = any_state(bodies);
    state.particles.components = {{"disk", "a", 0, first, 0}, {"gas", "a", first, particles, 0}};
    for (std::size_t row = first; row < bodies; ++row) state.particles.velocities[row].w = 0.25f;
    GasState gas;
    for (std::size_t i = 0; i < particles; ++i) {
        const float number = 1 + 0.1f * static_cast<float>(i);
        gas.conditions.push_back({number, 2 * number, 0.5f, -3e7f});
        gas.rates.push_back({-number, 1e-30f, 0, 7});
        gas.measures.push_back({1e-12f, number, 0.125f, 63});
    }
    state.run->gas = gas;
    write_saved_state(folder / "a.milkomeda", state);
    const SavedState read = read_saved_state(folder / "a.milkomeda");
    REQUIRE(read.run->gas);
    const auto same = [](const std::vector<Float4>& a, const std::vector<Float4>& b) {
        return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Float4)) == 0;
    };
    CHECK(same(read.run->gas->conditions, gas.conditions));
    CHECK(same(read.run->gas->rates, gas.rates));
    CHECK(same(read.run->gas->measures, gas.measures));
    CHECK(read.particles.velocities[first].w == 0.25f);
    CHECK(read.particles.velocities[0].w == 0);

    const auto refusal = [&](const auto& change) {
        state.run->gas = gas;
        change(*state.run->gas);
        write_saved_state(folder / "b.milkomeda", state);
        return state_refusal(folder / "b.milkomeda");
    };
    const char* const rows = "is inconsistent: the columns of the gas do not have one row for each particle of gas";
    const char* const invalid =
        "is inconsistent: an internal energy, smoothing length or signal speed of the gas is invalid";
    CHECK(refusal([](GasState& wrong) { wrong.rates.pop_back(); }) == rows);
    CHECK(refusal([](GasState& wrong) { wrong.measures.clear(); }) == rows);
    CHECK(refusal([](GasState& wrong) { wrong.conditions[2].y = 0; }) == invalid);
    CHECK(refusal([](GasState& wrong) { wrong.measures[2].z = 0; }) == invalid);
    CHECK(refusal([](GasState& wrong) { wrong.rates[4].x = NAN; }) ==
          "is inconsistent: the state of the gas contains a number that is not finite");
}

TEST_CASE("a checkpoint with more than 16 perturbers or 4096 components is refused") {
    const TemporaryFolder folder;
    const auto refusal = [&](std::size_t light, std::size_t perturbers) {
        SavedState state{any_particles(light + perturbers), {}};
        state.particles.components.clear();
        for (std::size_t row = 0; row < light; ++row) state.particles.components.push_back({"star", "", row, 1, 0});
        for (std::size_t row = light; row < light + perturbers; ++row)
            state.particles.components.push_back({"hole", "", row, 1, 0, Perturber{}});
        write_saved_state(folder / "a.milkomeda", state);
        return state_refusal(folder / "a.milkomeda");
    };
    CHECK(refusal(1, 16) == "");
    CHECK(refusal(1, 17) == "is inconsistent: there are more than 16 perturbers");
    CHECK(refusal(4096, 0) == "");
    CHECK(refusal(4097, 0) == "is inconsistent: there are more than 4096 components");
}

TEST_CASE("a checkpoint that must not replace an existing file takes the next unused name") {
    const TemporaryFolder folder;
    const std::filesystem::path run = folder.put("run.milkomeda", "is here");
    CHECK(write_saved_state(run, any_state(12), Existing::kept) == folder / "run-2.milkomeda");
    CHECK(read_small_file(run) == "is here");
    CHECK(read_saved_state(folder / "run-2.milkomeda").particles.size() == 12);
    CHECK(folder.files() == 2);
}

TEST_CASE("a checkpoint is read back bit for bit, with the bodies in their original order") {
    const TemporaryFolder folder;
    const SavedState state = any_state(1001);
    write_saved_state(folder / "a.milkomeda", state);
    const SavedState read = read_saved_state(folder / "a.milkomeda");
    CHECK(same_bits(read.particles.positions, state.particles.positions));
    CHECK(same_bits(read.particles.velocities, state.particles.velocities));
    CHECK(read.particles.ids == state.particles.ids);
    CHECK(read.particles.time == state.particles.time);
    REQUIRE(read.particles.components.size() == 2);
    CHECK(full_name(read.particles.components[0]) == "milky-way disk");
    CHECK(full_name(read.particles.components[1]) == "halo");
    REQUIRE(read.run);
    CHECK(read.run->steps == state.run->steps);
    CHECK(read.run->parameters == state.run->parameters);
    CHECK(read.run->solver == state.run->solver);
    CHECK(read.run->version == state.run->version);
    CHECK(read.run->texts == state.run->texts);
    CHECK(read.run->diagnostics.columns == state.run->diagnostics.columns);
    CHECK(read.run->diagnostics.values == state.run->diagnostics.values);
    CHECK(read.run->radii_at_start == state.run->radii_at_start);
    CHECK(read.run->vertical_ranks == state.run->vertical_ranks);
    REQUIRE(read.run->integers);
    CHECK(read.run->integers->format == state.run->integers->format);
    CHECK(read.run->integers->positions == state.run->integers->positions);
    CHECK(read.run->integers->velocities == state.run->integers->velocities);
    REQUIRE(read.run->memory);
    const IntegratorState &found = *read.run->memory, &kept = *state.run->memory;
    CHECK(found.solver == kept.solver);
    CHECK(found.row_outside == kept.row_outside);
    CHECK(found.tolerance_scale == kept.tolerance_scale);
    CHECK(found.tolerance_scale_accuracy == kept.tolerance_scale_accuracy);
    CHECK(found.log.earliest() == kept.log.earliest());
    CHECK(found.log.latest() == kept.log.latest());
    CHECK(found.log.rewind_limit_reason() == "a reason");
    REQUIRE(found.log.changes().size() == kept.log.changes().size());
    for (long step = kept.log.earliest(); step < kept.log.latest(); ++step) {
        CHECK(found.log.time_of(step) == kept.log.time_of(step));
        CHECK(found.log.config_of(first_force_of(step)) == kept.log.config_of(first_force_of(step)));
        CHECK(found.log.config_of(last_force_of(step)) == kept.log.config_of(last_force_of(step)));
    }
    for (const bool is_widened : {true, false}) {
        SavedState wide = state;
        wide.run->integers = integers_of(state.particles, 0, 1001, 64);
        wide.run->integers->format.is_widened = is_widened;
        write_saved_state(folder / "w.milkomeda", wide);
        const auto integers = read_saved_state(folder / "w.milkomeda").run->integers;
        REQUIRE(integers);
        CHECK(integers->format == wide.run->integers->format);
        CHECK(integers->positions == wide.run->integers->positions);
    }
    // Reading a checkpoint as a particle file puts its bodies in the order of their ids.
    CHECK(read_particles(folder / "a.milkomeda").ids.front() == 1);
    CHECK(*format_of_file(folder / "a.milkomeda").read_time(folder / "a.milkomeda", {}) == 0.1 + 0.2);
}

TEST_CASE("equal checkpoints give identical files that other programs can read as HDF5") {
    const TemporaryFolder folder;
    write_saved_state(folder / "a.milkomeda", any_state(100));
    write_saved_state(folder / "b.milkomeda", any_state(100));
    const std::string content = content_of(folder / "a.milkomeda");
    CHECK(content == content_of(folder / "b.milkomeda"));
    CHECK(content.starts_with("Milkomeda state, version 1\nbytes " + std::to_string(content.size())));
    CHECK(content.substr(head_bytes, 8) == "\x89HDF\r\n\x1a\n");
}

TEST_CASE("a truncated, changed or unfinished checkpoint is refused") {
    const TemporaryFolder folder;
    write_saved_state(folder / "a.milkomeda", any_state(100));
    const std::string whole = content_of(folder / "a.milkomeda");
    for (const std::size_t bytes : {std::size_t{1}, head_bytes - 1, head_bytes, whole.size() / 2, whole.size() - 1})
        CHECK(state_refusal(folder.put("cut.milkomeda", whole.substr(0, bytes))).find("incomplete") !=
              std::string::npos);
    CHECK(state_refusal(folder.put("long.milkomeda", whole + "x")).starts_with("is damaged: the file has "));
    Random random(1);
    for (int i = 0; i < 30; ++i) {  // Each pass changes a random bit of the file.
        std::string changed = whole;
        const auto at = head_bytes + random.below(static_cast<std::uint32_t>(whole.size() - head_bytes));
        changed[at] = static_cast<char>(changed[at] ^ (1 << random.below(8)));
        CHECK(state_refusal(folder.put("bit.milkomeda", changed)) ==
              "is damaged: the checksum differs from the checksum of the written data");
    }
    std::string unsealed = whole;
    unsealed.replace(0, head_bytes, std::string(head_bytes, '\0'));
    CHECK_THROWS_AS(read_particles(folder.put("unsealed.milkomeda", unsealed)), FileError);
    std::string later = whole;
    later[later.find("version 1") + 8] = '2';
    CHECK(
        state_refusal(folder.put("later.milkomeda", later)).starts_with("was written by a later version of Milkomeda"));
}

TEST_CASE("a checkpoint whose radii and vertical ranks at the start are invalid is refused") {
    const TemporaryFolder folder;
    const auto refusal = [&](const std::function<void(SavedRun&)>& change) {
        SavedState state = any_state(12);
        change(*state.run);
        write_saved_state(folder / "a.milkomeda", state);
        return state_refusal(folder / "a.milkomeda");
    };
    constexpr const char* invalid = "is inconsistent: a radius at the start or a vertical rank is invalid";
    constexpr const char* differ =
        "is inconsistent: the numbers of positions, radii at the start and vertical ranks differ";
    CHECK(refusal([](SavedRun&) {}) == "");
    CHECK(refusal([](SavedRun& run) { run.radii_at_start.clear(), run.vertical_ranks.clear(); }) == "");
    CHECK(refusal([](SavedRun& run) { run.radii_at_start.pop_back(); }) == differ);
    CHECK(refusal([](SavedRun& run) { run.radii_at_start.pop_back(), run.vertical_ranks.pop_back(); }) == differ);
    CHECK(refusal([](SavedRun& run) { run.radii_at_start[3] = -1; }) == invalid);
    CHECK(refusal([](SavedRun& run) { run.vertical_ranks[3] = std::nanf(""); }) == invalid);
}

TEST_CASE("a complete checkpoint with invalid content is refused with a one-line message") {
    const TemporaryFolder folder;
    const auto file = folder / "x.milkomeda";
    const std::vector<float> two{0, 0, 0, 1, 1, 0, 0, 1}, none(8, 0.0f);
    constexpr float infinite = std::numeric_limits<float>::infinity();
    const std::map<std::string, double> time{{"Run/Time", 1}};
    const std::map<std::string, std::string> all{{"Bodies/Components", "2\t\tall\n"}};
    const auto says = [&](const char* words) {
        CAPTURE(words);
        CAPTURE(state_refusal(file));
        CHECK(state_refusal(file).find(words) != std::string::npos);
    };
    write_columns(file, two, none, time, all);
    CHECK(state_refusal(file) == "");
    write_columns(file, {}, {}, time, all);
    says("contains no bodies");
    write_columns(file, two, {0, 0, 0, 0}, time, all);
    says("the numbers of positions, velocities and ids differ");
    write_columns(file, {0, infinite, 0, 1, 1, 0, 0, 1}, none, time, all);
    says("body 1: the y is not a finite 32-bit float");
    write_columns(file, two, none, {}, all);
    says("the time is missing");
    write_columns(file, two, none, {{"Run/Time", infinite}}, all);
    says("the time is not finite");
    for (const char* text : {"", "3\t\tall\n", "1\t\tall\n", "2 all\n", "-1\t\tall\n", "0\t\ta\n2\t\tb\n",
                             "99999999999999999999\t\tall\n"}) {
        write_columns(file, two, none, time, {{"Bodies/Components", text}});
        says("the components do not match the bodies");
    }
    const auto run = [&](const char* name, double number) {
        std::map<std::string, double> numbers{{"Run/Time", 1}, {"Run/Steps", 5}};
        numbers[name] = number;
        write_columns(file, two, none, numbers, all);
    };
    run("Run/Steps", -1);
    says("the number of steps is negative or too large");
    run("Run/Steps", std::nan(""));
    says("the number of steps is negative or too large");
    run("Parameters/dt", -0.1);
    says("timestep");
    run("Parameters/dt", std::nan(""));
    says("timestep");
    run("Parameters/fraction", 3);
    says("fraction");
    run("Parameters/steps_per_frame", 1e300);
    says("steps-per-frame is not a number");
    write_columns(file, two, none, {{"Run/Time", 1}, {"Run/Steps", 5}},
                  {{"Bodies/Components", "2\t\tall\n"}, {"Parameters/integrator", "backwards"}});
    says("'backwards' is not a valid value of integrator");
    const auto write_integrator_state = [&](const char* name, double number) {
        std::map<std::string, double> numbers{{"Run/Time", 1},        {"Run/Steps", 5},     {"Memory/Start", 1},
                                              {"Memory/Earliest", 5}, {"Memory/Solver", 0}, {"Memory/Correction", 1},
                                              {"Memory/Corrected", 0}};
        numbers[name] = number;
        write_columns(file, two, none, numbers, all);
    };
    write_integrator_state("Memory/Start", 1);
    CHECK(state_refusal(file) == "");
    write_integrator_state("Memory/Start", 2);
    says("the run log does not match the time of the run");
    write_integrator_state("Memory/Earliest", 4);  // The log must have an entry for the earliest step.
    says("the run log does not match the range of its steps");
    write_integrator_state("Memory/Earliest", 4.5);
    says("a number of the integrator state is invalid");
    write_integrator_state("Memory/Correction", 0);
    says("the tolerance scale is invalid");
    write_integrator_state("Memory/RowOutside", 2);
    says("a number of the integrator state is invalid");
    write_integrator_state("Integers/Bits", 32);
    says("the integer columns do not have one row for each body");
    write_integrator_state("Integers/Bits", 33);
    says("the integer columns must have 32 or 64 bits");
}

TEST_CASE("a checkpoint whose integer positions differ from its float positions is refused") {
    const TemporaryFolder folder;
    const auto file = folder / "x.milkomeda";
    const auto refused = [&](const SavedState& state) {
        write_saved_state(file, state);
        CHECK(state_refusal(file) == "is inconsistent: the integer columns differ from the positions and velocities");
    };
    for (const int bits : {32, 64}) {
        SavedState state = any_state(12);
        state.run->integers = integers_of(state.particles, 0, 12, bits);
        write_saved_state(file, state);
        CHECK(state_refusal(file).empty());
        for (const int exponent : {-200, 1}) {
            SavedState other = state;
            other.run->integers->format.position_exponent += exponent;
            refused(other);
            other = state;
            other.run->integers->format.velocity_exponent += exponent;
            refused(other);
        }
        state.particles.positions[7].y = 1e38f;
        refused(state);
    }
    SavedState state = any_state(12);
    state.particles.components[1].count -= 1;
    state.particles.components.push_back({"hole", "", 11, 1, 0, Perturber{}});
    state.run->integers = integers_of(state.particles, 0, 11, 32);
    state.run->memory->perturbers = integers_of(state.particles, 11, 1, 64);
    state.run->memory->perturbers->format.position_exponent -= 1;
    refused(state);
}

TEST_CASE("a randomly damaged checkpoint with a valid checksum is read or refused with a one-line message") {
    const TemporaryFolder folder;
    write_saved_state(folder / "a.milkomeda", any_state(40));
    const std::string whole = content_of(folder / "a.milkomeda");
    Random random(2);
    int read = 0, refused = 0;
    for (int i = 0; i < 150; ++i) {
        std::string content = whole;
        for (std::uint32_t damages = 1 + random.below(3); damages > 0; --damages) {
            constexpr std::array<unsigned char, 6> bytes{0, 1, 0x7f, 0x80, 0xff, 0x40};
            const std::size_t at = head_bytes + random.below(static_cast<std::uint32_t>(content.size() - head_bytes));
            for (std::size_t k = 0; k < (std::size_t{1} << random.below(4)) && at + k < content.size(); ++k)
                content[at + k] = static_cast<char>(bytes[random.below(bytes.size())]);
        }
        if (random.below(8) == 0) content.resize(head_bytes + random.below(8000));
        const auto file = folder.put("x.milkomeda", sealed(content));
        const std::string why = state_refusal(file);
        ++(why.empty() ? read : refused);
        CHECK(why.find('\n') == std::string::npos);
    }
    CHECK(read > 10);  // Most damaged bytes belong to numbers, for which many changed values are valid.
    CHECK(refused > 10);
}

TEST_CASE("a failed write of a checkpoint keeps the previous file") {
    const TemporaryFolder folder;
    SavedState state = any_state(10);
    write_saved_state(folder / "a.milkomeda", state);
    const std::string before = content_of(folder / "a.milkomeda");
    state.particles.positions[3].y = std::numeric_limits<float>::quiet_NaN();
    CHECK_THROWS_AS(write_saved_state(folder / "a.milkomeda", state), FileError);
    CHECK(content_of(folder / "a.milkomeda") == before);
    CHECK(folder.files() == 1);
}
