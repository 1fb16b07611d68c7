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
    bool big_endian = false, masses = true, phase_space = true, extras = true;
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
    item("(", "Parameters", {}), item("i", "Nobj", {}), bytes.add(3);
    item(real, "Time", {}), bytes.add(Real(1.5)), item(")", "", {});
    item("(", "Particles", {}), item("i", "CoordSystem", {}), bytes.add(0201402);
    if (like.masses) item(real, "Mass", {3}), bytes.add(Real(1), Real(2), Real(4));
    if (like.phase_space) {
        item(real, "PhaseSpace", {3, 2, 3}), vectors(true, true);
    } else {
        item(real, "Position", {3, 3}), vectors(true, false);
        item(real, "Velocity", {3, 3}), vectors(false, true);
    }
    if (like.extras) item(real, "Potential", {3}), bytes.add(Real(-1), Real(-2), Real(-3));
    item(")", "", {});
    if (like.extras) item("(", "Diagnostics", {}), item("d", "Energy", {2}), bytes.add(1.0, 2.0), item(")", "", {});
    item(")", "", {});
    return bytes.content();
}

// Returns a tipsy file with one gas, one dark matter and one star body.
inline std::string foreign_tipsy(bool big_endian, bool padded) {
    Bytes bytes(big_endian);
    bytes.add(1.5, 3, 3, 1, 1, 1);
    if (padded) bytes.add(0);
    const auto body = [&](float mass, float s) { bytes.add(mass, s, 2 * s, 3 * s, s / 2, s / 4, s / 8); };
    body(1, 1), bytes.add(0.1f, 1e4f, 0.5f, 0.02f, -1.0f);
    body(2, 10), bytes.add(0.05f, -2.0f);
    body(4, 100), bytes.add(0.02f, 0.7f, 0.05f, -3.0f);
    return bytes.content();
}

struct ForeignGadget {
    bool big_endian = false, format_2 = false, masses = true, extras = false, velocities = true;
    double h = 0;
    int files = 1;
    double halo_mass = 1;
};

// Returns a GADGET-2 file with one halo, one disk and one star body. The header contains the halo mass, and a block
// contains the disk and star masses.
template <typename Real, typename Id>
std::string foreign_gadget(const ForeignGadget& like) {
    Bytes bytes(like.big_endian);
    const auto block = [&](const std::string& name, const Bytes& data) {
        const int size = static_cast<int>(data.size());
        if (like.format_2) bytes.add(8).text(name).add(size + 8).add(8);
        bytes.add(size).text(data.content()).add(size);
    };
    Bytes header(like.big_endian), positions(like.big_endian), velocities(like.big_endian), ids(like.big_endian);
    header.add(0, 1, 1, 0, 1, 0).add(0.0, like.halo_mass, 0.0, 0.0, 0.0, 0.0).add(1.5, 0.0, 0, 0);
    header.add(0, 1, 1, 0, 1, 0, 0, like.files, 0.0, 0.0, 0.0, like.h, 0, 0).zeros(256 - 168);
    block("HEAD", header);
    for (const Real s : {Real(1), Real(10), Real(100)}) {
        positions.add(s, 2 * s, 3 * s);
        velocities.add(s / 2, s / 4, s / 8);
    }
    block("POS ", positions);
    if (like.velocities) block("VEL ", velocities);
    block("ID  ", ids.add(Id(7), Id(5), Id(6)));
    if (like.masses) block("MASS", Bytes(like.big_endian).add(Real(2), Real(4)));
    if (like.extras) block("POT ", Bytes(like.big_endian).add(-1.0f, -2.0f, -3.0f));
    return bytes.content();
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
    files["tabs.csv"] = "\xef\xbb\xbf# time 1.5\nx\ty\tz\tm\t\"t emp\"\n1\t2\t3\t1\t5\r\n10\t20\t30\t2\t5\r\n";
    files["names.csv"] = "id;galaxy;component;vx;x;y;z\n3;a;disk;1;2;3;4\n2;\"b;c\";halo;1;2;3;4\n1;a;disk;1;2;3;4\n";
    files["comments.tab"] = "# mass x y z vx vy vz\n1 2 3 4 5 6 7\n\n+2 .5 -7. 1e3 0 0 0\n";
    for (const auto& [name, content] : foreign_hdf5_files()) files[name] = content;
    return files;
}

}  // namespace milkomeda
