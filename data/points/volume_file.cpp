#include "data/points/volume_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "data/points/volume_writer.hpp"
#include "data/system/atomic_file.hpp"
#include "data/system/file_error.hpp"
#include "data/system/loaded_library.hpp"
#include "data/system/this_process.hpp"

namespace milkomeda {

namespace {

constexpr const char* library_name = "milkomeda-volumes.so";

// Returns the writer of the library beside the program, or in the folder lib/milkomeda of an installed program.
// Throws std::runtime_error if there is no library, or if it cannot be loaded.
auto volume_writer() {
    const std::filesystem::path beside = executable_path().parent_path();
    for (const std::filesystem::path& folder : {beside, beside.parent_path() / MILKOMEDA_LIBRARY_FOLDER})
        if (const std::filesystem::path library = folder / library_name; std::filesystem::exists(library))
            return reinterpret_cast<decltype(&milkomeda_write_volume)>(
                load_function(library, "milkomeda_write_volume"));
    throw std::runtime_error("this program was built without OpenVDB: install libopenvdb-dev and build it again");
}

}  // namespace

float voxel_edge(const ColoredPoints& points) {
    std::vector<float> radii;
    for (const ColoredPoint& point : points.points) radii.push_back(point.radius);
    if (radii.empty()) return 1;
    const auto quartile = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 4);
    std::nth_element(radii.begin(), quartile, radii.end());
    return *quartile / 2;
}

void require_volumes(const std::filesystem::path& file) {
    try {
        volume_writer();
    } catch (const std::runtime_error& error) {
        throw FileError(file, error.what());
    }
}

void write_volume(const std::filesystem::path& file, const ColoredPoints& points, float voxel) {
    AtomicFile temporary{file};
    try {
        volume_writer()(temporary.path().c_str(), points, voxel);
    } catch (const std::exception& error) {
        throw FileError(file, error.what());
    }
    temporary.finish();
}

}  // namespace milkomeda
