#include "data/hdf5/hdf5_archive.hpp"

#include <zlib.h>

#include <fmt/format.h>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <stdexcept>

#include "data/hdf5/hdf5_attributes.hpp"
#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_file.hpp"

namespace milkomeda {
namespace {

constexpr int archive_version = 1;
constexpr std::size_t longest_archived_text = 16 * 1024 * 1024;
constexpr std::uint64_t no_rows = ~std::uint64_t{0};  // row count that marks a missing column

struct ArchiveHead {
    std::uint64_t bytes = 0;  // size of the file including this head
    std::uint32_t checksum = 0;
};

std::string head_text(std::string_view kind, const ArchiveHead& head) {
    std::string text = fmt::format("{}, version {}\nbytes {}\ncrc32 {:08x}\nThe rest is HDF5.\n", kind, archive_version,
                                   head.bytes, head.checksum);
    text.resize(archive_head_bytes, '\0');
    return text;
}

// Returns the CRC-32 of all bytes after the head.
std::uint32_t checksum_of(int descriptor) {
    std::vector<unsigned char> block(1 << 20);
    uLong checksum = crc32(0, nullptr, 0);
    for (std::uint64_t place = archive_head_bytes;;) {
        const std::size_t count = read_at(descriptor, place, block.data(), block.size());
        if (count == 0) return static_cast<std::uint32_t>(checksum);
        checksum = crc32(checksum, block.data(), static_cast<uInt>(count));
        place += count;
    }
}

hid_t hdf5_type(NumberType type) {
    const std::array types{H5T_NATIVE_INT32,  H5T_NATIVE_UINT32, H5T_NATIVE_INT64,
                           H5T_NATIVE_UINT64, H5T_NATIVE_FLOAT,  H5T_NATIVE_DOUBLE};
    return types[static_cast<std::size_t>(type)];
}

std::string group_of(const std::string& name) { return name.substr(0, name.find('/')); }

std::string name_in_group(const std::string& name) { return name.substr(name.find('/') + 1); }

// The following functions write an archive; they run in a child process.

Hdf5Handle group_for(hid_t file, const std::string& name) {
    const std::string group = group_of(name);
    if (H5Lexists(file, group.c_str(), H5P_DEFAULT) <= 0) return create_group(file, group);
    return {H5Gopen2(file, group.c_str(), H5P_DEFAULT), H5Gclose, "write the group " + group};
}

void write_column(hid_t file, const ArchivedColumn& column) {
    const ColumnForm& form = column.form;
    const std::array<hsize_t, 2> sizes{column.bytes.size() / form.row_bytes(), form.width};
    write_data(group_for(file, form.name), name_in_group(form.name), hdf5_type(form.type),
               std::span{sizes}.first(form.width == 1 ? 1 : 2), column.bytes.data());
}

void write_hdf5_part(const std::filesystem::path& path, const ArchiveContent& content) {
    Hdf5Handle file = create_hdf5(path, archive_head_bytes);
    for (const auto& [name, number] : content.numbers)
        write_attribute(group_for(file, name), name_in_group(name), H5T_NATIVE_DOUBLE, 1, &number);
    for (const auto& [name, text] : content.texts)
        write_data(group_for(file, name), name_in_group(name), type_of_text(text), {}, text.c_str());
    for (const ArchivedColumn& column : content.columns) write_column(file, column);
    file.close("write the end of the file");
}

// The following functions read an archive; they run in a child process.

void send_text(Sender& sender, const Hdf5Handle& group, const std::string& name) {
    const std::optional<std::string> text = archived_text(group, name_in_group(name).c_str());
    sender.value(text ? std::uint64_t{text->size()} : no_rows);
    if (text) sender.bytes(text->data(), text->size());
}

std::uint64_t rows_of(const Hdf5Handle& group, const ColumnForm& form, std::uint64_t file_bytes) {
    const std::string what = "read the data set " + form.name;
    const Hdf5Handle set(H5Dopen2(group, name_in_group(form.name).c_str(), H5P_DEFAULT), H5Dclose, what);
    const Hdf5Handle space(H5Dget_space(set), H5Sclose, what);
    std::array<hsize_t, 2> sizes{0, 1};
    const int rank = H5Sget_simple_extent_ndims(space);
    if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
    if (sizes[0] > file_bytes / form.row_bytes())
        throw std::runtime_error("the data set " + form.name + " is larger than a file of this size can contain");
    return sizes[0];
}

void send_column(Sender& sender, const Hdf5Handle& group, const ColumnForm& form, std::uint64_t file_bytes) {
    const std::string inner = name_in_group(form.name);
    if (!group || !has_link(group, inner.c_str())) return sender.value(no_rows);
    const std::uint64_t rows = rows_of(group, form, file_bytes);
    sender.value(rows);
    if (rows == 0) return;
    const Hdf5Handle set = open_numbers(group, inner, rows, form.width, file_bytes);
    const auto send = [&]<typename Number>(Number) {
        read_parts<Number>(set, form.name, hdf5_type(form.type), rows, form.width,
                           [&](std::span<const Number> part) { sender.bytes(part.data(), part.size_bytes()); });
    };
    if (size_of(form.type) == 4)
        // The bits of a number are sent unchanged, so integers and floats of 4 bytes are sent by the same code.
        send(std::uint32_t{});
    else
        send(std::uint64_t{});
}

void send_archive(Sender& sender, const std::filesystem::path& path, const ArchiveRequest& question) {
    const std::uint64_t file_bytes = std::filesystem::file_size(path);
    const Hdf5Handle file = open_hdf5(path);
    for (const std::string& name : question.numbers) {
        const auto number = number_attribute(open_group(file, group_of(name)), name_in_group(name).c_str());
        sender.value(std::uint32_t{number.has_value()});
        sender.value(number.value_or(0));
    }
    for (const std::string& name : question.texts) send_text(sender, open_group(file, group_of(name)), name);
    for (const ColumnForm& form : question.columns)
        send_column(sender, open_group(file, group_of(form.name)), form, file_bytes);
}

// The following functions receive an archive; they run in the parent process.

ArchiveResult receive_archive(IsolatedProcess& child, const ArchiveRequest& question, std::uint64_t file_bytes) {
    ArchiveResult answer;
    for (const std::string& name : question.numbers) {
        const bool is_there = child.value<std::uint32_t>() != 0;
        if (const auto number = child.value<double>(); is_there) answer.numbers[name] = number;
    }
    for (const std::string& name : question.texts) {
        const auto size = child.value<std::uint64_t>();
        if (size == no_rows) continue;
        if (size > longest_archived_text) throw std::runtime_error("a text is too long: the file is damaged");
        std::string& text = answer.texts[name];
        text.resize(size);
        child.bytes(text.data(), size);
    }
    for (const ColumnForm& form : question.columns) {
        const auto rows = child.value<std::uint64_t>();
        if (rows == no_rows) continue;
        if (rows > file_bytes / form.row_bytes())
            throw std::runtime_error("a data set is too long: the file is damaged");
        std::vector<std::byte>& bytes = answer.columns[form.name];
        bytes.resize(rows * form.row_bytes());
        child.bytes(bytes.data(), bytes.size());
    }
    return answer;
}

}  // namespace

// Writes the head of an archive. The head must be written last, because a file without head is invalid.
void seal_archive(int descriptor, std::string_view kind, bool checksum) {
    const auto status = status_of(descriptor);
    if (!status) throw std::runtime_error(std::strerror(errno));
    const std::string head = head_text(kind, {status->bytes, checksum ? checksum_of(descriptor) : 0});
    write_at(descriptor, 0, head.data(), head.size());
}

// Throws FileError if the length or, with `checksum`, the content of the file differs from what its head states.
void require_intact_archive(const std::filesystem::path& path, std::string_view kind, bool checksum) {
    const Descriptor file = open_for_reading(path);
    if (file < 0) throw FileError(path, std::string("cannot be read: ") + std::strerror(errno));
    std::string text(archive_head_bytes, '\0');
    if (read_at(file, 0, text.data(), text.size()) < text.size() || !text.starts_with(kind))
        throw FileError(path, "is not a " + std::string(kind) + " file, or is incomplete");
    ArchiveHead head;
    int version = 0;
    if (std::sscanf(text.c_str() + kind.size(), ", version %d\nbytes %" SCNu64 "\ncrc32 %x", &version, &head.bytes,
                    &head.checksum) != 3)
        throw FileError(path, "is damaged: the first 512 bytes are not a valid head");
    if (version != archive_version)
        throw FileError(path, fmt::format("was written by a later version of Milkomeda, in version {} of the file "
                                          "format; this version reads version {}",
                                          version, archive_version));
    const std::uint64_t bytes = std::filesystem::file_size(path);
    if (bytes != head.bytes)
        throw FileError(path, fmt::format("{}: the file has {} bytes, but {} bytes were written",
                                          bytes < head.bytes ? "is incomplete" : "is damaged", bytes, head.bytes));
    if (checksum && checksum_of(file) != head.checksum)
        throw FileError(path, "is damaged: the checksum differs from the checksum of the written data");
}

bool looks_like_archive(const FileHead& head, std::string_view kind) { return head.bytes.starts_with(kind); }

std::filesystem::path write_archive(const std::filesystem::path& path, std::string_view kind,
                                    const ArchiveContent& content, Existing existing) {
    AtomicFile temporary(path, existing);
    write_in_child(temporary, [&] {
        write_hdf5_part(temporary.path(), content);
        seal_archive(temporary.descriptor(), kind);
    });
    temporary.finish_lasting();
    return temporary.name();
}

ArchiveResult read_archive(const std::filesystem::path& path, std::string_view kind, const ArchiveRequest& question,
                           bool whole) {
    require_intact_archive(path, kind, whole);
    const std::uint64_t size = std::filesystem::file_size(path);
    return read_in_child<ArchiveResult>(
        path, {128 << 20, 10}, "cannot be read: ", [&](Sender& sender) { send_archive(sender, path, question); },
        [&](IsolatedProcess& child) { return receive_archive(child, question, size); });
}

}  // namespace milkomeda
