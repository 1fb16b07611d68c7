// Broken binary and CSV files must be refused with a one-line message. The message names the file, the position in the
// file and the reason.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/formats/foreign_files.hpp"
#include "tests/formats/validity.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

// Returns the message with which a file with this content is refused, without the file name.
std::string error_for(const std::string& content) {
    const TemporaryFolder folder;
    const auto file = folder.put("broken", content);
    const std::string line = refusal(file);
    if (line.empty()) return "";
    CHECK(is_error_line(line, file.string()));
    return line.substr(file.string().size());
}

// Returns a copy of `content` in which the bytes of `number` replace the bytes at `offset`.
template <typename Number>
std::string with(std::string content, std::size_t offset, Number number) {
    return content.replace(offset, sizeof number, std::string(reinterpret_cast<const char*>(&number), sizeof number));
}

// Truncates the file at many lengths. Checks that each truncated file is refused, or that a note reports missing data.
void check_cuts(const std::string& whole) {
    const TemporaryFolder folder;
    for (std::size_t length = 1; length < whole.size(); length += 1 + whole.size() / 200) {
        CAPTURE(length);
        const auto file = folder.put("cut", whole.substr(0, length));
        if (refusal(file).empty()) CHECK_FALSE(read_particle_file(file).notes.empty());
    }
    CHECK(error_for(whole) == "");
}

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("broken NEMO files are refused with the byte offset of the error and the reason") {
    const std::string good = foreign_nemo<float>({.extras = false});
    // The byte positions in this file are SnapShot 0, Parameters 13, Nobj 28, the value of Nobj 37, and Time 41. The
    // dimensions of PhaseSpace come later.
    const std::size_t mass = good.find("Mass"), phase_space = good.find("PhaseSpace");
    CHECK(error_for(with(good, 37, 4)) == ": byte 37: Nobj differs from the number of positions: the file is damaged");
    CHECK(error_for(with(good, 28, 'x')).starts_with(": byte 28: expected a NEMO item"));
    CHECK(error_for(with(good, mass + 5, 2)).find("expected a NEMO item") != std::string::npos);
    CHECK(error_for(with(good, mass + 5, -3)).find("the dimensions of item Mass are invalid") != std::string::npos);
    CHECK(error_for(with(good, mass + 5, 1'000'000'000)).find("item Mass is larger than the file") !=
          std::string::npos);
    CHECK(error_for(with(good, mass - 2, 'q')).find("an item has the unknown type 'q'") != std::string::npos);
    CHECK(error_for(with(good, phase_space + 15, 3)).find("item PhaseSpace") != std::string::npos);
    CHECK(error_for(with(good, mass, '\7')).find("the name of an item contains invalid characters") !=
          std::string::npos);
    CHECK(error_for(with(good, mass + 13, not_a_number)) == ": body 1: the mass is not a finite 32-bit float");
    CHECK(error_for(with(good, mass + 17, -1.0f)) == ": body 2: the mass is negative");
    CHECK(error_for(foreign_nemo<float>({}).substr(0, 32)) == ": contains no NEMO snapshot with positions");
    check_cuts(good);
}

TEST_CASE("broken tipsy files are refused with the reason") {
    const std::string good = foreign_tipsy(false, true);
    CHECK(error_for(good + "\1") ==
          ": the header announces 3 bodies, which need 128 bytes after the header; the whole file has 161");
    CHECK(
        error_for(with(with(good, 8, 4'000'000'002u), 20, 4'000'000'000u)) ==
        ": the header announces 4000000002 bodies, which need 144000000092 bytes after the header; the whole file has "
        "160");
    // The total number of bodies in the header differs from the sum over the particle kinds.
    CHECK(error_for(with(good, 8, 4)).starts_with(": "));
    CHECK(error_for(with(good, 32 + 4, infinity)) == ": body 1: the x is not a finite 32-bit float");
    CHECK(error_for(with(good, 0, std::numeric_limits<double>::infinity())) == ": the time is not finite");
    check_cuts(good);
}

TEST_CASE("broken GADGET-2 files are refused with the byte offset of the error and the reason") {
    const std::string good = foreign_gadget<float, std::uint32_t>({});
    const std::size_t positions = 264 + 4;
    CHECK(error_for(with(good, 4 + 4, 1'000'000'000)) ==
          ": byte 268: block POS has 36 bytes, but 1000000002 bodies need 12000000024 or 24000000048 bytes");
    CHECK(error_for(with(good, 4, 0xffffffffu)) ==
          ": has more than 4294967295 bodies, the largest number that the program supports");
    CHECK(error_for(with(good, 260, 255)) ==
          ": byte 260: the block sizes stored before and after a block differ: the file is damaged");
    CHECK(error_for(with(good, 264, 0xfffffff0u))
              .starts_with(": byte 264: a block has 4294967280 bytes and would extend beyond the file's end at byte"));
    CHECK(error_for(with(good, positions, not_a_number)) == ": body 3: the x is not a finite 32-bit float");
    CHECK(error_for(good.substr(0, 264)) == ": lacks the block of positions (POS)");
    CHECK(error_for(with(with(with(good.substr(0, 264), 8, 0), 12, 0), 20, 0)) ==
          ": contains no bodies, according to its header");
    const std::string named = foreign_gadget<float, std::uint32_t>({.format_2 = true});
    CHECK(error_for(with(named, 280, 7)) ==
          ": byte 291: the block sizes stored before and after a block differ: the file is damaged");
    CHECK(error_for(named.substr(0, 280 + 16)) == ": is incomplete: it ends after the name of a block");
    std::string blocks = good;
    for (int i = 0; i < 300; ++i) blocks += std::string(8, '\0');
    CHECK(error_for(blocks).find("the file has more than 256 blocks") != std::string::npos);
    check_cuts(good);
    check_cuts(named);
}

TEST_CASE("broken HDF5 files are refused with the reason") {
    const TemporaryFolder folder;
    const auto error_message = [&](const auto& write) {
        { write(Hdf5Builder(folder / "broken")); }
        const std::string line = refusal(folder / "broken");
        return line.empty() ? line : line.substr((folder / "broken").string().size());
    };
    using Build = Hdf5Builder;
    const std::string lead = ": cannot be read as HDF5: ";
    const std::string no_bodies = ": contains no bodies: no group PartType0 to PartType5 has positions (Coordinates)";
    CHECK(error_message([](const Build&) {}) == no_bodies);
    CHECK(error_message([](const Build& build) { build.group("Header"); }) == no_bodies);
    const auto with_header = [&](double count, const auto& write) {
        return error_message([&](const Build& build) {
            const Hdf5Handle header = build.group("Header");
            build.attribute(header, "NumPart_ThisFile", std::array{0.0, count});
            write(build);
        });
    };
    const auto nothing = [](const Build&) {};
    for (const double count : {0.0, 3.0, 1e15, double(NAN)}) CHECK(with_header(count, nothing) == no_bodies);
    const auto with_positions = [&](std::size_t numbers, hsize_t width, hid_t type, bool packed = false) {
        return with_header(3, [&](const Build& build) {
            const Hdf5Handle part = build.group("PartType1");
            build.numbers(part, "Coordinates", std::vector<double>(numbers, 1.0), width, type, packed);
        });
    };
    CHECK(with_positions(9, 3, H5T_IEEE_F32LE) == "");
    CHECK(with_positions(9, 3, H5T_IEEE_F64BE, true) == "");
    CHECK(with_positions(9, 1, H5T_IEEE_F32LE) ==
          lead + "the data set PartType1/Coordinates must consist of 9 x 3 numbers");
    CHECK(with_positions(12, 4, H5T_IEEE_F32LE) ==
          lead + "the data set PartType1/Coordinates must consist of 3 x 3 numbers");
    CHECK(with_header(3, [](const Build& build) { build.group("PartType1"); }) == no_bodies);
    CHECK(with_header(3, [](const Build& build) {
              const Hdf5Handle part = build.group("PartType1");
              for (const auto& [name, numbers] : {std::pair{"Coordinates", 9}, std::pair{"Velocities", 6}})
                  build.numbers(part, name, std::vector<double>(numbers, 1.0), 3, H5T_IEEE_F32LE);
          }) == lead + "the data set PartType1/Velocities must consist of 3 x 3 numbers");
    // A link must lead to an HDF5 file. Opening a pipe or device would wait forever.
    for (const auto& [target, message] :
         {std::pair{"/etc/passwd", "HDF5 cannot open the data set PartType1/Coordinates"},
          std::pair{"/dev/tty", "the part /dev/tty is missing; put it into the folder of the snapshot"}})
        CHECK(with_header(3, [&](const Build& build) {
                  const Hdf5Handle part = build.group("PartType1");
                  require_hdf5(H5Lcreate_external(target, "/x", part, "Coordinates", H5P_DEFAULT, H5P_DEFAULT), "");
              }) == lead + message);
    const auto with_storage = [&](hsize_t rows, const auto& prepare) {
        return with_header(double(rows), [&](const Build& build) {
            const Hdf5Handle part = build.group("PartType1");
            const std::array<hsize_t, 2> sizes{rows, 3};
            const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "");
            prepare(creation);
            const bool chunked = H5Pget_layout(creation) == H5D_CHUNKED;
            const std::array<hsize_t, 2> most{chunked ? H5S_UNLIMITED : rows, 3};
            const Hdf5Handle space(H5Screate_simple(2, sizes.data(), most.data()), H5Sclose, "");
            const Hdf5Handle data(
                H5Dcreate2(part, "Coordinates", H5T_IEEE_F32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose,
                "");
        });
    };
    CHECK(with_storage(3, [](hid_t creation) { H5Pset_external(creation, "/etc/passwd", 0, 36); }) ==
          lead + "the numbers of the data set PartType1/Coordinates are stored outside this file");
    // These data sets claim 100,000 rows of 12 bytes in a file of a few thousand bytes. The first is an array that was
    // never written, and the second is a compressed array without chunks.
    CHECK(with_storage(100'000, [](hid_t) {}) ==
          lead + "the data set PartType1/Coordinates is larger than a file of this size can contain");
    const auto chunks_of = [](hsize_t rows) {
        return [rows](hid_t creation) {
            const std::array<hsize_t, 2> chunk{rows, 3};
            H5Pset_chunk(creation, 2, chunk.data());
            H5Pset_deflate(creation, 9);
        };
    };
    CHECK(with_storage(2'000'000, chunks_of(100'000)) == ": announces more bodies than fit into the file");
    CHECK(with_storage(3, chunks_of(1'000'000)) ==
          lead + "the chunks of the data set PartType1/Coordinates are larger than a file of this size can contain");
    check_cuts(foreign_hdf5_files().at("arepo.hdf5"));
}

TEST_CASE("broken CSV files are refused with line, column and reason") {
    const std::string good = "mass,x,y,z,vx,vy,vz\n1,2,3,4,5,6,7\n";
    CHECK(error_for(good) == "");
    CHECK(error_for("mass,x,y\n1,2,3\n").starts_with(":1:1: the header lacks the column z; "));
    CHECK(error_for("x,y,z,x\n1,2,3,4\n").starts_with(":1:7: the header names column x twice; "));
    CHECK(error_for("x,y,z\n") == ": contains a header, but no bodies");
    CHECK(error_for(good + "1,2,3\n") == ":3:6: the row has 3 fields, but the header names 7 columns");
    CHECK(error_for(good + "1,2,3,4,5,6,7,8\n") == ":3:16: the row has 8 fields, but the header names 7 columns");
    CHECK(error_for(good + "1,2,three,4,5,6,7\n") == ":3:5: 'three' in column y is not a number");
    CHECK(error_for(good + "1,2,,4,5,6,7\n") == ":3:5: '' in column y is not a number");
    CHECK(error_for(good + "-1,2,3,4,5,6,7\n") == ":3:1: the mass '-1' is negative");
    CHECK(error_for(good + "1,2,nan,4,5,6,7\n") == ":3:5: 'nan' in column y is not finite");
    CHECK(error_for(good + "1,2,\"3,4,5,6,7\n") == ":3:5: the closing quote is missing in this line");
    CHECK(error_for(good + "1,2,\"3\"3,4,5,6,7\n") ==
          ":3:7: there is text between the closing quote and the next separator");
    CHECK(error_for("x,y,z,id\n1,2,3,4.5\n") == ":2:7: '4.5' in column id is not an integer of 64 bits");
    CHECK(error_for("x,y,z,component\n1,2,3,\n") == ":2:1: the component has no name");
}

TEST_CASE("a gzip file that unpacks to more than a hundred times its size is refused") {
    std::string zeros = "x,y,z,mass\n";
    // This text has 24 MB. Texts of at most 16 MB are accepted with any compression ratio.
    for (int i = 0; i < 3'000'000; ++i) zeros += "0,0,0,1\n";
    CHECK(error_for(gzipped(zeros)) == ": expands to more than a hundred times its size; the file is not a text table");
    CHECK(error_for(zeros) == "");
}
