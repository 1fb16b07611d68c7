#include "data/formats/nemo_items.hpp"

#include <fmt/format.h>

namespace milkomeda::nemo {
namespace {

bool is_magic(std::uint16_t number) { return number == single_magic || number == plural_magic; }

}  // namespace

ItemReader::ItemReader(const std::filesystem::path& path) : file_(path) {
    file_.set_swapped(!is_magic(file_.number<std::uint16_t>(0)));
}

Item ItemReader::next() {
    Item item;
    const std::uint64_t begin = next_;
    const auto magic = take<std::uint16_t>();
    if (!is_magic(magic)) file_.fail_at(begin, "expected a NEMO item: the file is damaged");
    item.type = take_text();
    if (!item.is_end()) item.tag = take_text();
    const std::uint64_t count = magic == plural_magic ? take_dimensions(item) : 1;
    item.offset = next_;
    // cannot overflow 64 bits, because take_dimensions() limits the product of the dimensions
    item.bytes = count * size_of_type(item.type, begin);
    if (item.bytes > file_.size() - next_)
        file_.fail_at(begin, fmt::format("item {} has {} bytes and would extend beyond the file's end at byte {}",
                                         item.tag, item.bytes, file_.size()));
    next_ += item.bytes;
    return item;
}

void ItemReader::skip_set() {
    for (std::size_t depth = 1; depth > 0;) {
        const Item item = next();
        if (item.is_set()) ++depth;
        if (item.is_end()) --depth;
    }
}

NumberArray ItemReader::array(const Item& item, std::size_t width) const {
    NumberArray array{item.offset, 0, width, item.type == "d" ? NumberType::float64 : NumberType::float32};
    std::uint64_t count = 1;
    for (const std::uint32_t dimension : item.dimensions) count *= dimension;
    if ((item.type != "d" && item.type != "f") || item.dimensions.empty() ||
        count != std::uint64_t{item.dimensions[0]} * width)
        file_.fail_at(item.offset,
                      fmt::format("item {} must have {} floats or doubles for each body", item.tag, width));
    array.rows = item.dimensions[0];
    return array;
}

double ItemReader::real(const Item& item) const {
    if (!item.dimensions.empty() || (item.type != "d" && item.type != "f"))
        file_.fail_at(item.offset, "item " + item.tag + " must be a single float or double");
    return item.type == "d" ? file_.number<double>(item.offset) : double{file_.number<float>(item.offset)};
}

std::vector<std::uint64_t> ItemReader::integers(const Item& item) const {
    if (item.dimensions.size() != 1 || (item.type != "i" && item.type != "l")) return {};
    std::vector<std::uint64_t> integers(item.dimensions[0]);
    const NumberType type = item.type == "l" ? NumberType::int64 : NumberType::int32;
    file_.read_rows<std::uint64_t>({item.offset, integers.size(), 1, type},
                                   [&](std::size_t row, const std::uint64_t* number) { integers[row] = *number; });
    return integers;
}

template <typename Number>
Number ItemReader::take() {
    const Number number = file_.number<Number>(next_);
    next_ += sizeof number;
    return number;
}

std::string ItemReader::take_text() {
    constexpr std::size_t longest = 64;
    std::string text;
    while (const char c = take<char>()) {
        if (c < ' ' || c > '~' || text.size() == longest)
            file_.fail_at(next_ - 1,
                          "the name of an item contains invalid characters or is too long: the file is damaged");
        text += c;
    }
    return text;
}

// Reads the zero-terminated dimensions and returns their product, which is at most the size of the file.
std::uint64_t ItemReader::take_dimensions(Item& item) {
    constexpr std::size_t most = 8;
    std::uint64_t count = 1;
    while (const auto dimension = take<std::int32_t>()) {
        if (dimension < 0 || item.dimensions.size() == most)
            file_.fail_at(next_, "the dimensions of item " + item.tag + " are invalid: the file is damaged");
        if (static_cast<std::uint64_t>(dimension) > file_.size() / count)
            file_.fail_at(next_, "item " + item.tag + " is larger than the file");
        item.dimensions.push_back(static_cast<std::uint32_t>(dimension));
        count *= static_cast<std::uint64_t>(dimension);
    }
    return count;
}

std::uint64_t ItemReader::size_of_type(const std::string& type, std::uint64_t begin) const {
    if (type == "(" || type == ")") return 0;
    if (type == "a" || type == "b" || type == "c") return 1;
    if (type == "s" || type == "h") return 2;
    if (type == "i" || type == "f") return 4;
    if (type == "l" || type == "d") return 8;
    file_.fail_at(begin, "an item has the unknown type '" + type + "'");
}

}  // namespace milkomeda::nemo
