#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/ui/folder_listing.hpp"
#include "app/ui/recent_sources.hpp"
#include "data/text/text_number.hpp"

using namespace milkomeda;

namespace {

namespace fs = std::filesystem;

class LockableFolder {
  public:
    LockableFolder() {
        std::string name = fs::temp_directory_path() / "milkomeda-files-XXXXXX";
        path_ = mkdtemp(name.data());
    }
    ~LockableFolder() {
        fs::permissions(path_ / "locked", fs::perms::owner_all, ignored_);
        fs::remove_all(path_);
    }
    const fs::path& path() const { return path_; }
    void put(const std::string& name, std::size_t bytes = 1) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream{path_ / name} << std::string(bytes, 'x');
    }

  private:
    fs::path path_;
    std::error_code ignored_;
};

std::vector<std::string> names_of(const FolderListing& listing) {
    std::vector<std::string> list;
    for (const FolderEntry& entry : listing.entries) list.push_back(entry.name);
    return list;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the file dialog lists subfolders first and sorts numbers in names by value") {
    const LockableFolder folder;
    for (const char* name : {"snap_10.hdf5", "snap_9.hdf5", "Zoo.tab", "apes.csv.gz", "scene.toml", "photo.png",
                             ".hidden.tab", "runs/x.tab", "Old/x.tab", "snap_003"})
        folder.put(name);
    CHECK(names_of(list_folder(folder.path(), false, FileOrder::name)) == Names{"..", "Old", "runs", "apes.csv.gz",
                                                                                "scene.toml", "snap_003", "snap_9.hdf5",
                                                                                "snap_10.hdf5", "Zoo.tab"});
    CHECK(names_of(list_folder(folder.path(), true, FileOrder::name)) ==
          Names{"..", "Old", "runs", ".hidden.tab", "apes.csv.gz", "photo.png", "scene.toml", "snap_003", "snap_9.hdf5",
                "snap_10.hdf5", "Zoo.tab"});
    CHECK(names_of(list_folder("/", false, FileOrder::name)).front() != "..");
}

TEST_CASE("the file dialog can sort files by size and by age") {
    const LockableFolder folder;
    folder.put("small.tab", 10), folder.put("large.tab", 1000), folder.put("middle.tab", 100);
    const auto now = fs::last_write_time(folder.path() / "large.tab");
    fs::last_write_time(folder.path() / "small.tab", now - std::chrono::hours{1});
    fs::last_write_time(folder.path() / "middle.tab", now - std::chrono::hours{2});
    CHECK(names_of(list_folder(folder.path(), false, FileOrder::largest)) ==
          Names{"..", "large.tab", "middle.tab", "small.tab"});
    CHECK(names_of(list_folder(folder.path(), false, FileOrder::newest)) ==
          Names{"..", "large.tab", "small.tab", "middle.tab"});
}

TEST_CASE("the file dialog shows the reason for an unreadable folder and an entry that leads to its parent") {
    const LockableFolder folder;
    const FolderListing none = list_folder(folder.path() / "none", false, FileOrder::name);
    CHECK(names_of(none) == Names{".."});
    CHECK(none.trouble == (folder.path() / "none").string() + " cannot be read: No such file or directory");
    if (geteuid() == 0) return;  // The user root may read every folder.
    fs::create_directory(folder.path() / "locked");
    fs::permissions(folder.path() / "locked", fs::perms::none);
    const FolderListing locked = list_folder(folder.path() / "locked", false, FileOrder::name);
    CHECK(locked.trouble == (folder.path() / "locked").string() + " cannot be read: Permission denied");
}

TEST_CASE("the file dialog completes a typed name as far as all matching names agree") {
    const LockableFolder folder;
    for (const char* name : {"snap_1.hdf5", "snap_2.hdf5", "stars.tab", "runs/deep/x.tab", "grün.tab", "grük.tab"})
        folder.put(name);
    const auto complete = [&](const char* typed) { return completed(folder.path(), typed, false); };
    CHECK(complete("sn") == "snap_");
    CHECK(complete("snap_1") == "snap_1.hdf5");
    CHECK(complete("s") == "s");
    CHECK(complete("") == "");
    CHECK(complete("r") == "runs/");
    CHECK(complete("runs/d") == "runs/deep/");
    CHECK(complete("runs/deep/") == "runs/deep/x.tab");
    CHECK(complete("nothing") == "nothing");
    CHECK(complete("none/x") == "none/x");
    CHECK(complete("gr") == "grü");
    // These names differ only in the second byte of a UTF-8 character, so the completion ends before this character.
    folder.put("gruß.tab"), folder.put("gruà.tab");
    CHECK(complete("gru") == "gru");
    const std::string whole = (folder.path() / "stars.t").string();
    CHECK(completed("/", whole, false) == whole + "ab");
}

TEST_CASE("typed paths may be relative, absolute, or begin with ~ as in a shell") {
    CHECK(path_typed("/a/b", "c") == "/a/b/c");
    CHECK(path_typed("/a/b", "../c") == "/a/c");
    CHECK(path_typed("/a/b", "/c") == "/c");
    const fs::path home = getenv("HOME") ? getenv("HOME") : "";
    if (home.empty()) return;
    CHECK(path_typed("/a/b", "~") == (home / "").lexically_normal());
    CHECK(path_typed("/a/b", "~/c") == home / "c");
}

TEST_CASE("typing the beginning of a name selects the first matching entry, ignoring case") {
    const std::vector<FolderEntry> entries{{.name = ".."}, {.name = "Runs"}, {.name = "stars.tab"}};
    CHECK(first_match(entries, "r") == 1);
    CHECK(first_match(entries, "STARS") == 2);
    CHECK(first_match(entries, "x") == 3);
}

TEST_CASE("file sizes are written with few digits and a unit") {
    CHECK(size_text(0) == "0 B");
    CHECK(size_text(999) == "999 B");
    CHECK(size_text(1000) == "1.0 kB");
    CHECK(size_text(99'960) == "100 kB");
    CHECK(size_text(999'600) == "1.0 MB");
    CHECK(size_text(12'345'678'901) == "12 GB");
}

TEST_CASE("the last ten sources are remembered without duplicates, newest first") {
    RecentSources recent;
    for (int i = 0; i < 12; ++i) recent.add("scene " + std::to_string(i));
    CHECK(recent.list().size() == RecentSources::most);
    CHECK(recent.list().front() == "scene 11");
    CHECK(recent.list().back() == "scene 2");
    recent.add(recent.list().back());
    CHECK(recent.list().size() == RecentSources::most);
    CHECK(recent.list().front() == "scene 2");
    CHECK(recent.list().back() == "scene 3");
    recent.add("scene 7");
    CHECK(recent.list().size() == RecentSources::most);
    CHECK(std::ranges::count(recent.list(), "scene 7") == 1);
    recent.clear();
    CHECK(recent.list().empty());
}

TEST_CASE("recent files are stored with their absolute path, and their existence is checked at this path") {
    const LockableFolder folder;
    folder.put("stars.tab"), folder.put("run/snap_001.hdf5");
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    const fs::path here = fs::current_path();  // The path is read back, because the system has resolved symbolic links.
    CHECK(lasting_name("stars.tab") == (here / "stars.tab").string());
    CHECK(lasting_name("run/snap_%03d.hdf5") == (here / "run/snap_%03d.hdf5").string());
    CHECK(lasting_name("mice") == "mice");
    fs::current_path(before);
    CHECK(is_file_there((here / "stars.tab").string()));
    CHECK(is_file_there((here / "run/snap_%03d.hdf5").string()));
    CHECK_FALSE(is_file_there((here / "gone.tab").string()));
    CHECK_FALSE(is_file_there((here / "gone/snap_%03d.hdf5").string()));
}
