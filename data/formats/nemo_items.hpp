// Sequential reader of the items in NEMO's structured binary files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "data/files/binary_file.hpp"

namespace milkomeda::nemo {

inline constexpr std::uint16_t single_magic = 0x0992,
                               plural_magic = 0x0b92;  // magic numbers of a single value and of an array

struct Item {
    std::string type, tag;  // type "(" begins a set, type ")" ends it
    std::vector<std::uint32_t> dimensions;
    std::uint64_t offset = 0, bytes = 0;  // offset of the data in the file and size of the data, in bytes

    bool is_set() const { return type == "("; }
    bool is_end() const { return type == ")"; }
};

// Reads one item after another. Throws FileError for an item that extends beyond the end of the file.
class ItemReader {
  public:
    explicit ItemReader(const std::filesystem::path& path);

    const BinaryFile& file() const { return file_; }
    bool at_end() const { return next_ == file_.size(); }
    Item next();
    // Skips a set. The next item in the file must be the set's first item.
    void skip_set();

    // Returns the array of an item: floats or doubles with `width` numbers per body.
    NumberArray array(const Item& item, std::size_t width) const;
    double real(const Item& item) const;
    // Returns the integers of an array with one integer per body, or an empty vector if the item has a different form.
    // Negative integers become numbers above 2^63.
    std::vector<std::uint64_t> integers(const Item& item) const;

  private:
    template <typename Number>
    Number take();
    std::string take_text();
    std::uint64_t take_dimensions(Item& item);
    std::uint64_t size_of_type(const std::string& type, std::uint64_t begin) const;

    BinaryFile file_;
    std::uint64_t next_ = 0;
};

}  // namespace milkomeda::nemo
