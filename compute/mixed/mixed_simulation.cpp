// Simulates small particles on the device and large particles on the host. The table shows the two schedules of an
// iteration. Time runs from left to right; the entries of a column run at the same time. "map" gives the host access to
// the data of the small particles.
//
//   plain     device: grid | map  | small-small              | move
//             host:        | wait | large-small, large-large | move large, wait
//
//   balanced  device:      | map  | small-small              | move, grid of the next iteration
//             host:        | wait | large-small              | large-large, move large
//
// In the plain schedule, the host is idle while the device moves particles and builds the grid, and the device is idle
// while the host computes contacts of large particles. Figure 10.4 of Hensley and Harada's case study compares the two
// schedules (docs/mixed.md). Because the queue is in-order, the balanced schedule has only two waits per iteration: the
// host waits for the grid, and the device waits for the host's forces before "move".
#include "compute/mixed/mixed_simulation.hpp"

#include <algorithm>
#include <utility>

#include "compute/device/gl_acquire_scope.hpp"
#include "compute/device/orphaned_memory.hpp"
#include "compute/device/program.hpp"
#include "compute/mixed/host_device_buffer.hpp"
#include "compute/mixed/mixed_clock.hpp"

namespace milkomeda {
namespace {

// Kernel argument; must match MixedBox in kernels/mixed/mixed.h.
struct DeviceBox {
    Float4 least, most, gravity;
    cl_uint4 cells;
    cl_float radius, inverse_width, dt, largest_speed;
    cl_float stiffness, damping, friction, friction_coefficient;
    cl_uint small, capacity, padding[2];
};

DeviceBox on_device(const MixedBox& box) {
    const auto cells = mixed_cells(box);
    const auto narrow = [](double value) { return static_cast<cl_float>(value); };
    return {
        .least = float4_of(box.least, 0),
        .most = float4_of(box.most, 0),
        .gravity = {},
        .cells = {{static_cast<cl_uint>(cells[0]), static_cast<cl_uint>(cells[1]), static_cast<cl_uint>(cells[2]), 0}},
        .radius = narrow(box.small_radius),
        .inverse_width = narrow(1 / (2 * box.small_radius)),
        .dt = narrow(box.timestep),
        .largest_speed = narrow(box.largest_speed()),
        .stiffness = narrow(box.contact.stiffness),
        .damping = narrow(box.contact.damping),
        .friction = narrow(box.contact.friction),
        .friction_coefficient = narrow(box.contact.friction_coefficient),
        .small = static_cast<cl_uint>(box.small),
        .capacity = static_cast<cl_uint>(box.capacity),
        .padding = {}};
}

std::size_t cell_count(const MixedBox& box) {
    const auto cells = mixed_cells(box);
    return cells[0] * cells[1] * cells[2];
}

}  // namespace

struct MixedSimulation::Parts {
    struct Kernels {
        Kernels(const cl::Context& context, const Device& device, const ReadAsset& read, const MixedBox& box)
            : program{build_program(context, device, read,
                                    {"kernels/mixed/grid.cl", "kernels/mixed/collide.cl", "kernels/mixed/move.cl"},
                                    "-DDIMENSIONS=" + std::to_string(box.dimensions))},
              clear{program, "clear_grid"},
              build{program, box.sorted ? "build_sorted_grid" : "build_grid"},
              collide{program, "collide"},
              add_forces{program, "add_host_forces"},
              move{program, "move"} {}

        cl::Program program;
        cl::Kernel clear, build, collide, add_forces, move;
    };
    // Vertex buffers that OpenGL draws the rows from.
    struct GlRows {
        cl::BufferGL positions{}, velocities{};
        std::vector<cl::Memory> buffers{};  // `positions` and `velocities`; empty in Tier::copied
        std::function<void()> finish;       // waits until OpenGL has finished using the buffers
    };

    Parts(const DeviceContext& where, const GlSide& gl_side, GlVertexBuffers shared, const MixedBox& of,
          std::shared_ptr<const ParticleSet> from, const ReadAsset& read)
        : box{of},
          start{std::move(from)},
          device_context{where},
          context{*where.context},
          queue{context, handle_of(*where.device), CL_QUEUE_PROFILING_ENABLE},
          kernels{context, *where.device, read, box},
          gl{.finish = gl_side.finish},
          large{box, *start},
          gravity{box.gravity},
          schedule{box.schedule},
          positions{context, box.memory, box.small},
          velocities{context, box.memory, box.small},
          grid{context, box.memory, cell_count(box) * (box.capacity + 1) + 1},
          host_forces{context, box.memory, box.small},
          forces{context, CL_MEM_READ_WRITE, box.small * sizeof(cl_float4)} {
        if (where.tier == Tier::shared) {
            gl.positions = cl::BufferGL{context, CL_MEM_READ_WRITE, shared.positions};
            gl.velocities = cl::BufferGL{context, CL_MEM_READ_WRITE, shared.velocities};
            gl.buffers = {gl.positions, gl.velocities};
        }
        begin();
    }

    void begin() {
        large = LargeParticles{box, *start};
        queue.enqueueWriteBuffer(positions.buffer(), CL_FALSE, 0, box.small * sizeof(Float4),
                                 start->positions.data() + box.most_large);
        queue.enqueueWriteBuffer(velocities.buffer(), CL_TRUE, 0, box.small * sizeof(Float4),
                                 start->velocities.data() + box.most_large);
        felt = 0;
        has_grid = false;
        under_way = 0;
        status = {.time = start->time, .steps = 0, .small = box.small, .large = large.count()};
    }

    void run(cl::Kernel& kernel, std::string_view part, std::size_t items, const auto&... arguments) {
        constexpr std::size_t group = 64;
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange{round_up(items, group)}, cl::NDRange{group},
                                   nullptr, &clock.command(part));
    }

    void build_grid() {
        const DeviceBox of = on_device(box);
        run(kernels.clear, "grid", cell_count(box) + 1, grid.buffer(), of);
        run(kernels.build, "grid", box.small, positions.buffer(), grid.buffer(), of);
        has_grid = true;
    }

    // Maps positions, velocities and grid for reading on the host, and prepares memory for the host's forces.
    SmallView map_small() {
        const auto event = [this]() -> cl::Event& { return clock.command("map", MixedClock::Kind::map); };
        SmallView view;
        host_forces.prepare_writing(queue, std::min(box.small, 2 * felt + 4096), event());
        view.positions = positions.map_for_reading(queue, event());
        view.velocities = velocities.map_for_reading(queue, event());
        view.grid = grid.map_for_reading(queue, event());
        queue.enqueueMarkerWithWaitList(nullptr, &mapped);
        return view;
    }

    void send_forces(std::span<const HostForce> host) {
        const auto event = [this]() -> cl::Event& { return clock.command("unmap", MixedClock::Kind::map); };
        felt = host.size();
        positions.unmap(queue, event());
        velocities.unmap(queue, event());
        grid.unmap(queue, event());
        if (felt > host_forces.prepared()) {  // rare: the prepared memory is too small
            host_forces.unmap(queue, event());
            host_forces.prepare_writing(queue, felt, event());
            queue.finish();
        }
        host_forces.write(queue, host, event());
    }

    void move_small() {
        DeviceBox of = on_device(box);
        of.gravity = float4_of(gravity, 0);
        if (felt > 0) run(kernels.add_forces, "move", felt, forces, host_forces.buffer(), cl_uint(felt));
        run(kernels.move, "move", box.small, positions.buffer(), velocities.buffer(), forces, of);
    }

    void wait(const cl::Event& event) {
        clock.host(&MixedTimes::wait, "wait for OpenCL", [&] { event.wait(); });
    }
    void enqueueing(const auto& work) { clock.host(&MixedTimes::map, "enqueue", work); }

    void iterate() {
        const Clock::time_point begin = Clock::now();
        const bool balanced = schedule == MixedSchedule::balanced;
        SmallView small;
        std::size_t before_collisions = 0;
        enqueueing([&] {
            if (!has_grid) build_grid();
            small = map_small();
            before_collisions = clock.commands();
            run(kernels.collide, "small-small", box.small, positions.buffer(), velocities.buffer(), grid.buffer(),
                forces, on_device(box));
            queue.flush();
        });
        wait(mapped);
        clock.collect(before_collisions);
        status.full_cells = small.grid.back();
        status.most_full_cells = std::max(status.most_full_cells, status.full_cells);

        std::span<const HostForce> host;
        clock.host(&MixedTimes::host, "large-small", [&] { host = large.collide_with_small(small); });
        const auto collide_large = [&] { clock.host(&MixedTimes::host, "large-large", [&] { large.collide(); }); };
        if (!balanced) collide_large();
        cl::Event moved;
        enqueueing([&] {
            send_forces(host);
            move_small();
            has_grid = false;
            if (balanced)
                build_grid();
            else
                queue.enqueueMarkerWithWaitList(nullptr, &moved);
            queue.flush();
        });
        if (balanced) collide_large();
        clock.host(&MixedTimes::host, "move large", [&] { large.move(gravity, hand); });
        if (!balanced) wait(moved);
        status.time += box.timestep;
        clock.end_iteration(seconds_since(begin));
    }

    // Reads all particles for the caller: large particles from the host, small particles from the device.
    void read_rows() {
        shown.positions.resize(start->size());
        shown.velocities.resize(start->size());
        const std::size_t bytes = box.small * sizeof(Float4);
        queue.enqueueReadBuffer(positions.buffer(), CL_FALSE, 0, bytes, shown.positions.data() + box.most_large);
        queue.enqueueReadBuffer(velocities.buffer(), CL_TRUE, 0, bytes, shown.velocities.data() + box.most_large);
        large.write(shown.positions, shown.velocities);
        clock.collect();
    }

    // Writes all particles into OpenGL's buffers. Small particles are copied within the device's memory.
    void write_gl_rows() {
        std::vector<Float4> large_positions(box.most_large), large_velocities(box.most_large);
        large.write(large_positions, large_velocities);
        clock.host(&MixedTimes::map, "wait for OpenGL", gl.finish);
        const auto timed = measure(clock.profiler(), "acquire");
        GlAcquireScope acquired{queue, gl.buffers};
        const std::size_t first = box.most_large * sizeof(Float4), bytes = box.small * sizeof(Float4);
        const auto copy = [&](const cl::Buffer& from, const std::vector<Float4>& rows, const cl::BufferGL& to) {
            if (!rows.empty()) queue.enqueueWriteBuffer(to, CL_FALSE, 0, first, rows.data());
            queue.enqueueCopyBuffer(from, to, 0, first, bytes);
        };
        copy(positions.buffer(), large_positions, gl.positions);
        copy(velocities.buffer(), large_velocities, gl.velocities);
        acquired.end();
        clock.collect();
    }

    MixedBox box;
    std::shared_ptr<const ParticleSet> start;
    DeviceContext device_context;
    cl::Context context;
    cl::CommandQueue queue;
    Kernels kernels;
    GlRows gl;
    LargeParticles large;
    glm::dvec3 gravity{0};
    MixedSchedule schedule;
    std::optional<MixedHand> hand;
    HostDeviceBuffer<Float4> positions, velocities;
    HostDeviceBuffer<std::uint32_t> grid;
    HostDeviceBuffer<HostForce> host_forces;  // forces of large particles on small particles
    // Forces between small particles; a separate buffer avoids write conflicts with host_forces.
    cl::Buffer forces;
    MixedClock clock;
    MixedStatus status;
    cl::Event mapped;
    std::size_t felt = 0;       // number of small particles that touch a large particle
    std::size_t under_way = 0;  // number of iterations completed in the current displayed step
    bool has_grid = false;      // true if the grid was built from the current positions
    ParticleSet shown;
};

MixedSimulation::MixedSimulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers buffers,
                                 const MixedBox& box, std::shared_ptr<const ParticleSet> start, const ReadAsset& read)
    : parts_{std::make_unique<Parts>(device_context, gl, buffers, box, std::move(start), read)} {}
MixedSimulation::~MixedSimulation() {
    if (parts_) try {
            parts_->queue.finish();
        } catch (const cl::Error&) {
            // A destructor must not throw. A lost device may use the memory later, so the memory is orphaned.
            cl::CommandQueue queue{std::move(parts_->queue)};
            orphan(std::move(queue), std::shared_ptr<Parts>{std::move(parts_)});
        }
}
MixedSimulation::MixedSimulation(MixedSimulation&&) noexcept = default;
MixedSimulation& MixedSimulation::operator=(MixedSimulation&& other) noexcept {
    std::swap(parts_, other.parts_);
    return *this;
}

glm::dvec3& MixedSimulation::gravity() const { return parts_->gravity; }
MixedSchedule& MixedSimulation::schedule() const { return parts_->schedule; }
std::optional<MixedHand>& MixedSimulation::hand() const { return parts_->hand; }
LargeParticles& MixedSimulation::large() const { return parts_->large; }
const MixedBox& MixedSimulation::box() const { return parts_->box; }

const DeviceContext& MixedSimulation::device_context() const { return parts_->device_context; }

void MixedSimulation::iterate() { parts_->iterate(); }

bool MixedSimulation::advance(double budget_seconds) {
    Parts& parts = *parts_;
    const Clock::time_point begin = Clock::now();
    do {
        parts.iterate();
        parts.under_way = (parts.under_way + 1) % parts.box.iterations;
    } while (parts.under_way > 0 && seconds_since(begin) < budget_seconds);
    if (parts.under_way > 0) return false;
    ++parts.status.steps;
    return true;
}

void MixedSimulation::finish() {
    parts_->queue.finish();
    parts_->clock.collect();
}

bool MixedSimulation::is_whole() const { return parts_->under_way == 0; }

MixedSimulation::Rows MixedSimulation::show() {
    if (!parts_->gl.buffers.empty()) return parts_->write_gl_rows(), Rows{};
    parts_->read_rows();
    return {parts_->shown.positions, parts_->shown.velocities};
}

ParticleSet MixedSimulation::read() {
    parts_->read_rows();
    ParticleSet now = *parts_->start;
    now.positions = parts_->shown.positions;
    now.velocities = parts_->shown.velocities;
    now.time = parts_->status.time;
    return now;
}

MixedStatus MixedSimulation::status() const {
    MixedStatus status = parts_->status;
    status.large = parts_->large.count();
    return status;
}

MixedTimes MixedSimulation::take_times() { return parts_->clock.take(); }

void MixedSimulation::record_into(FrameProfiler* profiler) { parts_->clock.record_into(profiler); }

void MixedSimulation::reload(const ReadAsset& read) {
    parts_->kernels = Parts::Kernels{parts_->context, *parts_->device_context.device, read, parts_->box};
}

void MixedSimulation::reset() {
    finish();
    parts_->begin();
}

double kinetic_energy(const ParticleSet& particles) {
    double twice = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Float4& v = particles.velocities[i];
        twice += double{particles.positions[i].w} * (double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
    }
    return twice / 2;
}

}  // namespace milkomeda
