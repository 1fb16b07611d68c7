// Writes small valid files of every format into a folder. The fuzzer starts from these files.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/formats/foreign_files.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

int main(int argc, char** argv) {
    if (argc != 2) return std::cerr << "usage: fuzz_seeds FOLDER\n", 2;
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    ParticleSet particles = generate_encounter(12, 1);
    particles.time = 2.5;
    for (const ParticleFormat& format : particle_formats())
        for (const std::string_view extension : format.extensions)
            write_particles(folder / ("ours" + std::string(extension)), particles);
    for (const auto& [name, content] : foreign_files()) std::ofstream(folder / name, std::ios::binary) << content;
}
