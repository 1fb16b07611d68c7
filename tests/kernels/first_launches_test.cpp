// CPU drivers compile a kernel at its first launch, which takes long. The constructor of a solver therefore launches
// all its kernels.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <limits>

#include "compute/gravity/fmm_solver.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// Returns the number of compiled kernels. PoCL stores each kernel as a file in the folder that
// tests/kernels/CMakeLists.txt sets.
std::size_t compiled_kernels(const std::filesystem::path& cache) {
    std::size_t found = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{cache})
        if (entry.path().extension() == ".so") ++found;
    return found;
}

}  // namespace

TEST_CASE("all FMM kernels are compiled before a force evaluation begins, also after a change of accuracy") {
    const char* const named = std::getenv("POCL_CACHE_DIR");
    if (!named) return;  // Only ctest sets this variable.
    const std::filesystem::path cache{named};
    std::filesystem::remove_all(cache);
    std::filesystem::create_directories(cache);
    const ParticleSet bodies = scattered_bodies(8192);
    on_every_device([&](const Device& device) {
        if (device.platform != "Portable Computing Language") return;
        const DeviceContext device_context = copied(device);
        cl::CommandQueue queue{*device_context.context};
        const cl::Buffer positions{*device_context.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                   bodies.size() * sizeof(Float4), const_cast<Float4*>(bodies.positions.data())};
        const auto solver = make_fmm_solver(
            {{*device_context.context, device, queue, built_in_kernels()}, bodies.size(), {}, Accuracy::draft});
        for (const Accuracy accuracy : {Accuracy::draft, Accuracy::fine}) {
            ForceSpec force;
            force.accuracy = accuracy;
            solver->begin(positions, force);
            queue.finish();
            const std::size_t before = compiled_kernels(cache);
            while (solver->done() < 1) solver->enqueue_slice(std::numeric_limits<double>::infinity());
            queue.finish();
            CHECK(before > 10);  // The check confirms that the driver stores its compiled kernels in this folder.
            CHECK(compiled_kernels(cache) == before);
        }
    });
}
