#include "data/text/one_line.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace milkomeda {
namespace {

constexpr std::size_t longest_word = 200, longest_line = 2000;

struct Character {
    std::uint32_t code;
    std::size_t bytes;  // number of bytes of the character; 0 for invalid UTF-8
};

// Decodes the first character of the text. Encodings with more bytes than necessary are invalid (RFC 3629).
Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >> 5 == 0x6 ? 2 : lead >> 4 == 0xe ? 3 : lead >> 3 == 0x1e ? 4 : 0;
    if (bytes == 0 || text.size() < bytes) return {0, 0};
    std::uint32_t code = lead & (0x7fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if (byte(i) >> 6 != 0x2) return {0, 0};
        code = code << 6 | (byte(i) & 0x3fu);
    }
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (code < least[bytes] || code > 0x10ffff || surrogate) return {0, 0};
    return {code, bytes};
}

// Returns false for control characters, line and paragraph separators, format and direction marks (Unicode
// categories Cc, Zl, Zp and Cf), invisible characters and unassigned code points.
bool is_printable(std::uint32_t code) {
    struct Codes {
        std::uint32_t first, last;
    };
    constexpr Codes unprintable[] = {{0x0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},
                                     {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},
                                     {0x890, 0x891},     {0x8e2, 0x8e2},     {0x115f, 0x1160},   {0x17b4, 0x17b5},
                                     {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
                                     {0x3164, 0x3164},   {0xe000, 0xf8ff},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
                                     {0xfff0, 0xfffb},   {0xfffe, 0xffff},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
                                     {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff}};
    return std::ranges::none_of(unprintable, [code](const Codes& c) { return code >= c.first && code <= c.last; });
}

std::string escaped(std::uint32_t code) {
    if (code == '\n') return "\\n";
    if (code == '\r') return "\\r";
    if (code == '\t') return "\\t";
    return code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
}

std::string printable(std::string_view text) {
    std::string line;
    while (!text.empty()) {
        const auto [code, bytes] = first_character(text);
        if (bytes == 0)
            line += escaped(static_cast<unsigned char>(text.front()));
        else if (is_printable(code))
            line += text.substr(0, bytes);
        else
            line += escaped(code);
        text.remove_prefix(bytes == 0 ? 1 : bytes);
    }
    return line;
}

// Removes the middle part of a text longer than `longest` bytes; cuts only between characters.
std::string shortened(std::string_view text, std::size_t longest) {
    constexpr std::string_view left_out = " ... ";
    if (text.size() <= longest) return std::string(text);
    const auto inside_character = [&](std::size_t i) { return (text[i] & 0xc0) == 0x80; };
    std::size_t begin = (longest - left_out.size()) / 2, end = text.size() - begin;
    while (inside_character(begin)) --begin;
    while (inside_character(end)) ++end;
    return std::string(text.substr(0, begin)).append(left_out).append(text.substr(end));
}

}  // namespace

std::string one_line(std::string_view text) {
    const std::string line = printable(text);
    std::string result;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(' ', begin), line.size());
        result += shortened(std::string_view(line).substr(begin, end - begin), longest_word);
        if (end < line.size()) result += ' ';
        begin = end + 1;
    }
    return shortened(result, longest_line);
}

}  // namespace milkomeda
