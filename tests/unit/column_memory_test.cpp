// A stored assignment of columns must apply only to tables with the stored layout. A damaged file must be ignored.
#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/io/column_memory.hpp"
#include "data/formats/column_assignment.hpp"

using namespace milkomeda;

namespace {

struct Scratch {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("milkomeda-columns-" + std::to_string(getpid()));
    Scratch() { std::filesystem::create_directories(path); }
    ~Scratch() { std::filesystem::remove_all(path); }
    std::filesystem::path put(const std::string& name, const std::string& content) const {
        std::ofstream{path / name} << content;
        return path / name;
    }
    std::string key(const std::string& content) const {
        return layout_key(preview_of_table(put("layout", content), {}).layout);
    }
};

}  // namespace

TEST_CASE("a stored assignment is found by its layout, can be replaced and removed") {
    const Scratch scratch;
    const ColumnMemory memory{scratch.path / "new" / "folder"};
    CHECK(memory.find("a").empty());
    CHECK(memory.keep("a", "x=0,y=1,z=2"));
    CHECK(memory.keep("b", "x=1[kpc],y=2,z=3,mass=none"));
    const ColumnMemory later{scratch.path / "new" / "folder"};
    CHECK(later.find("a") == "x=0,y=1,z=2");
    CHECK(later.find("b") == "x=1[kpc],y=2,z=3,mass=none");
    CHECK(later.keep("a", "x=2,y=1,z=0"));
    CHECK(later.find("a") == "x=2,y=1,z=0");
    CHECK(later.keep("a", ""));
    CHECK(later.find("a").empty());
    CHECK_FALSE(later.find("b").empty());
}

TEST_CASE("without a folder of settings, no assignment is stored") {
    const ColumnMemory memory{std::nullopt};
    CHECK_FALSE(memory.keep("a", "x=0"));
    CHECK(memory.find("a").empty());
}

TEST_CASE("the memory drops the oldest assignment when it is full") {
    const Scratch scratch;
    const ColumnMemory memory{scratch.path};
    for (std::size_t i = 0; i <= ColumnMemory::most; ++i) memory.keep(std::to_string(i), "x=0,y=1,z=2");
    CHECK(memory.find("0").empty());
    CHECK(memory.find("1") == "x=0,y=1,z=2");
    CHECK(memory.find(std::to_string(ColumnMemory::most)) == "x=0,y=1,z=2");
}

TEST_CASE("a damaged file stores no assignment, and the next assignment replaces it") {
    const Scratch scratch;
    const ColumnMemory memory{scratch.path};
    for (const char* content : {"", "[]", "{\"a\": ", "{\"a\": 3}", "{\"a\": \"q=1\"}", "{\"a\": {\"x\": 1}}"}) {
        CAPTURE(content);
        scratch.put("columns.json", content);
        CHECK(memory.find("a").empty());
        CHECK(memory.keep("a", "x=0,y=1,z=2"));
        CHECK(memory.find("a") == "x=0,y=1,z=2");
    }
}

TEST_CASE("the layout of a table depends on the names, number and separator of its columns, not on its rows") {
    const Scratch scratch;
    const std::string key = scratch.key("ra,dec,z\n1,2,3\n");
    CHECK(key == "3 columns separated by commas: ra, dec, z");
    CHECK(scratch.key("# time 3\nra,dec,z\n7,8,9\n5,5,5\n") == key);
    CHECK(scratch.key("ra;dec;z\n1;2;3\n") != key);
    CHECK(scratch.key("ra,dec,w\n1,2,3\n") != key);
    CHECK(scratch.key("ra,dec,z,w\n1,2,3,4\n") != key);
    CHECK(scratch.key("1.5 2 3\n") == "3 columns separated by blanks");
}

TEST_CASE("an edited assignment reports the missing columns, and the reader accepts its text as column choices") {
    const Scratch scratch;
    const std::filesystem::path file = scratch.put("odd.csv", "who,a,b,c,m\nada,1,2,3,5\nbob,4,5,6,7\n");
    ColumnAssignment assignment{file, {}};
    CHECK(assignment.reason() == "the header lacks the column x");
    CHECK(assignment.fault() == "Assign x, y and z");
    assignment.set_role(1, ColumnRole::x);
    assignment.set_role(3, ColumnRole::y);
    CHECK(assignment.fault() == "Assign z");
    assignment.set_role(0, ColumnRole::z);
    CHECK(assignment.fault() == "Choose another column for z: 'ada' in column 0 is not a number");
    assignment.set_role(2, ColumnRole::z);
    CHECK(assignment.fault().empty());
    CHECK(assignment.text() == "m=4,x=1,y=3,z=2");
    CHECK(assignment.remark() == "Without vx, vy and vz, these velocities are 0");
    assignment.set_unit(1, "kpc");
    assignment.set_role(4, std::nullopt);
    CHECK(assignment.text() == "m=none,x=1[kpc],y=3,z=2");

    ReadOptions options;
    options.columns = assignment.text();
    const TableLayout layout = preview_of_table(file, options).layout;
    CHECK(layout.columns[1].role == ColumnRole::x);
    CHECK(layout.columns[1].factor == doctest::Approx(0.25));
    CHECK(layout.columns[3].factor == 1);
    CHECK_FALSE(layout.columns[4].role);
    CHECK(ColumnAssignment{file, options}.text() == assignment.text());
}

TEST_CASE("columns with negative numbers cannot be masses, and no role is proposed for columns without names") {
    const Scratch scratch;
    ColumnAssignment assignment{scratch.put("last.txt", "-1 2 3 4 5 6 7\n-1 2 3 4 5 6 7\n"), {}};
    CHECK(assignment.text().empty());
    CHECK(assignment.fault() == "Assign x, y and z");
    assignment.set_role(1, ColumnRole::x);
    assignment.set_role(2, ColumnRole::y);
    assignment.set_role(3, ColumnRole::z);
    assignment.set_role(0, ColumnRole::mass);
    CHECK(assignment.fault() == "Choose another column for mass: '-1' in column 0 is negative");
    assignment.set_role(6, ColumnRole::mass);
    CHECK(assignment.fault().empty());
}

TEST_CASE("an assignment of recognized columns is empty until the user changes it") {
    const Scratch scratch;
    const std::filesystem::path file = scratch.put("good.csv", "x [kpc],y [kpc],z [kpc],mass\n4,8,0,1\n");
    ColumnAssignment assignment{file, {}};
    CHECK(assignment.reason().empty());
    CHECK(assignment.text().empty());
    CHECK(assignment.fault().empty());
    assignment.set_unit(0, "model");
    CHECK(assignment.text() == "m=3,x=0[model],y=1,z=2");
    assignment.set_unit(0, "");
    CHECK(assignment.text().empty());
    assignment.set_role(1, ColumnRole::x);  // the column 0 loses its role
    CHECK(assignment.fault() == "Assign y");
}
