// Columns, numbers and texts by name in one file that knows whether it is whole: HDF5 behind a head of 512
// bytes (its "user block"), a text that says what the file is, how long, and its CRC-32. A file that was cut
// or changed is refused before HDF5's library sees it. Names are "Group/Name".
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/files/atomic_file.hpp"
#include "data/files/binary_file.hpp"
#include "data/files/file_head.hpp"

namespace milkomeda {

// Rows of so many numbers.
struct ColumnForm {
    std::string name;
    NumberType type = NumberType::float32;
    std::size_t width = 1;

    std::size_t row_bytes() const { return width * size_of(type); }
};

struct ArchivedColumn {
    ColumnForm form;
    std::span<const std::byte> bytes;
};

struct ArchiveContent {
    std::vector<ArchivedColumn> columns;
    std::map<std::string, double> numbers;
    std::map<std::string, std::string> texts;
};

// What is asked for, and what there is of it.
struct ArchiveRequest {
    std::vector<ColumnForm> columns;
    std::vector<std::string> numbers, texts;
};
struct ArchiveResult {
    std::map<std::string, std::vector<std::byte>> columns;
    std::map<std::string, double> numbers;
    std::map<std::string, std::string> texts;
};

// What makes a file one of this kind: the head, which comes last, and what is refused before HDF5's library
// sees it. Both are for who writes or reads the HDF5 behind it in his own way; `checksum`: of all bytes.
inline constexpr std::size_t archive_head_bytes = 512;
void seal_archive(int descriptor, std::string_view kind, bool checksum = true);  // throws std::runtime_error
void require_intact_archive(const std::filesystem::path& file, std::string_view kind, bool checksum = true);

// A file of this kind ("Milkomeda state")?
bool looks_like_archive(const FileHead& head, std::string_view kind);

// The file stands there whole, and outlives a power cut, when this returns the name that it has in the end.
// Throws FileError.
std::filesystem::path write_archive(const std::filesystem::path& file, std::string_view kind,
                                    const ArchiveContent& content, Existing existing = Existing::replaced);

// Throws FileError with one line for a file that is none, cut, damaged, of a later version, or makes no
// sense. `whole`: looks at all of it, for damage.
ArchiveResult read_archive(const std::filesystem::path& file, std::string_view kind,
                           const ArchiveRequest& question, bool whole = true);

}  // namespace milkomeda
