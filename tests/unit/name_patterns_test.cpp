#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "app/io/output_file.hpp"
#include "data/series/series.hpp"
#include "data/system/unused_name.hpp"

using namespace milkomeda;
namespace fs = std::filesystem;

namespace {

struct PatternFolder {
    fs::path path = fs::temp_directory_path() / ("milkomeda patterns " + std::to_string(getpid()));
    PatternFolder() { fs::create_directories(path); }
    ~PatternFolder() { fs::remove_all(path); }
};

// Returns the file names among `names` that match the pattern.
std::vector<std::string> found(const std::vector<std::string>& names, const std::string& pattern) {
    const PatternFolder folder;
    for (const std::string& name : names) std::ofstream{folder.path / name} << "1 0 0 0 0 0 0\n";
    std::vector<std::string> result;
    try {
        for (const SeriesFile& file : find_series(folder.path / pattern, {}))
            result.push_back(file.path.filename().string());
    } catch (const FileError&) {  // find_series() throws if no name matches.
    }
    return result;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("wildcards in file names match as in a shell, and %d matches any number") {
    const Names names{"a.tab", "a1.tab", "a12.tab", "ab.tab", "b1.tab"};
    CHECK(found(names, "a*.tab") == Names{"a.tab", "a1.tab", "a12.tab", "ab.tab"});
    CHECK(found(names, "a?.tab") == Names{"a1.tab", "ab.tab"});
    CHECK(found(names, "a%d.tab") == Names{"a1.tab", "a12.tab"});
    CHECK(found(names, "a%05d.tab") == Names{"a1.tab", "a12.tab"});
    CHECK(found(names, "*%d.*") == Names{"a1.tab", "a12.tab", "b1.tab"});
    CHECK(found(names, "**.tab").size() == 5);
    CHECK(found(names, "*").size() == 5);
    CHECK(found(names, "a%d").empty());
    CHECK(found(names, "?").empty());
    // The number that %d matches must leave the last digit to the remaining pattern.
    CHECK(found({"x11.tab"}, "x%d1.tab") == Names{"x11.tab"});
    CHECK(found({"x1.tab"}, "x%d1.tab").empty());
}

TEST_CASE("file patterns with many wildcards are matched quickly") {
    std::string pattern;
    for (int i = 0; i < 60; ++i) pattern += "*a";
    // Trying every possible choice of 60 out of 200 letters would take longer than any test may last.
    CHECK(found({std::string(200, 'a')}, pattern + "b").empty());
    CHECK(found({std::string(200, '1')}, "%d%d%d%d%d%d%d%d%d%d%d%d%d%d%dx").empty());
}

TEST_CASE("the last %d of a file pattern stands for the number of a file, also in names of 100,000 characters") {
    CHECK(FilePattern::matches("frames-%05d.png"));
    CHECK(FilePattern::matches("%d"));
    CHECK_FALSE(FilePattern::matches("100%.png"));
    CHECK_FALSE(FilePattern::matches("%s-%12d.png"));
    CHECK(FilePattern{"a%d-%03d.png"}.path(7) == "a%d-007.png");
    CHECK(FilePattern{"x%d%%.png"}.path(7) == "x7%%.png");
    CHECK(FilePattern{"x%5d"}.path(12) == "x00012");
    CHECK(FilePattern::matches(std::string(100'000, 'a') + "%d"));
    CHECK_FALSE(FilePattern::matches(std::string(100'000, '%')));
    CHECK_FALSE(FilePattern::matches("runs%d/frames.png"));
    CHECK(FilePattern{"runs%d/x-%d.png"}.path(7) == "runs%d/x-7.png");
    CHECK(FilePattern::numbered("runs%d/x.tab").path(7) == "runs%d/x-00007.tab");
}

TEST_CASE("the notes of a picture series have their own file name") {
    const auto notes = [](const char* series) { return FilePattern{series}.without_number(".json"); };
    CHECK(notes("run-%05d.png") == "run.json");
    CHECK(notes("run%05d.png") == "run.json");
    CHECK(notes("a/%05d.png") == "a/frames.json");
    CHECK(notes("%05d-left.png") == "frames-left.json");
    CHECK(notes("run-%05d-right.png") == "run-right.json");
    CHECK(notes("run_%05d.png") == "run_.json");
    CHECK(notes("run.%05d.png") == "run..json");
}

TEST_CASE("a file name with an appended number stays within the length limit of file names") {
    const PatternFolder folder;
    const std::string longest(251, 'a');
    std::ofstream{folder.path / (longest + ".mp4")} << "old";
    CHECK(unused_name(folder.path / (longest + ".mp4")).filename() == longest.substr(2) + "-2.mp4");
    std::string umlauts;
    while (umlauts.size() < 250) umlauts += "ä";
    std::ofstream{folder.path / (umlauts + ".mp4")} << "old";
    CHECK(unused_name(folder.path / (umlauts + ".mp4")).filename() == umlauts.substr(2) + "-2.mp4");
}
