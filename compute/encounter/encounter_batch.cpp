#include "compute/encounter/encounter_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "compute/kernels/device_traits.hpp"
#include "data/base/parallel.hpp"
#include "data/encounter/test_disk.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t table_intervals = 2048;  // must equal TABLE_INTERVALS in kernels/encounter/particles.cl

// Must match DiskGalaxy in kernels/encounter/encounter.h.
struct DeviceGalaxy {
    Float4 x_axis, y_axis;
    float mass, inner_radius, outer_radius, unused;
};

static_assert(sizeof(EncounterStage) == 48 && sizeof(EncounterOutcome) == 96 && sizeof(DeviceGalaxy) == 48);
static_assert(sizeof(OrbitRequest) == 18 * sizeof(double));

struct TableEntry {
    float value, difference;
};

// Returns attraction(r) / r at the ends of intervals from 0 to mass_edge(), and the differences of neighboring values.
// The last entry is the attraction of the whole mass at mass_edge().
std::vector<TableEntry> smooth_table(const GalaxyPotential& potential) {
    const auto value = [&](std::size_t i) {
        const double r = potential.mass_edge() * static_cast<double>(i) / table_intervals;
        return static_cast<float>(potential.smooth_attraction_over_r(r));
    };
    std::vector<TableEntry> table;
    for (std::size_t i = 0; i < table_intervals; ++i) table.push_back({value(i), value(i + 1) - value(i)});
    table.push_back({static_cast<float>(potential.mass_within_edge() / std::pow(potential.mass_edge(), 3)), 0});
    return table;
}

bool has_double_precision(const Device& device) {
    return handle_of(device).getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_fp64") != std::string::npos;
}

}  // namespace

EncounterBatch::EncounterBatch(const KernelContext& context, const EncounterSettings& settings)
    : context_{context}, settings_{settings} {
    constexpr std::size_t cpu_lanes = 64, gpu_group = 256;
    if (particles() == 0) throw std::invalid_argument("an encounter needs at least one particle");
    if (!(settings.longest_step > 0 && settings.longest_step <= 1))
        throw std::invalid_argument(
            fmt::format("the step of an encounter is {}, but must be above 0 and at most 1", settings.longest_step));
    const DeviceTraits traits{context.device};
    const auto largest = static_cast<std::size_t>(handle_of(context.device).getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    if (particles() > largest / sizeof(Float4))
        throw std::invalid_argument(
            fmt::format("an encounter of {} particles is too large for {}, which holds at most {}", particles(),
                        context.device.name, largest / sizeof(Float4)));
    const bool can_compute_orbits = has_double_precision(context.device);
    if (settings.orbits == OrbitPlace::device && !can_compute_orbits)
        throw std::invalid_argument(context.device.name + " has no double precision for orbits");
    orbits_on_device_ = settings.orbits == OrbitPlace::device ||
                        (settings.orbits == OrbitPlace::automatic && can_compute_orbits && !traits.is_cpu);
    const bool loops_over_lanes = traits.wants_vectors;
    lanes_ = loops_over_lanes ? cpu_lanes : 1;
    work_group_ = loops_over_lanes ? 1 : std::min(gpu_group, traits.max_work_group);

    const GalaxyPotential& potential = potential_of(settings.rigid_galaxies);
    const bool is_runge_kutta = settings.integrator == EncounterIntegrator::runge_kutta;
    const bool local_table = !is_runge_kutta && settings.local_table.value_or(!traits.is_cpu);
    const std::string options = definitions({{"LANES", lanes_},
                                             {"WORK_GROUP", work_group_},
                                             {"RUNGE_KUTTA", is_runge_kutta},
                                             {"ARCHIVE", settings.rigid_galaxies == RigidGalaxy::archive},
                                             {"KEPLER", settings.rigid_galaxies == RigidGalaxy::milky_way},
                                             {"TABLE_EDGE", static_cast<std::size_t>(potential.mass_edge())},
                                             {"LOCAL_TABLE", local_table}});
    const cl::Program particle_program = context.build({"kernels/encounter/particles.cl"}, options);
    place_ = cl::Kernel{particle_program, "place"};
    move_ = cl::Kernel{particle_program, "move"};
    if (orbits_on_device_) orbits_ = cl::Kernel{context.build({"kernels/encounter/orbits.cl"}, options), "orbits"};

    std::vector<float> samples;
    for (const DiskSample& sample : disk_samples(std::max(settings.particles[0], settings.particles[1])))
        samples.insert(samples.end(), {static_cast<float>(sample.radius), static_cast<float>(sample.turn)});
    samples_ = filled(samples.data(), samples.size() * sizeof(float));
    const std::vector<float> attraction(potential.attractions().begin(), potential.attractions().end());
    attraction_ = filled(attraction.data(), attraction.size() * sizeof(float));
    const auto table = smooth_table(potential);
    moving_attraction_ = is_runge_kutta ? attraction_ : filled(table.data(), table.size() * sizeof(TableEntry));
    orbit_attraction_ = filled(potential.attractions().data(), potential.attractions().size_bytes());
    orbit_density_ = filled(potential.densities().data(), potential.densities().size_bytes());
    orbit_dispersion_ = filled(potential.dispersions().data(), potential.dispersions().size_bytes());
}

cl::Buffer EncounterBatch::filled(const void* data, std::size_t bytes) const {
    cl::Buffer buffer{context_.context, CL_MEM_READ_ONLY, bytes};
    context_.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, data);
    return buffer;
}

std::size_t EncounterBatch::bytes_each(std::size_t stages_each) const {
    return stages_each * sizeof(EncounterStage) + 2 * particles() * sizeof(Float4);
}

std::size_t EncounterBatch::launch_size(std::span<const EncounterParameters> encounters) const {
    const std::size_t stages_each = most_stages(encounters, settings_);
    const auto largest = static_cast<std::size_t>(handle_of(context_.device).getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    const std::size_t longest_row = std::max(stages_each * sizeof(EncounterStage), particles() * sizeof(Float4));
    return std::max<std::size_t>(1, std::min(settings_.memory_bytes / bytes_each(stages_each), largest / longest_row));
}

void EncounterBatch::allocate(std::size_t count, std::size_t stages_each) {
    count_ = count;
    stages_each_ = stages_each;
    if (count > capacity_) {
        requests_ = context_.buffer<OrbitRequest>(count);
        galaxies_ = context_.buffer<DeviceGalaxy>(2 * count);
        outcomes_ = context_.buffer<EncounterOutcome>(count);
        positions_ = context_.buffer<Float4>(count * particles());
        velocities_ = context_.buffer<Float4>(count * particles());
        capacity_ = count;
    }
    if (count * stages_each > stage_capacity_) {
        stages_ = {};
        stages_ = context_.buffer<EncounterStage>(count * stages_each);
        stage_capacity_ = count * stages_each;
    }
}

void EncounterBatch::write_galaxies(std::span<const EncounterParameters> encounters) {
    std::vector<DeviceGalaxy> galaxies;
    for (const EncounterParameters& encounter : encounters)
        for (const EncounterGalaxy& galaxy : encounter.galaxies) {
            const DiskPlane plane = disk_plane(galaxy);
            galaxies.push_back({float4_of(plane.x_axis, 0), float4_of(plane.y_axis, 0), static_cast<float>(galaxy.mass),
                                static_cast<float>(inner_radius(galaxy)), static_cast<float>(galaxy.radius), 0});
        }
    context_.queue.enqueueWriteBuffer(galaxies_, CL_TRUE, 0, galaxies.size() * sizeof(DeviceGalaxy), galaxies.data());
}

void EncounterBatch::compute_orbits(std::span<const EncounterParameters> encounters) {
    constexpr std::size_t group = 32;
    if (orbits_on_device_) {
        std::vector<OrbitRequest> requests;
        for (const EncounterParameters& each : encounters) requests.push_back(orbit_request(each, settings_));
        context_.queue.enqueueWriteBuffer(requests_, CL_TRUE, 0, requests.size() * sizeof(OrbitRequest),
                                          requests.data());
        enqueue(context_.queue, orbits_, count_, group, requests_, count_, orbit_attraction_, orbit_density_,
                orbit_dispersion_, stages_, stages_each_, outcomes_);
        return;
    }
    host_stages_.resize(count_ * stages_each_);
    std::vector<EncounterOutcome> outcomes(count_);
    std::vector<std::size_t> indices(count_);
    std::iota(indices.begin(), indices.end(), 0);
    parallel_for_each(indices, [&](std::size_t i) {
        outcomes[i] =
            compute_orbit(encounters[i], settings_, std::span{host_stages_}.subspan(i * stages_each_, stages_each_));
    });
    context_.queue.enqueueWriteBuffer(stages_, CL_FALSE, 0, host_stages_.size() * sizeof(EncounterStage),
                                      host_stages_.data());
    context_.queue.enqueueWriteBuffer(outcomes_, CL_TRUE, 0, count_ * sizeof(EncounterOutcome), outcomes.data());
}

void EncounterBatch::begin(std::span<const EncounterParameters> encounters) {
    constexpr std::size_t group = 64;
    allocate(encounters.size(), most_stages(encounters, settings_));
    write_galaxies(encounters);
    compute_orbits(encounters);
    enqueue(context_.queue, place_, cl::NDRange{round_up(particles(), group), count_}, cl::NDRange{group, 1},
            positions_, velocities_, outcomes_, galaxies_, samples_, attraction_, settings_.particles[0],
            settings_.particles[1]);
    context_.queue.flush();
}

void EncounterBatch::move() {
    const std::size_t block = lanes_ * work_group_;
    const std::size_t groups = round_up(settings_.particles[0], block) + round_up(settings_.particles[1], block);
    enqueue(context_.queue, move_, cl::NDRange{groups / lanes_, count_}, cl::NDRange{work_group_, 1}, positions_,
            velocities_, stages_, stages_each_, outcomes_, galaxies_, moving_attraction_, settings_.particles[0],
            settings_.particles[1]);
    context_.queue.flush();
}

void EncounterBatch::set_particles(std::span<const Float4> positions, std::span<const Float4> velocities) {
    context_.queue.enqueueWriteBuffer(positions_, CL_TRUE, 0, positions.size_bytes(), positions.data());
    context_.queue.enqueueWriteBuffer(velocities_, CL_TRUE, 0, velocities.size_bytes(), velocities.data());
}

void EncounterBatch::run(std::span<const EncounterParameters> encounters,
                         const std::function<void(std::size_t first, std::size_t count)>& use) {
    for (const EncounterParameters& each : encounters) {
        check(each);
        if (each.rigid_galaxies != settings_.rigid_galaxies)
            throw std::invalid_argument("an encounter has other rigid galaxies than its batch");
    }
    const std::size_t each_launch = encounters.empty() ? 1 : launch_size(encounters);
    for (std::size_t first = 0; first < encounters.size(); first += each_launch) {
        const std::size_t count = std::min(each_launch, encounters.size() - first);
        begin(encounters.subspan(first, count));
        move();
        use(first, count);
    }
}

std::vector<Float4> EncounterBatch::read_positions() const {
    return read_items<Float4>(context_.queue, positions_, count_ * particles());
}

std::vector<Float4> EncounterBatch::read_velocities() const {
    return read_items<Float4>(context_.queue, velocities_, count_ * particles());
}

std::vector<EncounterOutcome> EncounterBatch::read_outcomes() const {
    return read_items<EncounterOutcome>(context_.queue, outcomes_, count_);
}

}  // namespace milkomeda
