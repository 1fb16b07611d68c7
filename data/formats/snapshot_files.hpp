// Snapshots that consist of several files. Programs divide a large snapshot into parts, for example snap_007.0.hdf5 and
// snap_007.1.hdf5, often in a folder such as snapdir_007. SWIFT adds a virtual file, snap_007.hdf5, whose data sets
// refer to the data sets of the parts.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

// Name of a part, divided at the number of the part: "snap_007.", "1" and ".hdf5".
struct PartName {
    std::string before, number, after;
};
// Returns an empty optional if the file name does not have the form of a part's name.
std::optional<PartName> part_name(const std::filesystem::path& file);

struct SnapshotFiles {
    std::vector<std::filesystem::path> read;    // files to read: the parts in the order of their numbers, or one file
    std::vector<std::filesystem::path> behind;  // parts whose numbers are read through a virtual file
};

// Returns the files of the snapshot to which `file` belongs. `file` is a particle file, a part, or a folder that
// contains one snapshot. Reads the header of a file only if its name has the form of a part's name. Throws FileError
// if a part is missing, or if the folder contains several snapshots or none.
SnapshotFiles snapshot_files(const std::filesystem::path& file);

// Returns at most `most` snapshots of a folder, sorted by name. Finds snapshots of the formats that can consist of
// several files, and ignores all other files. Throws FileError.
std::vector<SnapshotFiles> snapshots_in(const std::filesystem::path& folder,
                                        std::size_t most = std::numeric_limits<std::size_t>::max());

// Returns true if file name `a` sorts before file name `b`. Numbers in names are compared by value: 9 before 10.
bool is_before_by_number(const std::string& a, const std::string& b);

}  // namespace milkomeda
