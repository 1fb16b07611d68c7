#include "data/formats/user_data.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <string>

using namespace milkomeda;

namespace {

// This temporary folder is the home folder of the user.
struct Home {
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("milkomeda-home-" + std::to_string(getpid()));

    Home() {
        std::filesystem::create_directories(folder);
        setenv("HOME", folder.c_str(), 1);
        unsetenv("XDG_DATA_HOME");
    }
    ~Home() { std::filesystem::remove_all(folder); }

    std::filesystem::path put(const std::string& name) const {
        std::filesystem::create_directories((folder / name).parent_path());
        std::ofstream(folder / name) << "1 0 0 0 0 0 0\n";
        return folder / name;
    }
};

}  // namespace

TEST_CASE("a downloaded table is found by its name") {
    const Home home;
    CHECK_FALSE(find_user_data("dubinski"));
    const auto packed = home.put(".local/share/milkomeda/dubinski.tab.gz");
    CHECK(find_user_data("dubinski") == packed);
    const auto plain = home.put(".local/share/milkomeda/dubinski.tab");
    CHECK(find_user_data("dubinski") == plain);
    CHECK_FALSE(find_user_data("antennae"));
}

TEST_CASE("XDG_DATA_HOME determines the folder of downloaded tables unless it is a relative path") {
    const Home home;
    const auto usual = home.put(".local/share/milkomeda/dubinski.tab");
    const auto moved = home.put("elsewhere/milkomeda/dubinski.tab");
    setenv("XDG_DATA_HOME", (home.folder / "elsewhere").c_str(), 1);
    CHECK(find_user_data("dubinski") == moved);
    for (const char* ignored : {"", "elsewhere"}) {
        setenv("XDG_DATA_HOME", ignored, 1);
        CHECK(find_user_data("dubinski") == usual);
    }
}

TEST_CASE("a table name may not be a path, and a folder is not a table") {
    const Home home;
    home.put(".local/share/secret.tab");
    home.put(".local/share/milkomeda/other.tab");
    CHECK_FALSE(find_user_data("../secret"));
    CHECK_FALSE(find_user_data(""));
    std::filesystem::create_directories(home.folder / ".local/share/milkomeda/dubinski.tab");
    CHECK_FALSE(find_user_data("dubinski"));
    unsetenv("HOME");
    CHECK_FALSE(find_user_data("dubinski"));
}
