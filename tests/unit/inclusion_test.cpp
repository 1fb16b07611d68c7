#include "data/base/inclusion.hpp"

#include <doctest/doctest.h>

#include <map>
#include <stdexcept>

using namespace milkomeda;

namespace {

ReadAsset files(const std::map<std::string, std::string, std::less<>>& texts) {
    return [texts](std::string_view name) {
        const auto found = texts.find(name);
        if (found == texts.end()) throw std::runtime_error("no file " + std::string{name});
        return found->second;
    };
}

}  // namespace

TEST_CASE("a source without #include is unchanged except for a missing final line end") {
    const ReadAsset read = files({{"a.cl", "one\n\ntwo\n"}, {"cut.cl", "no end of the line"}});
    CHECK(read_with_includes(read, "a.cl", LineDirective::with_file) == "one\n\ntwo\n");
    CHECK(read_with_includes(read, "cut.cl", LineDirective::with_file) == "no end of the line\n");
}

TEST_CASE("an included file replaces its #include line, and the following lines keep their file name and line number") {
    const ReadAsset read = files({{"a.cl", "one\n#include \"b/c.h\"\nthree\n"}, {"b/c.h", "c\n"}});
    CHECK(read_with_includes(read, "a.cl", LineDirective::with_file) == "one\nc\n#line 3 \"a.cl\"\nthree\n");
    CHECK(read_with_includes(read, "a.cl", LineDirective::without_file) == "one\nc\n#line 3\nthree\n");
}

TEST_CASE("kernel includes may be nested, and each file is included once") {
    const ReadAsset read = files(
        {{"a", "#include \"b\"\n#include \"c\"\na\n"}, {"b", "#include \"c\"\nb\n"}, {"c", "#include \"a\"\nc\n"}});
    CHECK(read_with_includes(read, "a", LineDirective::with_file) ==
          "#line 2 \"c\"\nc\n#line 2 \"b\"\nb\n#line 2 \"a\"\n#line 3 \"a\"\na\n");
}

TEST_CASE("several kernel sources are concatenated with their names, and shared includes appear once") {
    const ReadAsset read = files({{"a", "#include \"c\"\na\n"}, {"b", "#include \"c\"\nb\n"}, {"c", "c\n"}});
    const std::string names[] = {"a", "b"};
    CHECK(read_with_includes(read, names, LineDirective::with_file) ==
          "#line 1 \"a\"\nc\n#line 2 \"a\"\na\n#line 1 \"b\"\n#line 2 \"b\"\nb\n");
}

TEST_CASE("a missing source file is named in the error, even if another file includes it") {
    const ReadAsset read = files({{"a", "one\n#include \"lost.h\"\n"}});
    CHECK_THROWS_WITH_AS(read_with_includes(read, "lost.cl", LineDirective::with_file), "no file lost.cl",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(read_with_includes(read, "a", LineDirective::with_file), "no file lost.h", std::runtime_error);
}
