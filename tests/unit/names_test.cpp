#include "data/base/names.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "data/base/range.hpp"

namespace milkomeda {
namespace {

enum class Fruit { apple, pear, quince };
enum class Nameless { one };

}  // namespace

template <>
inline constexpr std::array<std::string_view, 3> names<Fruit>{"apple", "pear", "quince"};

static_assert(Named<Fruit> && !Named<Nameless>);

TEST_CASE("every value of a named enumeration has a name and is found by its name") {
    CHECK(name_of(Fruit::apple) == "apple");
    CHECK(name_of(Fruit::quince) == "quince");
    CHECK(value_named<Fruit>("apple") == Fruit::apple);
    CHECK(value_named<Fruit>("quince") == Fruit::quince);
}

TEST_CASE("only the complete, exactly spelled name finds an enumeration value") {
    for (const char* const other : {"", "Apple", "app", "apples", " pear"}) {
        CAPTURE(other);
        CHECK_FALSE(value_named<Fruit>(other).has_value());
    }
}

TEST_CASE("next() cycles through an enumeration: the first value follows the last value") {
    CHECK(next(Fruit::apple) == Fruit::pear);
    CHECK(next(Fruit::quince) == Fruit::apple);
}

TEST_CASE("a range contains its ends and all numbers between its ends, but not NaN") {
    constexpr Range range{-1, 2.5};
    for (const double inside : {-1.0, 0.0, 2.5}) CHECK(range.contains(inside));
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double outside : {-1.01, 2.51, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
        CAPTURE(outside);
        CHECK_FALSE(range.contains(outside));
    }
}

}  // namespace milkomeda
