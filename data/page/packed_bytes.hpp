// Compressed bytes in the form in which a web page (docs/page.md) contains them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace milkomeda {

// Returns the bytes compressed by zlib (RFC 1950), which browsers call "deflate". Throws std::runtime_error if memory
// is missing.
std::string deflated(std::string_view bytes);

// Appends a signed number as one byte if its magnitude is small, and as an escape byte and three bytes if it is up to
// 2^22. assets/page/motion.js reads these bytes.
void append_residual(std::string& bytes, std::int32_t residual);

// Appends a number in `count` bytes, the lowest byte first.
void append_number(std::string& bytes, std::uint32_t number, int count);

}  // namespace milkomeda
