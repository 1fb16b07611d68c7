#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include <cstring>
#include <map>

#include "data/base/random.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/selection.hpp"
#include "tests/formats/any_particles.hpp"
#include "tests/formats/files.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

std::string failure(const std::filesystem::path& file, const ParticleSet& particles) {
    try {
        write_particles(file, particles);
        return "";
    } catch (const FileError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("writing to a name that ends with .gz gives a smaller, compressed file") {
    const TemporaryFolder folder;
    const ParticleSet particles = any_particles(20'000);
    for (const std::string name : {"all.tab", "all.csv", "all.tsv"}) {
        write_particles(folder / name, particles);
        write_particles(folder / (name + ".gz"), particles);
        CHECK(content_of(folder / (name + ".gz")).starts_with("\x1f\x8b"));
        CHECK(content_of(folder / (name + ".gz")).size() < content_of(folder / name).size());
    }
}

TEST_CASE("tables contain each number with the fewest digits that identify the float") {
    const TemporaryFolder folder;
    ParticleSet particles;
    particles.positions = {{1, 0.1f, -2.5f, 4.98914e-05f}};
    particles.velocities = {{0, 1e10f, 1.0f / 3, 0}};
    particles.ids = {0};
    write_particles(folder / "short.tab", particles);
    CHECK(content_of(folder / "short.tab") == "4.98914e-05 1 0.1 -2.5 0 1e+10 0.33333334\n");
}

TEST_CASE("bodies are written to particle files in the order of their ids") {
    const TemporaryFolder folder;
    const ParticleSet source = generate_encounter(500, 1);
    ParticleSet shuffled = source;
    shuffle_components(shuffled);
    write_particles(folder / "source.tab", source);
    write_particles(folder / "shuffled.tab", shuffled);
    CHECK(content_of(folder / "shuffled.tab") == content_of(folder / "source.tab"));

    // A selection leaves gaps between the ids.
    ParticleSet few = select(source, {.bodies = 100});
    write_particles(folder / "few.tab", few);
    shuffle_components(few);
    write_particles(folder / "few-shuffled.tab", few);
    CHECK(content_of(folder / "few-shuffled.tab") == content_of(folder / "few.tab"));
}

TEST_CASE("writing replaces a file as a whole and preserves a symbolic link to the file") {
    const TemporaryFolder folder;
    const ParticleSet particles = any_particles(10);
    folder.put("old.tab", "something else\n");
    std::filesystem::create_symlink(folder / "old.tab", folder / "link.tab");
    write_particles(folder / "link.tab", particles);
    CHECK(std::filesystem::is_symlink(folder / "link.tab"));
    CHECK(same_bits(read_particles(folder / "old.tab").positions, particles.positions));
    CHECK(folder.files() == 2);
}

TEST_CASE("a file name without a folder is written to the current folder") {
    const TemporaryFolder folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder / "");
    write_particles("here.tab", any_particles(3));
    std::filesystem::current_path(before);
    CHECK(read_particles(folder / "here.tab").size() == 3);
}

TEST_CASE("the message about a failed write names the reason") {
    const TemporaryFolder folder;
    const ParticleSet particles = any_particles(3);
    const auto file = [&](const char* name) { return (folder / name).string(); };
    CHECK(failure(file("no/such/folder.tab"), particles) ==
          file("no/such/folder.tab") + ": cannot be written: there is no folder " + file("no/such"));
    for (const char* name : {"galaxy.fts", "galaxy", ".tab", "galaxy.gz", "galaxy.tab.bz2", "galaxy.hdf5.gz"})
        CHECK(failure(file(name), particles) == file(name) +
                                                    ": the extension does not name a format that Milkomeda "
                                                    "writes (.hdf5, .h5, .milkomeda, .recording, "
                                                    ".gadget2, .nemo, .tipsy, .phigrape, .fits, .fit, .fits.gz, "
                                                    ".csv, .csv.gz, .tsv, .tsv.gz, .tab, .tab.gz)");
    std::filesystem::create_directory(folder / "folder.tab");
    CHECK(failure(file("folder.tab"), particles) == file("folder.tab") + ": cannot be written: it is a folder");
    CHECK(folder.files() == 1);
}

TEST_CASE("a disk that becomes full at any point of writing is reported") {
    const TemporaryFolder folder;
    const ParticleSet particles = any_particles(500);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = signal(SIGXFSZ, SIG_IGN);
    for (const std::string name :
         {"x.tab", "x.tab.gz", "x.csv", "x.nemo", "x.tipsy", "x.gadget2", "x.hdf5", "x.milkomeda"}) {
        write_particles(folder / name, particles);
        const auto whole = std::filesystem::file_size(folder / name);
        std::filesystem::remove(folder / name);
        for (rlim_t size = 0; size < whole; size += whole / 12) {
            const rlimit small{size, before.rlim_max};
            setrlimit(RLIMIT_FSIZE, &small);
            const std::string error_message = failure(folder / name, particles);
            setrlimit(RLIMIT_FSIZE, &before);
            CAPTURE(size);
            CHECK(error_message.starts_with((folder / name).string() + ": cannot be written: "));
            CHECK(folder.files() == 0);
        }
    }
    signal(SIGXFSZ, handler);
}

TEST_CASE("a disk that becomes full leaves the old file unchanged and no temporary file") {
    const TemporaryFolder folder;
    folder.put("old.tab", "1 2 3 4 5 6 7\n");
    const ParticleSet particles = any_particles(20'000);  // The table of these particles has 1.6 MB.
    // The table of these particles has 110 kB. Its last part is written when the file is closed.
    const ParticleSet fewer = any_particles(1'200);

    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{100'000, before.rlim_max};
    const auto handler = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    const std::string error_for_old_file = failure(folder / "old.tab", particles);
    const std::string error_for_small_file = failure(folder / "small.tab", fewer);
    std::map<std::string, std::string> errors;
    for (const std::string name :
         {"new.tab.gz", "new.csv", "new.nemo", "new.tipsy", "new.gadget2", "new.hdf5", "new.milkomeda"})
        errors[name] = failure(folder / name, particles);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);

    CHECK(error_for_old_file == (folder / "old.tab").string() + ": cannot be written: " + std::strerror(EFBIG));
    CHECK(error_for_small_file == (folder / "small.tab").string() + ": cannot be written: " + std::strerror(EFBIG));
    for (const auto& [name, error_message] : errors) {
        CAPTURE(error_message);
        CHECK(error_message.starts_with((folder / name).string() + ": cannot be written: "));
        CHECK(error_message.ends_with(std::strerror(EFBIG)));
    }
    CHECK(content_of(folder / "old.tab") == "1 2 3 4 5 6 7\n");
    CHECK(folder.files() == 1);
}
