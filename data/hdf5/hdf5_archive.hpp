// Archive file of named columns, numbers and texts that can detect damage. The file is HDF5 after a 512-byte
// head (the HDF5 "user block"), which holds the kind, length and CRC-32 of the file. Truncated or modified
// files are rejected before the HDF5 library opens them. Names have the form "Group/Name".
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/files/binary_file.hpp"
#include "data/files/file_head.hpp"
#include "data/system/atomic_file.hpp"

namespace milkomeda {

// Type and shape of a column: `width` numbers per row.
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

// Names of the entries to read from an archive (ArchiveRequest), and the entries found (ArchiveResult).
struct ArchiveRequest {
    std::vector<ColumnForm> columns;
    std::vector<std::string> numbers, texts;
};
struct ArchiveResult {
    std::map<std::string, std::vector<std::byte>> columns;
    std::map<std::string, double> numbers;
    std::map<std::string, std::string> texts;

    // Returns a number of the archive, or NaN if the archive does not contain the number.
    double number(const std::string& name) const {
        const auto found = numbers.find(name);
        return found == numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
    }
    // Returns a text of the archive, or an empty string if the archive does not contain the text.
    std::string text(const std::string& name) const {
        const auto found = texts.find(name);
        return found == texts.end() ? "" : found->second;
    }
};

// Head of an archive, for code that writes or reads the HDF5 part itself. seal_archive() writes the head and must be
// called last. require_intact_archive() throws FileError for damaged files; call it before the HDF5 library opens the
// file. If `checksum` is true, the head includes the CRC-32 of all bytes after the head.
inline constexpr std::size_t archive_head_bytes = 512;
void seal_archive(int descriptor, std::string_view kind, bool checksum = true);  // throws std::runtime_error
void require_intact_archive(const std::filesystem::path& file, std::string_view kind, bool checksum = true);

// Returns true if the head belongs to an archive of the kind `kind`, for example "Milkomeda state".
bool looks_like_archive(const FileHead& head, std::string_view kind);

// Writes the archive atomically; once the function has returned, the file survives a power failure. Returns
// the final name of the file. Throws FileError.
std::filesystem::path write_archive(const std::filesystem::path& file, std::string_view kind,
                                    const ArchiveContent& content, Existing existing = Existing::replaced);

// Reads entries of an archive. Throws FileError with a one-line message for files that are not archives of this kind,
// truncated, damaged, of a later version, or inconsistent. If `whole` is true, verifies the checksum of all bytes.
ArchiveResult read_archive(const std::filesystem::path& file, std::string_view kind, const ArchiveRequest& question,
                           bool whole = true);

}  // namespace milkomeda
