// Text tables must be read with the values that other programs have written, whatever the separator, decimal sign,
// header, order of columns, units, encoding and compression.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "data/files/text_stream.hpp"
#include "data/formats/table_layout.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

// Numbers of four bodies: mass, x, y, z, vx, vy, vz.
const std::vector<std::vector<std::string>> table_bodies{
    {"0.5", "1.25", "-2.5", "3", "0.125", "0.0625", "-1"},
    {"0.7178", "0.9624", "2.7554", "-0.2931", "0.1063", "4.1496", "0.0588"},
    {"0.3610", "-1.3452", "0.0085", "1.2400", "1.9487", "0.0334", "0.0446"},
    {"1e-3", "1.5e1", "0.4526", "0.7006", "-1.453e-1", "1.1405", "4.1497"}};
const std::vector<std::size_t> usual_order{0, 1, 2, 3, 4, 5, 6}, mass_last{1, 2, 3, 4, 5, 6, 0};

// Returns the rows of the bodies with columns in the order `order`. `change` is applied to each number.
template <typename Change>
std::string changed_rows(const std::vector<std::size_t>& order, const std::string& separator, Change change,
                         const std::string& end = "\n") {
    std::string text;
    for (const auto& body : table_bodies)
        for (std::size_t i = 0; i < order.size(); ++i)
            text += change(body[order[i]]) + (i + 1 < order.size() ? separator : end);
    return text;
}
std::string rows_of(const std::vector<std::size_t>& order, const std::string& separator,
                    const std::string& end = "\n") {
    return changed_rows(
        order, separator, [](const std::string& number) { return number; }, end);
}

std::string replaced(std::string text, char from, const std::string& to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, 1, to);
    return text;
}

std::string utf16(const std::string& text, bool big_endian, bool mark = true) {
    std::string bytes = !mark ? "" : big_endian ? "\xfe\xff" : "\xff\xfe";
    for (const char c : text) bytes += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
    return bytes;
}

// Returns the text in which TextStream converts the units of little-endian UTF-16.
std::string converted(const std::u16string& units) {
    const TemporaryFolder folder;
    std::string bytes = "\xff\xfe";
    for (const char16_t unit : units) bytes += {static_cast<char>(unit & 0xff), static_cast<char>(unit >> 8)};
    TextStream stream(folder.put("text", bytes));
    std::string text;
    std::array<char, 16> part{};
    while (const std::size_t count = stream.read(part.data(), part.size())) text.append(part.data(), count);
    return text;
}

struct Factors {
    double length = 1, velocity = 1, mass = 1;
};

// Compares the particles with the numbers of `bodies`, multiplied by the factors in double precision.
void check_table(const ParticleFile& file, const Factors& factors = {}, bool has_masses = true) {
    const ParticleSet& particles = file.particles;
    REQUIRE(particles.size() == table_bodies.size());
    std::vector<std::size_t> rows(table_bodies.size());
    for (std::size_t row = 0; row < rows.size(); ++row) rows[particles.ids[row] % table_bodies.size()] = row;
    for (std::size_t i = 0; i < table_bodies.size(); ++i) {
        CAPTURE(i);
        const auto expected = [&](std::size_t column, double factor) {
            return doctest::Approx(std::strtod(table_bodies[i][column].c_str(), nullptr) * factor)
                .epsilon(1e-7)
                .scale(0);
        };
        const Float4 p = particles.positions[rows[i]], v = particles.velocities[rows[i]];
        if (has_masses)
            CHECK(p.w == expected(0, factors.mass));
        else
            CHECK(p.w == 0.25f);
        CHECK(p.x == expected(1, factors.length));
        CHECK(p.y == expected(2, factors.length));
        CHECK(p.z == expected(3, factors.length));
        CHECK(v.x == expected(4, factors.velocity));
        CHECK(v.y == expected(5, factors.velocity));
        CHECK(v.z == expected(6, factors.velocity));
    }
    CHECK(file.has_masses == has_masses);
}

class TableFolder : public TemporaryFolder {
  public:
    ParticleFile read(const std::string& content, const ReadOptions& options = {}) const {
        return read_particle_file(put("foreign", content), options);
    }
    std::string error(const std::string& content, const ReadOptions& options = {}) const {
        try {
            read(content, options);
            return "";
        } catch (const FileError& error) {
            return std::string(error.what()).substr((*this / "foreign").string().size());
        }
    }
};

}  // namespace

TEST_CASE("tables of pandas, numpy, astropy, R and Excel are read with the values of their columns") {
    const TableFolder folder;
    const std::string names = "x,y,z,vx,vy,vz,mass\n", spaced = replaced(names, ',', " ");
    std::string numbered = "," + names, without_names = ",0,1,2,3,4,5,6\n", r_table = spaced;
    for (std::size_t i = 0; i < table_bodies.size(); ++i) {
        const std::string rows = rows_of(mass_last, ","), usual = rows_of(usual_order, ",");
        const auto line = [i](const std::string& text) {
            std::size_t begin = 0;
            for (std::size_t k = 0; k < i; ++k) begin = text.find('\n', begin) + 1;
            return text.substr(begin, text.find('\n', begin) + 1 - begin);
        };
        numbered += std::to_string(i) + "," + line(rows);
        without_names += std::to_string(i) + "," + line(usual);
        r_table += "\"" + std::to_string(i + 1) + "\" " + replaced(line(rows), ',', " ");
    }
    const auto german = [](const std::string& number) { return replaced(number, '.', ","); };
    const std::string excel = replaced(names, ',', ";") + changed_rows(mass_last, ";", german, "\r\n");
    const std::string excel_tabs = replaced(names, ',', "\t") + changed_rows(mass_last, "\t", german, "\r\n");
    const std::map<std::string, std::string> tables{
        {"pandas with an index", numbered},
        {"pandas without names", without_names},
        {"pandas with quoted numbers",
         names + changed_rows(mass_last, ",", [](const std::string& n) { return '"' + n + '"'; })},
        {"R with row names", r_table},
        {"numpy with a header in a comment", "# " + names + rows_of(mass_last, ",")},
        {"numpy with a header of blanks above commas", "# " + spaced + rows_of(mass_last, ",")},
        {"numpy with a header of commas above blanks", "# made by a script\n# " + names + rows_of(mass_last, " ")},
        {"whitespace header", spaced + rows_of(mass_last, "  ")},
        {"comments of Matlab", "% x y z vx vy vz mass\n" + rows_of(mass_last, "\t")},
        {"Excel with decimal commas", excel},
        {"Excel with a byte order mark", "\xef\xbb\xbf" + excel},
        {"Excel with a separator line", "sep=;\r\n" + excel},
        {"Excel in UTF-16, little-endian", utf16(excel_tabs, false)},
        {"Excel in UTF-16, big-endian", utf16(excel_tabs, true)},
        {"UTF-16 without a byte order mark", utf16(excel, false, false)},
        {"big-endian UTF-16 without a byte order mark", utf16(excel, true, false)},
        {"line ends of Mac", replaced(names + rows_of(mass_last, ","), '\n', "\r")},
        {"fixed-width table of astropy", "| x | y | z | vx | vy | vz | mass |\n" + rows_of(mass_last, " | ")},
        {"blanks around commas", "x, y, z, vx, vy, vz, mass\n" + rows_of(mass_last, " , ")},
        {"decimal commas between blanks", changed_rows(usual_order, "  ", german)},
        {"commas without a header", rows_of(usual_order, ",")},
        {"commas at the ends of rows", names.substr(0, names.size() - 1) + ",\n" + rows_of(mass_last, ",", ",\n")},
    };
    for (const auto& [program, content] : tables) {
        CAPTURE(program);
        check_table(folder.read(content));
        check_table(folder.read(gzipped(content)));
    }
}

TEST_CASE("UTF-16 is converted to UTF-8, and unpaired surrogates are replaced") {
    CHECK(converted(u"x = 1 \u00e9 \u20ac") == "x = 1 \u00e9 \u20ac");
    const std::u16string high(1, char16_t(0xd83d)), low(1, char16_t(0xde00));
    CHECK(converted(high + low + u"a" + low) == "\U0001f600a\ufffd");
    CHECK(converted(high + u"a" + high + high + low) == "\ufffda\ufffd\U0001f600");
}

TEST_CASE("columns are recognized by names in every order and spelling") {
    const TableFolder folder;
    const std::vector<std::size_t> order{6, 3, 0, 5, 2, 4, 1};
    for (const std::string header :
         {"vz z m vy y vx x", "VZ Z Mass VY Y VX X", "vel_z pos_z mass vel_y pos_y vel_x pos_x",
          "velz posz mp vely posy velx posx", "z_vel z_pos M y_vel y_pos x_vel x_pos",
          "velocity_z coord_z masses velocity_y coord_y velocity_x coord_x", "w z mass v y u x",
          "\"Vel Z\" \"Pos Z\" \"Particle Mass\" \"Vel Y\" \"Pos Y\" \"Vel X\" \"Pos X\"",
          "particle_velocity_z particle_position_z particle_mass particle_velocity_y particle_position_y "
          "particle_velocity_x particle_position_x",
          "velocity:2 Points:2 mass velocity:1 Points:1 velocity:0 Points:0",
          "Velocities[2] Coordinates[2] Masses Velocities[1] Coordinates[1] Velocities[0] Coordinates[0]"}) {
        CAPTURE(header);
        check_table(folder.read(header + "\n" + rows_of(order, " ")));
        CHECK(format_of_file(folder / "foreign").name == "csv");
        check_table(folder.read("# " + header + "\n" + rows_of(order, " ")));
    }
    // The exact name x has precedence over other names of the x coordinate, such as pos_x.
    const ParticleFile file = folder.read("pos_x,x,y,z,mass\n9,1,2,3,1\n9,2,2,3,1\n");
    CHECK(file.particles.positions[0].x == 1);
    CHECK(file.unused == std::vector<std::string>{"pos_x"});
    // A column u without columns v and w is not a velocity, because u is often an internal energy.
    CHECK(folder.read("x y z mass u\n1 2 3 4 5\n").unused == std::vector<std::string>{"u"});
}

TEST_CASE("tables without names are read by the number of their columns, and a note says so") {
    const TableFolder folder;
    const ParticleFile six = folder.read(rows_of({1, 2, 3, 4, 5, 6}, " "));
    check_table(six, {}, false);
    CHECK(contains(six.notes, "the program reads them as x y z vx vy vz"));
    CHECK(contains(six.notes, "no masses"));
    CHECK(folder.read(rows_of(usual_order, " ")).notes.empty());

    std::string eight;
    for (std::size_t i = 0; i < table_bodies.size(); ++i) {
        eight += std::to_string(40 - i);
        for (const std::string& number : table_bodies[i]) eight += " " + number;
        eight += "\n";
    }
    const ParticleFile file = folder.read(eight);
    CHECK(contains(file.notes, "the program reads them as id mass x y z vx vy vz"));
    CHECK(file.particles.ids.size() == 4);
    CHECK(std::ranges::count(file.particles.ids, 40u) == 1);
    CHECK(folder.error("0.5 1 2 3 4 5 6 7\n").find("the 8 columns have no names") != std::string::npos);

    const std::string negative = "-1 2 3 4 5 6 7\n", positive = "1 2 3 4 5 6 7\n";
    const std::string reason = "the 7 columns have no names, and column 0 contains negative numbers instead of masses";
    CHECK(folder.error(positive + negative + negative).find(reason) != std::string::npos);
    CHECK(folder.error(positive + negative) == ":2:1: the mass '-1' is negative");
    ReadOptions mass_last;
    mass_last.columns = "x=0,y=1,z=2,m=6";
    CHECK(folder.read(negative + negative, mass_last).particles.size() == 2);

    // NBabel writes the id -1 for all bodies.
    std::string nbabel;
    for (const auto& body : table_bodies) {
        nbabel += "-1";
        for (const std::string& number : body) nbabel += " " + number;
        nbabel += "\n";
    }
    const ParticleFile same = folder.read(nbabel);
    check_table(same);
    CHECK(contains(same.notes, "all bodies have one id"));
}

TEST_CASE("numbers of Fortran are read: exponents with D or without a letter, and a count of rows") {
    const TableFolder folder;
    const auto fortran = [](const std::string& number) {
        const std::size_t e = number.find('e');
        return e == number.npos ? number + "D+00" : replaced(number, 'e', "D");
    };
    const std::string rows = changed_rows(usual_order, "   ", fortran);
    const ParticleFile file = folder.read("    4\n" + rows);
    check_table(file);
    CHECK(file.notes.empty());
    CHECK(contains(folder.read("5\n" + rows).notes, "the first line states 5 rows, but the file has 4 rows"));
    CHECK(contains(folder.read("4 0.5\n" + rows).notes, "line 1 before the rows, '4 0.5', is not used"));
    check_table(folder.read("4\n0.0\n" + rows));
    const Float4 p = folder.read("1. 1.5-101 -.25+001 2.d0 0 0 0\n").particles.positions[0];
    CHECK(p.x == 0);
    CHECK(p.y == -2.5f);
    CHECK(p.z == 2);
    CHECK(folder.error("1 2 ******** 4 5 6 7\n") == ":1:5: '********' in column y is not a number");
}

TEST_CASE("units of names, headers and ECSV fields are converted for each column") {
    const TableFolder folder;
    // The model units are 4 kpc, 220 km/s and, because G = 1 in model units, the mass (220 km/s)^2 * 4 kpc / G.
    constexpr double cm_per_kpc = 3.0856775814913673e21, gravity = 6.6743e-8, solar_mass = 1.98841e33;
    const double mass = 1 / (4 * cm_per_kpc * 220e5 * 220e5 / gravity / solar_mass);
    const auto read = [&](std::string header, const std::string& note = "") {
        CAPTURE(header);
        const ParticleFile file = folder.read(header + "\n" + rows_of(mass_last, ","));
        CHECK(file.units.ends_with("(stated in the file)"));
        CHECK(contains(file.notes, note) == !note.empty());
        return file;
    };
    check_table(read("x [kpc],y [kpc],z [kpc],vx [km/s],vy [km/s],vz [km/s],mass [Msun]"), {1 / 4., 1 / 220., mass});
    check_table(read("x(pc),y(pc),z(pc),vx(m/s),vy(m/s),vz(m/s),m(1e10 Msun)"), {1 / 4e3, 1 / 220e3, 1e10 * mass});
    check_table(read("x_kpc,y_kpc,z_kpc,vx_km_s,vy_km_s,vz_km_s,mass_msun"), {1 / 4., 1 / 220., mass});
    check_table(read("pos_x_Mpc,pos_y_Mpc,pos_z_Mpc,vel_x_kms,vel_y_kms,vel_z_kms,mass_1e10msun"),
                {250, 1 / 220., 1e10 * mass});
    check_table(read("x/kpc,y/kpc,z/kpc,vx/(km s^-1),vy/(km s^-1),vz/(km s^-1),M/(10^10 Msun)"),
                {1 / 4., 1 / 220., 1e10 * mass});
    check_table(read("x [cm],y [cm],z [cm],vx [cm/s],vy [cm/s],vz [cm/s],mass [1e43 g]"),
                {1 / (4 * cm_per_kpc), 1 / 220e5, 1e43 * mass / solar_mass});
    check_table(read("x [km],y [km],z [km],vx [kpc/Myr],vy [kpc/Myr],vz [kpc/Myr],mass [1e40 kg]"),
                {1e5 / (4 * cm_per_kpc), cm_per_kpc / 3.15576e13 / 220e5, 1e43 * mass / solar_mass});
    check_table(read("x [au],y [au],z [au],vx [pc/Myr],vy [pc/Myr],vz [pc/Myr],mass [M\xe2\x98\x89]"),
                {1.495978707e13 / (4 * cm_per_kpc), cm_per_kpc / 1e3 / 3.15576e13 / 220e5, mass});
    check_table(read("x [kpc],y [kpc],z [kpc],vx,vy,vz,mass", "states no unit for vx, vy, vz, mass"), {1 / 4., 1, 1});
    check_table(
        read("x [kpc],y [kpc],z [kpc],vx [code_velocity],vy [code_velocity],vz [code_velocity],mass [code_mass]"),
        {1 / 4., 1, 1});
    check_table(folder.read("x,y,z,vx,vy,vz,mass\nkpc,kpc,kpc,km/s,km/s,km/s,Msun\n" + rows_of(mass_last, ",")),
                {1 / 4., 1 / 220., mass});
    check_table(
        folder.read("x [kpc]  y [kpc]  z [kpc] vx [km / s] vy [km / s] vz [km / s] mass\n" + rows_of(mass_last, " ")),
        {1 / 4., 1 / 220., 1});

    const std::string ecsv =
        "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: x, unit: kpc, datatype: float64}\n"
        "# - {name: y, unit: kpc, datatype: float64, description: 'a, b'}\n# - {name: z, unit: kpc, datatype: "
        "float64}\n"
        "# - {name: vx, unit: km / s, datatype: float64}\n# - {name: vy, unit: km / s, datatype: float64}\n"
        "# - {name: vz, unit: km / s, datatype: float64}\n# - {name: mass, unit: 1e+10 solMass, datatype: float64}\n"
        "# schema: astropy-2.0\nx y z vx vy vz mass\n";
    check_table(folder.read(ecsv + rows_of(mass_last, " ")), {1 / 4., 1 / 220., 1e10 * mass});
    const std::string ipac =
        "\\note = 'an IPAC table'\n| x      |y     |z     |vx     |vy     |vz    |mass   "
        "|\n|double|double|double|double|"
        "double|double|double|\n|kpc|kpc|kpc|km / s|km / s|km / s|solMass|\n|null|null|null|null|null|null|null|\n";
    check_table(folder.read(ipac + rows_of(mass_last, "  ")), {1 / 4., 1 / 220., mass});

    // The option --units replaces the units of the columns.
    const std::string odd = "x [furlong],y [kpc],z [kpc],vx [km/s],vy [km/s],vz [km/s],mass [Msun]\n";
    CHECK(folder.error(odd + rows_of(mass_last, ",")) ==
          ":1:1: the unit 'furlong' of the column x is unknown; to ignore the units of the file, use --units model or "
          "--units gadget");
    CHECK(folder.error("x,y [km/s],z\n1,2,3\n").starts_with(":1:3: the unit 'km/s' of the column y is unknown"));
    check_table(folder.read(odd + rows_of(mass_last, ","), {UnitChoice::model}));
    check_table(folder.read(odd + rows_of(mass_last, ","), {UnitChoice::gadget}), {1 / 4., 1 / 220., 1e10 * mass});
}

TEST_CASE("ids of 64 bits, negative ids and ids that are written as floats are kept apart") {
    const TableFolder folder;
    const auto ids = [&](const std::vector<std::string>& written) {
        std::string text = "pid,x,y,z,mass\n";
        for (std::size_t i = 0; i < written.size(); ++i) text += written[i] + "," + std::to_string(i) + ",0,1,1\n";
        return folder.read(text);
    };
    using Ids = std::vector<std::uint32_t>;
    CHECK(ids({"5.0", "1e1", "1.200000000000000000e+01", "7"}).particles.ids == Ids{5, 7, 10, 12});
    // Ids of 64 bits are replaced by their ranks.
    const ParticleFile wide = ids({"9007199254740993", "9007199254740992", "18446744073709551615", "3"});
    CHECK(wide.particles.ids == Ids{0, 1, 2, 3});
    CHECK(wide.particles.positions[0].x == 3);
    CHECK(wide.particles.positions[1].x == 1);
    CHECK(wide.particles.positions[2].x == 0);
    CHECK(contains(ids({"-5", "-5", "3"}).notes, "1 bodies have the id of another body"));
    for (const char* wrong : {"1.5", "1e30", "a", "", "18446744073709551616"})
        CHECK(folder.error("x,y,z,id\n1,2,3," + std::string{wrong} + "\n") ==
              ":2:7: '" + std::string{wrong} + "' in column id is not an integer of 64 bits");
}

TEST_CASE("a type column divides the bodies into components") {
    const TableFolder folder;
    const ParticleFile file =
        folder.read("x y z mass type id\n1 0 0 1 4 50000000000\n2 0 0 1 1 7\n3 0 0 1 4 3\n4 0 0 1 star 2\n");
    std::string names;
    for (const Component& component : file.particles.components)
        names += full_name(component) + " " + std::to_string(component.count) + "; ";
    CHECK(names == "star 1; type 4 2; type 1 1; ");
    CHECK(file.particles.positions[1].x == 3);
}

TEST_CASE("the option --columns assigns columns to roles by number or name") {
    const TableFolder folder;
    const auto with = [](const std::string& columns) {
        ReadOptions options;
        options.columns = columns;
        return options;
    };
    const std::vector<std::size_t> order{6, 3, 0, 5, 2, 4, 1};
    for (const char* header : {"", "a b c d e f g\n", "x y z vx vy vz mass\n"})
        check_table(folder.read(header + rows_of(order, " "), with("m=2,x=6,y=4,z=1,vx=5,vy=3,vz=0")));
    check_table(folder.read("\"u, 1\" c0 w e d b a\n" + rows_of(order, " "),
                            with("mass=W,x=a,y=d,z=C0,vx=b,vy=e,vz=\"u, 1\"")));
    const ParticleFile some = folder.read("x,y,z,galaxy,mass\n1,2,3,4,5\n", with("galaxy=none,mass=3"));
    CHECK(some.particles.positions[0].w == 4);
    CHECK(some.unused == std::vector<std::string>{"mass"});
    CHECK(some.particles.components[0].galaxy.empty());
    CHECK(folder.error("a,b,c\n1,2,3\n", with("x=0,y=1,z=3"))
              .find("names the column '3', which the table lacks; the columns "
                    "are 0 'a', 1 'b', 2 'c'; assign them") != std::string::npos);
    CHECK(folder.error("a,b,c\n1,2,3\n", with("x=0,y=1")).find("the table lacks the column z") != std::string::npos);
    for (const char* wrong : {"", "x", "x=", "q=1", "x=1,x=2", "x=1,,y=2"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS(parse_column_choices(wrong), std::invalid_argument);
    }
}

TEST_CASE("a table whose columns are not recognized is refused with a list of its columns") {
    const TableFolder folder;
    const std::string how =
        "; assign them, for example by --columns m=3,x=0,y=1,z=2,vx=4,vy=5,vz=6 (numbers from 0 or names)";
    CHECK(folder.error("ra,dec,z\n1,2,3\n") ==
          ":1:1: the header lacks the column x; the columns are 0 'ra', 1 'dec', 2 'z'" + how);
    CHECK(folder.error("1.5 2 3\n") ==
          ":1:1: the 3 columns have no names; the columns are 0 '1.5', 1 '2', 2 '3'" + how);
    CHECK(folder.error("\"x,y,z\n1,2,3\n") == ":1:1: the closing quote is missing in this line");
    const TablePreview preview = preview_of_table(folder.put("x", "ra,dec,z\n1,2,3\n4,5,6\n"), {});
    CHECK(preview.problem.find("lacks the column x") != std::string::npos);
    CHECK(preview.rows == std::vector<std::vector<std::string>>{{"1", "2", "3"}, {"4", "5", "6"}});
    CHECK(preview.layout.columns[0].name == "ra");
    CHECK(preview.layout.columns[2].role == ColumnRole::z);
    CHECK_FALSE(preview.layout.columns[0].role);
    CHECK(preview.layout.separator == ',');
    CHECK(preview.layout.first_row == 2);
}

TEST_CASE("mixed separators and decimal signs are refused with line, column and reason") {
    const TableFolder folder;
    const std::string good = "x,y,z,mass\n1,2,3,4\n";
    CHECK(folder.error(good + "1;2;3;4\n") == ":3:8: the row has 1 fields, but the header names 4 columns");
    CHECK(folder.error(good + "1,2;2,3,4\n") ==
          ":3:3: '2;2' in column y is not a number (the columns are separated by commas, and this field contains ';')");
    CHECK(
        folder.error("1, 2 3 4 5 6 7\n") ==
        ":1:1: '1,' in column mass is not a number (the columns are separated by blanks, and this field contains ',')");
    CHECK(folder.error("x;y;z\n1,5;2;3\n1.5;2;3\n").starts_with(":2:1: '1,5' in column x is not a number"));
    std::string rows = "x;y;z\n";
    for (int i = 0; i < 1000; ++i) rows += "1,5;2;3\n";
    CHECK(folder.error(rows + "1.5;2;3\n") ==
          ":1002:1: '1.5' in column x is not a number (the first rows contain decimal commas)");
    // A header with one name too few does not shift the columns.
    CHECK(folder.error("x,y,z\n1.5,2,3,4\n") == ":2:10: the row has 4 fields, but the header names 3 columns");
}

TEST_CASE("positions far from the origin are passed on in double precision") {
    const TableFolder folder;
    const ParticleFormat& csv = format_of_file(folder.put("x.csv",
                                                          "x,y,z,mass,component\n"
                                                          "100000.123456789,0,0,1,b\n100001.25,1,1,1,a\n"
                                                          "100002.000000001,0,2,1,b\n99999.5,0,0,1,b\n"));
    const ParticleFile far = csv.read(folder / "x.csv", {});
    REQUIRE(far.exact_positions.size() == 4);
    CHECK(far.exact_positions[0].x == 100000.123456789);
    CHECK(far.exact_positions[1].x == 100002.000000001);
    CHECK(far.exact_positions[3] == glm::dvec3(100001.25, 1, 1));
    CHECK(csv.read(folder.put("x.csv", "x,y,z\n1,0,0\n2,1,1\n-3,0,0\n"), {}).exact_positions.empty());
}

TEST_CASE("the sources of columns are listed with their units and factors") {
    const TableFolder folder;
    const ParticleFile file = folder.read("id,x [kpc],y [kpc],z [kpc],mass\n1,2,3,4,5\n2,3,4,5,6\n");
    REQUIRE(file.sources.size() == 3);
    CHECK(file.sources[0].column == "positions");
    CHECK(file.sources[0].from == "column 1 (x [kpc]), 2 (y [kpc]), 3 (z [kpc])");
    CHECK(file.sources[0].unit == "kpc");
    CHECK(file.sources[0].factor == doctest::Approx(0.25));
    CHECK(file.sources[0].note == "by the names of the columns");
    CHECK(file.sources[1].column == "masses");
    CHECK(file.sources[2].from == "column 0 (id)");
    CHECK_FALSE(file.has_velocities);
}

namespace {

// Returns frames of Zstandard (RFC 8878) that store the text without compression, without the library under test.
std::string zstd_frames(const std::string& text) {
    std::string frames;
    for (std::size_t at = 0; at < text.size(); at += 200) {
        const std::string part = text.substr(at, 200);
        const std::size_t block = part.size() << 3 | 1;  // the last block of the frame, stored
        frames += "\x28\xb5\x2f\xfd\x20";                // magic number; the content size is in one byte
        frames += {static_cast<char>(part.size()), static_cast<char>(block & 255), static_cast<char>(block >> 8), '\0'};
        frames += part;
    }
    return frames;
}

}  // namespace

TEST_CASE("tables compressed by Zstandard are read, and damaged compressed tables are refused") {
    const TableFolder folder;
    const std::string names = "x,y,z,vx,vy,vz,mass\n", packed = zstd_frames(names + rows_of(mass_last, ","));
    if (folder.error(packed).find("built without libzstd") != std::string::npos) return;
    check_table(folder.read(packed));
    CHECK(format_of_file(folder / "foreign").name == "csv");
    check_table(folder.read(zstd_frames(rows_of(usual_order, " "))));
    check_table(folder.read(zstd_frames(utf16(names + rows_of(mass_last, ","), false))));
    CHECK(folder.error(packed.substr(0, packed.size() - 5)) == ": cannot be read: unexpected end of file");
    CHECK(folder.error(packed + "\x28\xb5\x2f\xfd\xff").starts_with(": cannot be read: "));
    // Each frame expands 10 bytes to 128 KiB of line ends.
    std::string bomb;
    for (int i = 0; i < 1000; ++i) bomb += std::string("\x28\xb5\x2f\xfd\x00\x38\x03\x00\x10\n", 10);
    CHECK(folder.error(bomb) == ": expands to more than a hundred times its size; the file is not a text table");
}
