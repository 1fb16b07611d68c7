#include "compute/potential/potential_map.hpp"

#include <limits>
#include <utility>

#include "compute/device/orphaned_memory.hpp"
#include "compute/potential/potential_sum.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

struct PotentialMap::Work {
    Work(const DeviceContext& device_context, const ReadAsset& read)
        : context{*device_context.context},
          queue{context, handle_of(*device_context.device), CL_QUEUE_PROFILING_ENABLE},
          sum{{context, *device_context.device, queue, read}, usual_potential_choice(*device_context.device)} {
        run_once();
    }
    // Waits for the device, because enqueued commands write into this object's memory.
    ~Work() {
        try {
            queue.finish();
        } catch (const cl::Error&) {
            // A destructor must not throw. A lost device may use the vectors later, so the vectors are orphaned.
            orphan(std::move(queue), std::make_shared<std::pair<std::vector<Float4>, std::vector<float>>>(
                                         std::move(host_bodies), std::move(padded)));
        }
    }

    // Runs the kernels once, with one point and one body. Drivers compile a kernel when it first runs, and no
    // slice should wait for the compilation.
    void run_once() {
        const cl::Buffer body{context, CL_MEM_READ_ONLY, sizeof(cl_float4)};
        queue.enqueueFillBuffer(body, cl_float{0}, 0, sizeof(cl_float4));
        sum.begin(body, 1, {}, 1, 1);
        sum.enqueue_slice(std::numeric_limits<double>::infinity());
        queue.finish();
    }

    void forget() {
        queue.finish();
        slice = {};
        arrived = {};
        is_read = false;
    }

    // Updates the estimated rate from the measured seconds of the last slice.
    void learn() {
        constexpr double memory = 0.5;
        double seconds = seconds_since(enqueued);
        try {
            const auto from = first.getProfilingInfo<CL_PROFILING_COMMAND_END>();
            const auto to = slice.getProfilingInfo<CL_PROFILING_COMMAND_END>();
            if (to > from) seconds = 1e-9 * static_cast<double>(to - from);
            // The driver reports no times, so `seconds` also includes the wait for the next frame.
        } catch (const cl::Error&) {
        }
        if (seconds > 0) rate = memory * rate + (1 - memory) * slice_evaluations / seconds;
        slice = {};
    }

    cl::Context context;
    cl::CommandQueue queue;
    PotentialSum sum;
    cl::Buffer bodies;
    std::vector<Float4> host_bodies;  // host memory of the bodies while they are copied to the device
    std::size_t capacity = 0;         // number of bodies for which `bodies` has memory
    double rate = 1e8;                // estimated evaluations per second; the initial value is a guess
    double slice_evaluations = 0;
    Clock::time_point enqueued;
    cl::Event first, slice;  // markers before and after the pending slice
    std::vector<float> padded;
    cl::Event arrived;     // event of the result's transfer to the host
    bool is_read = false;  // true after the result's transfer has been enqueued
};

namespace {

bool has_ended(const cl::Event& event) {
    const cl_int status = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (status < 0) throw cl::Error(status, "a slice of the potential map");
    return status == CL_COMPLETE;
}

}  // namespace

PotentialMap::PotentialMap(const DeviceContext& device_context, const ReadAsset& read)
    : work_{std::make_unique<Work>(device_context, read)} {}

PotentialMap::~PotentialMap() = default;

void PotentialMap::begin(std::span<const Float4> bodies, const Lattice& lattice, double gravity, double softening) {
    Work& work = *work_;
    work.forget();
    // reallocates the buffer if it is too small, or more than four times too large
    if (work.capacity < bodies.size() || work.capacity > 4 * bodies.size()) {
        work.host_bodies = {};
        work.bodies = cl::Buffer{work.context, CL_MEM_READ_ONLY, bodies.size_bytes()};
        work.capacity = bodies.size();
    }
    work.host_bodies.assign(bodies.begin(), bodies.end());
    work.queue.enqueueWriteBuffer(work.bodies, CL_FALSE, 0, bodies.size_bytes(), work.host_bodies.data());
    work.sum.begin(work.bodies, bodies.size(), lattice, gravity, softening);
    work.queue.flush();
}

bool PotentialMap::advance(double seconds) {
    Work& work = *work_;
    if (work.slice() && has_ended(work.slice)) work.learn();
    if (work.slice()) return false;
    if (work.is_read) return has_ended(work.arrived);
    if (work.sum.done() < 1) {
        const double before = work.sum.done();
        work.enqueued = Clock::now();
        work.queue.enqueueMarkerWithWaitList(nullptr, &work.first);
        work.sum.enqueue_slice(seconds * work.rate);
        work.queue.enqueueMarkerWithWaitList(nullptr, &work.slice);
        work.slice_evaluations = (work.sum.done() - before) * work.sum.evaluations();
    }
    if (work.sum.done() >= 1) {
        work.sum.enqueue_read(work.padded, work.arrived);
        work.is_read = true;
    }
    work.queue.flush();
    return false;
}

void PotentialMap::wait() { work_->queue.finish(); }

double PotentialMap::done() const { return work_->sum.done(); }

std::vector<float> PotentialMap::potentials() const {
    work_->arrived.wait();
    return work_->sum.in_order(work_->padded);
}

}  // namespace milkomeda
