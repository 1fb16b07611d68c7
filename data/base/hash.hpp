// Hash of a text: 64-bit FNV-1a (Fowler, Noll and Vo).
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace milkomeda {

inline constexpr std::uint64_t fnv_offset_basis = 0xcbf29ce484222325;

// Returns the hash of `text`. To hash a sequence of texts, pass the preceding hash as `before`.
constexpr std::uint64_t hash_of(std::string_view text, std::uint64_t before = fnv_offset_basis) {
    std::uint64_t hash = before;
    for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    return hash;
}

// Formats `number` as 16 hexadecimal digits.
inline std::string hexadecimal(std::uint64_t number) { return fmt::format("{:016x}", number); }

}  // namespace milkomeda
