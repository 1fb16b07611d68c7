#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

#include <doctest/doctest.h>

#include <array>

#include "data/text/text_number.hpp"

using namespace milkomeda;

using Parts = std::vector<std::string>;

TEST_CASE("split() cuts a text at every separator and keeps empty parts") {
    CHECK(split("a,b,c", ',') == Parts{"a", "b", "c"});
    CHECK(split("one", ',') == Parts{"one"});
    CHECK(split(",a,,", ',') == Parts{"", "a", "", ""});
    CHECK(split("", ',') == Parts{""});
    CHECK(split("a, b", ';') == Parts{"a, b"});
}

TEST_CASE("join() puts a separator between parts") {
    CHECK(join(Parts{"a", "b", "c"}) == "a, b, c");
    CHECK(join(Parts{"one"}) == "one");
    CHECK(join(Parts{}).empty());
    CHECK(join(Parts{"", "a", ""}) == ", a, ");
    CHECK(join(Parts{"a", "b"}, {}, ";") == "a;b");
    CHECK(join(split("a,,b,", ','), {}, ",") == "a,,b,");
}

TEST_CASE("join() accepts a member or a function that returns the text of each element") {
    struct Fruit {
        std::string name;
        int grams;
    };
    const std::array<Fruit, 2> fruits{{{"apple", 150}, {"pear", 200}}};
    CHECK(join(fruits, &Fruit::name) == "apple, pear");
    CHECK(join(
              fruits, [](const Fruit& fruit) { return std::to_string(fruit.grams); }, " + ") == "150 + 200");
}

TEST_CASE("count_text() separates thousands") {
    CHECK(count_text(0) == "0");
    CHECK(count_text(999) == "999");
    CHECK(count_text(8192) == "8,192");
    CHECK(count_text(1'048'576) == "1,048,576");
}

TEST_CASE("quoted() shortens a text and replaces characters that cannot be printed") {
    CHECK(quoted("0,5") == "'0,5'");
    CHECK(quoted("") == "''");
    CHECK(quoted("a\tb\x7f\xc3\xa4") == "'a?b?\?\?'");
    CHECK(milkomeda::quoted(std::string(24, 'x')) == "'" + std::string(24, 'x') + "'");
    CHECK(milkomeda::quoted(std::string(25, 'x')) == "'" + std::string(24, 'x') + "...'");
}

TEST_CASE("a rounded number has the requested number of significant digits and no exponent above 1") {
    CHECK(rounded_number(0, 3) == "0");
    CHECK(rounded_number(0.012345, 3) == "0.0123");
    CHECK(rounded_number(12.345, 3) == "12.3");
    CHECK(rounded_number(999.4, 3) == "999");
    CHECK(rounded_number(999.6, 3) == "1000");
    CHECK(rounded_number(81'920, 2) == "81920");
}
