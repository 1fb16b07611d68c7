// Prints the columns of a particle file as its reader stores them in model units, for comparison with other readers.
// Usage: print_columns FILE [UNITS]. Prints one line for the time, the number of files, the box, each note, each source
// and each body.
#include <fmt/format.h>

#include <iostream>

#include "data/base/names.hpp"
#include "data/formats/formats.hpp"

using namespace milkomeda;

int main(int argc, char** argv) {
    try {
        const std::filesystem::path path = argv[1];
        const ReadOptions options{argc > 2 ? value_named<UnitChoice>(argv[2]).value() : UnitChoice::model};
        if (read_particle_file(path, options).particles.size() == 0) return 1;
        const ParticleFile file = format_of_file(path).read(path, options);
        fmt::print("format {}\ntime {}\n", format_of_file(path).name, file.particles.time);
        if (file.files > 1) fmt::print("files {}\n", file.files);
        if (file.box) fmt::print("box {} {} {}\n", file.box->x, file.box->y, file.box->z);
        for (const std::string& note : file.notes) fmt::print("note {}\n", note);
        for (const ColumnSource& source : file.sources)
            fmt::print("source {}; {}; {}; {}\n", source.column, source.from, source.unit, source.factor);
        for (const std::string& name : file.unused) fmt::print("unused {}\n", name);
        for (std::size_t row = 0; row < file.particles.size(); ++row) {
            const Float4 p = file.particles.positions[row], v = file.particles.velocities[row];
            const glm::dvec3 r = exact_position(file, row);
            const std::uint64_t id = file.exact_ids.empty() ? row : file.exact_ids[row];
            fmt::print("body {} {} {} {} {} {} {} {}\n", id, p.w, r.x, r.y, r.z, v.x, v.y, v.z);
        }
        return 0;
    } catch (const FileError& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
