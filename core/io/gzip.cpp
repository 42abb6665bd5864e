// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/gzip.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <new>

#include <zlib.h>

namespace apportion {

namespace {

constexpr int kGzipWindow = 15 + 16;  // largest window, gzip header
constexpr std::size_t kChunk = std::size_t{1} << 16;

// zlib counts in 32 bits.
uInt portion(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

Bytef* bytesOf(std::string_view text) {
    // zlib's input pointer is not const, but it does not write there.
    return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
}

}  // namespace

bool isGzip(std::string_view bytes) {
    return bytes.size() >= 2 && bytes[0] == '\x1F' && bytes[1] == '\x8B';
}

tl::expected<std::string, GzipError> gunzip(std::string_view bytes, std::size_t most) {
    z_stream stream{};
    if (inflateInit2(&stream, kGzipWindow) != Z_OK)
        throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_streamp)> closer(&stream, inflateEnd);
    std::string text;
    std::array<char, kChunk> chunk{};
    for (;;) {
        stream.next_in = bytesOf(bytes);
        stream.avail_in = portion(bytes.size());
        stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
        stream.avail_out = kChunk;
        const auto offered = stream.avail_in;
        const int result = inflate(&stream, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return tl::unexpected(GzipError::damaged);
        bytes.remove_prefix(offered - stream.avail_in);
        const auto made = kChunk - stream.avail_out;
        if (text.size() + made > most)
            return tl::unexpected(GzipError::tooLarge);
        text.append(chunk.data(), made);
        if (result == Z_STREAM_END) {
            // Zeros that a tape or a block device added; gzip passes over them too.
            bytes.remove_prefix(std::min(bytes.find_first_not_of('\0'), bytes.size()));
            if (bytes.empty())
                return text;
            if (!isGzip(bytes) || inflateReset(&stream) != Z_OK)
                return tl::unexpected(GzipError::damaged);
        } else if (made == 0 && bytes.empty()) {
            return tl::unexpected(GzipError::truncated);
        }
    }
}

std::string gzip(std::string_view text) {
    z_stream stream{};
    constexpr int kMemory = 8;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_streamp)> closer(&stream, deflateEnd);
    std::string bytes;
    std::array<char, kChunk> chunk{};
    int result = Z_OK;
    do {
        stream.next_in = bytesOf(text);
        stream.avail_in = portion(text.size());
        stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
        stream.avail_out = kChunk;
        const auto offered = stream.avail_in;
        result = deflate(&stream, text.size() == offered ? Z_FINISH : Z_NO_FLUSH);
        text.remove_prefix(offered - stream.avail_in);
        bytes.append(chunk.data(), kChunk - stream.avail_out);
    } while (result != Z_STREAM_END);
    return bytes;
}

}  // namespace apportion
