// Generates the bodies of a scene, runs them without a window, and writes a plot of the energy error.
//
//     headless_run SCENE BODIES UNTIL FILE.svg
//
// For example: headless_run plummer 2000 300Myr energy.svg
//
// The example uses the scenes (data/scene) and the simulation (compute/simulation).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "assets/assets.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/base/units.hpp"
#include "data/scene/scene.hpp"

using namespace milkomeda;

namespace {

struct Point {
    double time;   // model units
    double error;  // |E - E0| / |E0|
};

double energy_of(Simulation& simulation, const SimulationParameters& parameters) {
    const Energies energies = simulation.probes().energies(parameters);
    return energies.kinetic + energies.potential;
}

// Writes a line chart: time from left to right, the error upward on a logarithmic axis from 1e-8 to 1.
void write_chart(const std::string& file, const std::vector<Point>& points, const std::string& title) {
    constexpr double left = 70, right = 620, top = 40, bottom = 360, decades = 8;
    const double duration = std::max(points.back().time - points.front().time, 1e-9);
    const auto x = [&](double time) { return left + (right - left) * (time - points.front().time) / duration; };
    const auto y = [&](double error) {
        return top - (bottom - top) / decades * std::log10(std::clamp(error, 1e-8, 1.0));
    };
    std::ofstream svg{file};
    svg << "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='420' font-family='sans-serif' "
           "font-size='13'>\n<rect width='640' height='420' fill='white'/>\n";
    const auto text = [&](double at_x, double at_y, const std::string& anchor, const std::string& words) {
        svg << "<text x='" << at_x << "' y='" << at_y << "' text-anchor='" << anchor << "'>" << words << "</text>\n";
    };
    text(left, 25, "start", title);
    for (int decade = 0; decade <= decades; ++decade) {
        const double at = y(std::pow(10, -decade));
        svg << "<path d='M" << left << ' ' << at << " H" << right << "' stroke='lightgray'/>\n";
        text(left - 8, at + 4, "end", decade == 0 ? "1" : fmt::format("1e-{}", decade));
    }
    text(left, bottom + 20, "middle", format_time(points.front().time));
    text(right, bottom + 20, "end", format_time(points.back().time));
    text((left + right) / 2, bottom + 40, "middle", "horizontal: time, vertical: energy error |E - E0| / |E0|");
    svg << "<polyline fill='none' stroke='#0072b2' stroke-width='2' points='";
    for (const Point& point : points) svg << x(point.time) << ',' << y(point.error) << ' ';
    svg << "'/>\n</svg>\n";
    if (!svg.flush()) throw std::runtime_error(fmt::format("{} cannot be written", file));
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 5) {
        std::fprintf(stderr, "usage: headless_run SCENE BODIES UNTIL FILE.svg\n");
        return 2;
    }
    const Assets assets;  // kernels and scenes, which are built into the program
    const Scene scene = load_scene(argv[1], assets);
    const SimulationParameters& parameters = scene.simulation;
    const double until = parse_time(argv[3]);
    const std::vector<Device> devices = list_devices();
    const DeviceContext context = make_device_context(choose_device(devices, ""), {}, Interop::copied);
    Simulation simulation{context, {}, {}, generate(scene, std::stoul(argv[2])), assets.reader()};

    constexpr long steps_per_point = 10;
    const double energy = energy_of(simulation, parameters);
    std::vector<Point> points{{simulation.status().time, 0}};
    while (simulation.status().time < until - parameters.timestep / 2) {
        simulation.advance(parameters, {.steps = steps_per_point});
        const double error = std::abs(energy_of(simulation, parameters) / energy - 1);
        points.push_back({simulation.status().time, error});
    }
    const std::string title = fmt::format("{}, {} bodies", argv[1], argv[2]);
    write_chart(argv[4], points, title);
    std::printf("%s\n%ld steps, last energy error %.1e\n", title.c_str(), simulation.status().steps,
                points.back().error);
} catch (const std::exception& error) {
    std::fprintf(stderr, "headless_run: %s\n", error.what());
    return 1;
}
