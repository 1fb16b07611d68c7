// The writer of volumes, a shared library that the program loads when it writes the first volume. The program is not
// linked with OpenVDB, because OpenVDB needs nine further libraries, and one of them starts threads in each process.
#include <openvdb/openvdb.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/points/volume_writer.hpp"

using milkomeda::ColoredPoint;
using milkomeda::ColoredPoints;

namespace {

constexpr float narrowest = 0.6f, widest = 6, reach = 2.5f;  // in voxels, and in standard deviations

// Returns the light of an sRGB color, scaled to the luminance 1.
openvdb::Vec3f light_of(const std::array<std::uint8_t, 3>& color) {
    openvdb::Vec3f light;
    for (int i = 0; i < 3; ++i) {
        const float c = static_cast<float>(color[static_cast<std::size_t>(i)]) / 255;
        light[i] = c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);  // IEC 61966-2-1
    }
    return light / std::max(0.2126f * light[0] + 0.7152f * light[1] + 0.0722f * light[2], 1e-6f);
}

// The shares of a Gaussian in the voxels along one axis, whose sum is 1.
struct AxisShares {
    int first;
    std::vector<float> shares;

    // `middle` and `sigma` are in voxels; the center of the voxel i is at i.
    AxisShares(float middle, float sigma) : first{static_cast<int>(std::ceil(middle - reach * sigma))} {
        float sum = 0;
        for (int i = first; static_cast<float>(i) <= middle + reach * sigma; ++i) {
            const float distance = (static_cast<float>(i) - middle) / sigma;
            shares.push_back(std::exp(-distance * distance / 2));
            sum += shares.back();
        }
        for (float& share : shares) share /= sum;
    }
};

template <typename Grid>
typename Grid::Ptr make_grid(const char* name, float voxel, double myr) {
    const typename Grid::Ptr grid = Grid::create();
    grid->setName(name);
    grid->setGridClass(openvdb::GRID_FOG_VOLUME);
    grid->setTransform(openvdb::math::Transform::createLinearTransform(voxel));
    grid->insertMeta("time_myr", openvdb::DoubleMetadata(myr));
    return grid;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void milkomeda_write_volume(const char* file,
                                                                              const ColoredPoints& points,
                                                                              float voxel) {
    openvdb::initialize();
    const auto density = make_grid<openvdb::FloatGrid>("density", voxel, points.myr);
    const auto emission = make_grid<openvdb::Vec3SGrid>("emission", voxel, points.myr);
    // Sums of mass times temperature, and of mass, over the points with temperatures.
    const auto temperature = make_grid<openvdb::FloatGrid>("temperature", voxel, points.myr);
    const auto hot_mass = openvdb::FloatGrid::create();
    auto masses = density->getAccessor();
    auto lights = emission->getAccessor();
    auto heats = temperature->getAccessor(), hot_masses = hot_mass->getAccessor();
    const float volume = voxel * voxel * voxel;
    for (const ColoredPoint& point : points.points) {
        const float sigma = std::clamp(point.radius / 2 / voxel, narrowest, widest);
        const openvdb::Vec3f light = light_of(point.color) * (point.luminosity / volume);
        const AxisShares x{point.position.x / voxel, sigma}, y{point.position.y / voxel, sigma},
            z{point.position.z / voxel, sigma};
        for (std::size_t i = 0; i < x.shares.size(); ++i)
            for (std::size_t j = 0; j < y.shares.size(); ++j)
                for (std::size_t k = 0; k < z.shares.size(); ++k) {
                    const openvdb::Coord place{x.first + static_cast<int>(i), y.first + static_cast<int>(j),
                                               z.first + static_cast<int>(k)};
                    const float share = x.shares[i] * y.shares[j] * z.shares[k];
                    masses.setValue(place, masses.getValue(place) + share * point.mass / volume);
                    lights.setValue(place, lights.getValue(place) + share * light);
                    if (point.temperature == 0) continue;
                    const float mass = share * point.mass;
                    heats.setValue(place, heats.getValue(place) + mass * point.temperature);
                    hot_masses.setValue(place, hot_masses.getValue(place) + mass);
                }
    }
    for (auto voxels = temperature->beginValueOn(); voxels; ++voxels)
        voxels.setValue(*voxels / hot_masses.getValue(voxels.getCoord()));
    openvdb::GridCPtrVec grids{density, emission};
    if (!temperature->empty()) grids.push_back(temperature);
    openvdb::io::File stream{file};
    stream.write(grids);
    stream.close();
}
