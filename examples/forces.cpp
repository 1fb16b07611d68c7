// Reads a particle file, computes the accelerations of all bodies on an OpenCL device, and prints the ten strongest
// accelerations. Each of these accelerations is compared with a sum over all bodies in double precision.
//
//     forces FILE [direct|fmm]
//
// The example uses the file formats (data/formats) and a simulation that takes no step (compute/simulation).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "assets/assets.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"

using namespace milkomeda;

namespace {

// Returns the acceleration of a body by Newton's law with G = 1 and Plummer softening, in model units.
std::array<double, 3> exact_acceleration(const std::vector<Float4>& bodies, const Float4& at, double softening) {
    std::array<double, 3> sum{};
    for (const Float4& body : bodies) {
        const double x = double{body.x} - at.x, y = double{body.y} - at.y, z = double{body.z} - at.z;
        const double square = x * x + y * y + z * z + softening * softening;
        const double factor = body.w / (square * std::sqrt(square));  // w holds the mass
        sum[0] += factor * x, sum[1] += factor * y, sum[2] += factor * z;
    }
    return sum;
}

double magnitude(const Float4& a) { return std::hypot(a.x, a.y, a.z); }

void print_strongest(const ParticleSet& particles, const EnergySample& sample) {
    constexpr std::size_t most_rows = 10;
    const double km_s_per_myr = km_s_per_velocity / myr_per_time;  // one model unit of acceleration in (km/s)/Myr
    std::vector<std::size_t> rows(particles.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(most_rows, rows.size()));
    std::partial_sort(rows.begin(), end, rows.end(), [&](std::size_t a, std::size_t b) {
        return magnitude(sample.fields[a]) > magnitude(sample.fields[b]);
    });
    std::printf("%8s %30s %22s %15s\n", "body", "x, y, z in kpc", "|a| in (km/s)/Myr", "relative error");
    for (auto row = rows.begin(); row != end; ++row) {
        const Float4 &p = particles.positions[*row], &a = sample.fields[*row];
        const auto [x, y, z] = exact_acceleration(particles.positions, p, sample.softening);
        const double error = std::hypot(a.x - x, a.y - y, a.z - z) / std::hypot(x, y, z);
        std::printf("%8u %10.3f%10.3f%10.3f %22.4f %15.1e\n", particles.ids[*row], p.x * kpc_per_length,
                    p.y * kpc_per_length, p.z * kpc_per_length, magnitude(a) * km_s_per_myr, error);
    }
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 2 || argc > 3) {
        std::fprintf(stderr, "usage: forces FILE [direct|fmm]\n");
        return 2;
    }
    const ParticleSet particles = read_particles(argv[1]);
    const Assets assets;  // the kernels, which are built into the program

    // An empty name chooses the first GPU if there is a GPU. The tier "copied" works without OpenGL.
    const std::vector<Device> devices = list_devices();
    const DeviceContext context = make_device_context(choose_device(devices, ""), {}, Interop::copied);

    // A simulation holds the bodies on the device. The example takes no step: it only measures the forces at the start.
    const SimulationParameters parameters;
    const SolverType& solver = solver_named(argc == 3 ? argv[2] : "fmm");
    Simulation simulation{context, {}, {}, particles, assets.reader(), {.type = &solver}};
    const EnergySample sample = simulation.probes().measure_energies(parameters);

    std::printf("%zu bodies on %s, %s\n", particles.size(), simulation.status().device.c_str(),
                std::string{solver.name}.c_str());
    print_strongest(particles, sample);
} catch (const std::exception& error) {
    std::fprintf(stderr, "forces: %s\n", error.what());
    return 1;
}
