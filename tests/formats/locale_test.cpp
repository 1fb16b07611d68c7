// Numbers in files must have a decimal point even if the locale uses a decimal comma.
#include <doctest/doctest.h>

#include <clocale>
#include <locale>

#include "assets/assets.hpp"
#include "data/base/units.hpp"
#include "data/scene/scene.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

// Sets a locale with a decimal comma for C++ streams and, if such a locale is installed, also for C functions.
class CommaLocale {
  public:
    CommaLocale() : before_(std::locale::global(std::locale(std::locale::classic(), new Comma))) {
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8", "de_DE", "es_ES.UTF-8"})
            if (std::setlocale(LC_ALL, name)) return;
        MESSAGE("no locale with a decimal comma is installed: the test covers C++ streams only");
    }
    ~CommaLocale() {
        std::setlocale(LC_ALL, "C");
        std::locale::global(before_);
    }

  private:
    std::locale before_;
};

}  // namespace

TEST_CASE("particle files are read and written identically in every locale") {
    const TemporaryFolder folder;
    const std::string text = "0.5 1234.5 -2.25 1e-05 0 1e+10 7\n";
    const CommaLocale locale;
    const ParticleSet particles = read_particles(folder.put("point.tab", text));
    CHECK(particles.positions[0].w == 0.5f);
    CHECK(particles.positions[0].x == 1234.5f);
    write_particles(folder / "written.tab", particles);
    CHECK(content_of(folder / "written.tab") == text);
    CHECK(refusal(folder.put("comma.tab", "0,5 1.5 2 3 4 5 6\n")) ==
          (folder / "comma.tab").string() +
              ":1:1: '0,5' in column mass is not a number (the columns are separated by blanks, and this field "
              "contains ',')");
    CHECK(refusal(folder.put("many.tab", "1 2 3 4 5 6 7\n1 2 3 4 5 6 7 8\n")).find(":2:15: ") != std::string::npos);
}

TEST_CASE("times and scene files are read and written identically in every locale") {
    const CommaLocale locale;
    const TemporaryFolder folder;
    CHECK(parse_time("1.5") == 1.5);
    CHECK_THROWS(parse_time("1,5"));
    CHECK(format_time(70.3) == "1.25 Gyr");
    CHECK(format_time(1e6) == "17780.00 Gyr");
    const auto file = folder.put("own.toml", "title = 't'\n[galaxy.a.stars]\nprofile = 'plummer'\nmass = 0.5");
    const Scene scene = load_scene(file.string(), Assets{}, {{"simulation.timestep", "0.01"}});
    CHECK(scene.simulation.timestep == 0.01);
    CHECK(scene.galaxies[0].model.stars->mass == 0.5);
}
