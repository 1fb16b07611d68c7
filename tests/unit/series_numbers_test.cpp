#include "data/series/series_numbers.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

using namespace milkomeda;
namespace fs = std::filesystem;

namespace {

class SeriesFolder {
  public:
    SeriesFolder() : path_{fs::temp_directory_path() / ("milkomeda series " + std::to_string(getpid()))} {
        fs::create_directories(path_);
    }
    ~SeriesFolder() { fs::remove_all(path_); }
    fs::path put(const std::string& name) const {
        std::ofstream{path_ / name} << "1 0 0 0 0 0 0\n";
        return path_ / name;
    }

  private:
    fs::path path_;
};

std::string missing(const std::vector<std::string>& names) {
    std::vector<SeriesFile> files;
    for (const std::string& name : names) files.push_back({fs::path{"run"} / name, std::nullopt});
    return missing_files(files);
}

}  // namespace

TEST_CASE("files whose names differ only in their last number form a series") {
    const SeriesFolder folder;
    const fs::path first = folder.put("snap1_008.hdf5"), second = folder.put("snap1_009.hdf5");
    CHECK(series_of(first)->filename() == "snap1_%d.hdf5");
    CHECK(series_of(second)->parent_path() == second.parent_path());
    CHECK(is_series(*series_of(first)));
    CHECK(find_series(*series_of(first)).size() == 2);
}

TEST_CASE("a number in a file extension is the number of a series only if the extension is not a format") {
    const SeriesFolder folder;
    for (const char* name : {"a_1.tab.gz", "a_2.tab.gz", "run.00001", "run.00002", "snapshot_7", "snapshot_8"})
        folder.put(name);
    CHECK(series_of(folder.put("a_3.tab.gz"))->filename() == "a_%d.tab.gz");
    CHECK(series_of(folder.put("run.00128"))->filename() == "run.%d");
    CHECK(series_of(folder.put("snapshot_9"))->filename() == "snapshot_%d");
    CHECK_FALSE(series_of(folder.put("a.hdf5")));
}

TEST_CASE("a single file is not a series") {
    const SeriesFolder folder;
    CHECK_FALSE(series_of(folder.put("snap_001.tab")));
    folder.put("other_002.tab");
    folder.put("snap_002.csv");
    CHECK_FALSE(series_of(folder.put("snap_001.tab")));
    CHECK_FALSE(series_of("/nowhere/snap_001.tab"));
    folder.put("100%d_2.tab");
    // A pattern made from this name would also match files that do not belong to the series.
    CHECK_FALSE(series_of(folder.put("100%d_1.tab")));
}

TEST_CASE("the message about missing files of a series gives their number and first name") {
    CHECK(missing({"s_000.nemo", "s_001.nemo", "s_003.nemo"}) ==
          "s_002.nemo is missing; the motion between s_001.nemo and s_003.nemo is interpolated");
    CHECK(missing({"s_8.nemo", "s_9.nemo", "s_12.nemo", "s_13.nemo"})
              .starts_with("2 snapshots are missing, the first of them s_10.nemo"));
    CHECK(missing({"s_000.nemo", "s_010.nemo", "s_030.nemo", "s_040.nemo"}).starts_with("s_020.nemo is missing"));
}

TEST_CASE("a series numbered in regular steps has no missing files, and irregular numbers cause no message") {
    CHECK(missing({"s_0.nemo"}).empty());
    CHECK(missing({"s_0.nemo", "s_10.nemo", "s_20.nemo"}).empty());
    CHECK(missing({"a.nemo", "b.nemo"}).empty());
    CHECK(missing({"a_1.nemo", "b_3.nemo"}).empty());
    CHECK(missing({"s_1.nemo", "s_2.nemo", "s_1000.nemo"}).empty());
    CHECK(missing({"s_2.nemo", "s_1.nemo", "s_4.nemo"}).empty());
}
