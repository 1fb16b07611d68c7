#include "data/page/packed_bytes.hpp"

#include <zlib.h>

#include <stdexcept>

namespace milkomeda {
namespace {

std::string deflated_by(std::string_view bytes, int strategy) {
    constexpr int best_level = 9, window_bits = 15, largest_blocks = 9;
    z_stream stream{};
    if (deflateInit2(&stream, best_level, Z_DEFLATED, window_bits, largest_blocks, strategy) != Z_OK)
        throw std::runtime_error("zlib has no memory to compress the page");
    std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int result = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (result != Z_STREAM_END) throw std::runtime_error("zlib cannot compress the page");
    return packed;
}

}  // namespace

std::string deflated(std::string_view bytes) {
    // For random differences, the Huffman code alone is shorter than references to earlier bytes.
    const std::string usual = deflated_by(bytes, Z_DEFAULT_STRATEGY), coded = deflated_by(bytes, Z_HUFFMAN_ONLY);
    return coded.size() < usual.size() ? coded : usual;
}

void append_number(std::string& bytes, std::uint32_t number, int count) {
    for (int i = 0; i < count; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xff);
}

void append_residual(std::string& bytes, std::int32_t residual) {
    constexpr std::uint32_t escape = 0xff;
    // Alternates between positive and negative numbers, so that small magnitudes give small numbers.
    const std::uint32_t number = static_cast<std::uint32_t>(residual) << 1 ^ static_cast<std::uint32_t>(residual >> 31);
    if (number < escape) return append_number(bytes, number, 1);
    append_number(bytes, escape, 1);
    append_number(bytes, number, 3);
}

}  // namespace milkomeda
