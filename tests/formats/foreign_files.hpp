// Builds files as other programs write them, according to the published formats. All files contain three bodies of
// masses 1, 2 and 4 at time 1.5.
// The first body is at (1, 2, 3) with velocity (0.5, 0.25, 0.125). The vectors of the second and third body are 10 and
// 100 times as long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/formats/foreign_hdf5.hpp"

namespace milkomeda {

// A sequence of bytes that stores numbers in little-endian or big-endian byte order.
class Bytes {
  public:
    explicit Bytes(bool big_endian = false) : big_endian_(big_endian) {}

    template <typename... Numbers>
    Bytes& add(Numbers... numbers) {
        (add_one(numbers), ...);
        return *this;
    }
    Bytes& text(const std::string& characters) { return content_ += characters, *this; }
    Bytes& zeros(std::size_t count) { return content_.append(count, '\0'), *this; }
    std::size_t size() const { return content_.size(); }
    const std::string& content() const { return content_; }

  private:
    template <typename Number>
    void add_one(Number number) {
        char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        if (big_endian_) std::reverse(bytes, bytes + sizeof bytes);
        content_.append(bytes, sizeof bytes);
    }

    bool big_endian_;
    std::string content_;
};

struct ForeignNemo {
    bool big_endian = false, masses = true, phase_space = true, extras = true, velocities = true, zeno = false;
    std::vector<int> keys{};
};

template <typename Real>
std::string foreign_nemo(const ForeignNemo& like) {
    Bytes bytes(like.big_endian);
    const std::string real = sizeof(Real) == 8 ? "d" : "f";
    const auto item = [&](const std::string& type, const std::string& tag, std::initializer_list<int> sizes) {
        bytes.add(static_cast<std::uint16_t>(sizes.size() ? 0x0b92 : 0x0992)).text(type + '\0');
        if (type != ")") bytes.text(tag + '\0');
        for (const int size : sizes) bytes.add(size);
        if (sizes.size()) bytes.add(0);
    };
    const auto vectors = [&](bool positions, bool velocities) {
        for (const Real s : {Real(1), Real(10), Real(100)}) {
            if (positions) bytes.add(s, 2 * s, 3 * s);
            if (velocities) bytes.add(s / 2, s / 4, s / 8);
        }
    };
    if (like.extras) item("c", "History", {12}), bytes.text("mkplummer 3").zeros(1);
    item("(", "SnapShot", {});
    item("(", "Parameters", {}), item("i", like.zeno ? "NBody" : "Nobj", {}), bytes.add(3);
    item(real, "Time", {}), bytes.add(Real(1.5)), item(")", "", {});
    item("(", "Particles", {}), item("i", "CoordSystem", {}), bytes.add(0201402);
    if (like.masses) item(real, "Mass", {3}), bytes.add(Real(1), Real(2), Real(4));
    if (like.phase_space) {
        item(real, "PhaseSpace", {3, 2, 3}), vectors(true, true);
    } else {
        item(real, "Position", {3, 3}), vectors(true, false);
        if (like.velocities) item(real, "Velocity", {3, 3}), vectors(false, true);
    }
    if (!like.keys.empty()) item("i", "Key", {3});
    for (const int key : like.keys) bytes.add(key);
    if (like.extras) item(real, "Potential", {3}), bytes.add(Real(-1), Real(-2), Real(-3));
    item(")", "", {});
    if (like.extras) item("(", "Diagnostics", {}), item("d", "Energy", {2}), bytes.add(1.0, 2.0), item(")", "", {});
    item(")", "", {});
    return bytes.content();
}

// Returns a tipsy file with one gas, one dark matter and one star body. The template parameters are the types of
// positions, velocities and all other numbers.
template <typename Position = float, typename Velocity = float, typename Other = float>
std::string foreign_tipsy(bool big_endian, bool padded) {
    Bytes bytes(big_endian);
    bytes.add(1.5, 3, 3, 1, 1, 1);
    if (padded) bytes.add(0);
    const auto body = [&](double mass, double s, std::initializer_list<double> others) {
        bytes.add(Other(mass), Position(s), Position(2 * s), Position(3 * s));
        bytes.add(Velocity(s / 2), Velocity(s / 4), Velocity(s / 8));
        for (const double other : others) bytes.add(Other(other));
    };
    body(1, 1, {0.1, 1e4, 0.5, 0.02, -1});
    body(2, 10, {0.05, -2});
    body(4, 100, {0.02, 0.7, 0.05, -3});
    return bytes.content();
}

// Returns the bodies of foreign_tipsy() as ASCII tipsy.
inline std::string foreign_tipsy_text() {
    return "3, 1, 1\n3\n1.5\n1\n2\n4\n"
           "1\n10\n100\n2\n20\n200\n3\n30\n300\n.5\n5\n50\n+0.25\n2.5D+00\n25\n0.125\n1.25\n12.5\n"
           "0.05\n0.05\n0.1\n1e4\n0.5\n0.02\n0.02\n0.7\n-1\n-2\n-3\n";
}

inline std::string foreign_phigrape() {
    return "0007\n3\n 1.500D+00\n000000  1.0E+00  1 2 3  0.5 0.25 0.125\n000001  2  10 20 30  5 2.5 1.25\n"
           "000002  4  100 200 300  50 25 12.5\n";
}

struct ForeignGadget {
    bool big_endian = false, format_2 = false, masses = true, extras = false, velocities = true;
    double h = 0;
    int files = 1;
    double halo_mass = 1;
    bool ids = true, second_header = false, info = false;
    // In format 2, the order of all blocks is reversed. In format 1, the columns after the positions are reversed.
    bool reversed = false;
    double box = 0;
    int total_halo = 1;  // number of halo bodies in all files of the snapshot, according to the header
};

// Returns the block INFO of format 2: for each block label, type, dimensions and one flag per particle type.
inline Bytes foreign_info(bool big_endian, bool is_double) {
    Bytes info(big_endian);
    const std::string type = is_double ? "DOUBLE" : "FLOAT";
    for (const std::string label : {"POS ", "VEL ", "MASS"}) {
        const bool is_vector = label != "MASS";
        std::string name = type + (is_vector ? "N" : "");
        name.resize(8, ' ');
        info.text(label + name).add(is_vector ? 3 : 1, 0, 1, 1, 0, 1, 0);
    }
    return info;
}

// Returns a GADGET-2 file with these blocks: pairs of the label, which only format 2 contains, and the data.
inline std::string content_of_blocks(const std::vector<std::pair<std::string, Bytes>>& blocks, bool big_endian,
                                     bool format_2) {
    Bytes bytes(big_endian);
    for (const auto& [name, data] : blocks) {
        const int size = static_cast<int>(data.size());
        if (format_2) bytes.add(8).text(name).add(size + 8).add(8);
        bytes.add(size).text(data.content()).add(size);
    }
    return bytes.content();
}

// Returns a GADGET-2 file with one halo, one disk and one star body. The header contains the halo mass, and a block
// contains the disk and star masses.
template <typename Real, typename Id>
std::string foreign_gadget(const ForeignGadget& like) {
    Bytes header(like.big_endian), positions(like.big_endian), velocities(like.big_endian), ids(like.big_endian);
    header.add(0, 1, 1, 0, 1, 0).add(0.0, like.halo_mass, 0.0, 0.0, 0.0, 0.0).add(1.5, 0.0, 0, 0);
    header.add(0, like.total_halo, 1, 0, 1, 0, 0, like.files, like.box, 0.0, 0.0, like.h, 0, 0).zeros(256 - 168);
    for (const Real s : {Real(1), Real(10), Real(100)}) {
        positions.add(s, 2 * s, 3 * s);
        velocities.add(s / 2, s / 4, s / 8);
    }
    std::vector<std::pair<std::string, Bytes>> blocks{{"HEAD", header}};
    if (like.second_header) blocks.emplace_back("CHEM", Bytes().zeros(256));
    if (like.info) blocks.emplace_back("INFO", foreign_info(like.big_endian, sizeof(Real) == 8));
    blocks.emplace_back("POS ", positions);
    const auto first_column = static_cast<std::ptrdiff_t>(blocks.size());
    if (like.velocities) blocks.emplace_back("VEL ", velocities);
    if (like.ids) blocks.emplace_back("ID  ", ids.add(Id(7), Id(5), Id(6)));
    if (like.masses) blocks.emplace_back("MASS", Bytes(like.big_endian).add(Real(2), Real(4)));
    if (like.reversed) std::reverse(blocks.begin() + (like.format_2 ? 0 : first_column), blocks.end());
    if (like.extras) blocks.emplace_back("POT ", Bytes(like.big_endian).add(-1.0f, -2.0f, -3.0f));
    return content_of_blocks(blocks, like.big_endian, like.format_2);
}

inline std::map<std::string, std::string> foreign_files() {
    std::map<std::string, std::string> files;
    for (const bool big : {false, true}) {
        const std::string order = big ? "-big" : "-little";
        files["float" + order + ".nemo"] = foreign_nemo<float>({.big_endian = big});
        files["double" + order + ".nemo"] = foreign_nemo<double>({.big_endian = big, .phase_space = false});
        files["massless" + order + ".nemo"] = foreign_nemo<float>({.big_endian = big, .masses = false});
        files["padded" + order + ".tipsy"] = foreign_tipsy(big, true);
        files["short" + order + ".tipsy"] = foreign_tipsy(big, false);
        for (const bool named : {false, true}) {
            const ForeignGadget like{.big_endian = big, .format_2 = named, .extras = true};
            const std::string kind = (named ? "-2" : "-1") + order + ".gadget2";
            files["float" + kind] = foreign_gadget<float, std::uint32_t>(like);
            files["double" + kind] = foreign_gadget<double, std::uint64_t>(like);
        }
    }
    files["headers.gadget2"] = foreign_gadget<float, std::uint32_t>({.second_header = true, .reversed = true});
    files["info.gadget2"] = foreign_gadget<double, std::uint64_t>(
        {.big_endian = true, .format_2 = true, .info = true, .reversed = true, .box = 1000});
    files["positions.tipsy"] = foreign_tipsy<double>(true, true);
    files["vectors.tipsy"] = foreign_tipsy<double, double>(false, false);
    files["doubles.tipsy"] = foreign_tipsy<double, double, double>(true, false);
    files["text.tipsy"] = foreign_tipsy_text();
    files["keys.nemo"] = foreign_nemo<double>({.zeno = true, .keys = {7, 5, 6}});
    files["snapshot.phigrape"] = foreign_phigrape();
    files["tabs.csv"] = "\xef\xbb\xbf# time 1.5\nx\ty\tz\tm\t\"t emp\"\n1\t2\t3\t1\t5\r\n10\t20\t30\t2\t5\r\n";
    files["names.csv"] = "id;galaxy;component;vx;x;y;z\n3;a;disk;1;2;3;4\n2;\"b;c\";halo;1;2;3;4\n1;a;disk;1;2;3;4\n";
    files["comments.tab"] = "# mass x y z vx vy vz\n1 2 3 4 5 6 7\n\n+2 .5 -7. 1e3 0 0 0\n";
    for (const auto& [name, content] : foreign_hdf5_files()) files[name] = content;
    return files;
}

}  // namespace milkomeda
