// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/gzip.h"

#include <algorithm>
#include <limits>
#include <new>
#include <sstream>

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

struct Gunzip::Stream {
    z_stream stream{};
    ~Stream() { inflateEnd(&stream); }
};

Gunzip::Gunzip(std::size_t most) : stream_(std::make_unique<Stream>()), most_(most) {
    if (inflateInit2(&stream_->stream, kGzipWindow) != Z_OK)
        throw std::bad_alloc();
}

Gunzip::~Gunzip() = default;
Gunzip::Gunzip(Gunzip&&) noexcept = default;
Gunzip& Gunzip::operator=(Gunzip&&) noexcept = default;

tl::expected<void, GzipError> Gunzip::add(std::string_view bytes) {
    z_stream& stream = stream_->stream;
    std::array<char, kChunk> chunk{};
    for (bool full = false; full || !bytes.empty();) {
        if (!inside_) {
            // Zeros that a tape or a block device added; gzip passes over them too.
            bytes.remove_prefix(std::min(bytes.find_first_not_of('\0'), bytes.size()));
            inside_ = !bytes.empty() && inflateReset(&stream) == Z_OK;
            continue;
        }
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
        if (text_.size() + made > most_)
            return tl::unexpected(GzipError::tooLarge);
        text_.append(chunk.data(), made);
        inside_ = result != Z_STREAM_END;
        full = inside_ && stream.avail_out == 0;
    }
    return {};
}

tl::expected<std::string, GzipError> Gunzip::finish() {
    if (inside_)
        return tl::unexpected(GzipError::truncated);
    return std::move(text_);
}

tl::expected<std::string, GzipError> gunzip(std::string_view bytes, std::size_t most) {
    Gunzip text(most);
    if (const auto added = text.add(bytes); !added)
        return tl::unexpected(added.error());
    return text.finish();
}

struct GzipBuffer::Stream {
    z_stream stream{};
    ~Stream() { deflateEnd(&stream); }
};

GzipBuffer::GzipBuffer(std::ostream& into) : into_(into), stream_(std::make_unique<Stream>()) {
    constexpr int kMemory = 8;
    if (deflateInit2(&stream_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    setp(text_.data(), text_.data() + text_.size());
}

GzipBuffer::~GzipBuffer() = default;

void GzipBuffer::pack(bool last) {
    z_stream& stream = stream_->stream;
    stream.next_in = reinterpret_cast<Bytef*>(pbase());
    stream.avail_in = static_cast<uInt>(pptr() - pbase());
    std::array<char, kChunk> chunk{};
    int result = Z_OK;
    do {
        stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
        stream.avail_out = kChunk;
        result = deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
        into_.write(chunk.data(), kChunk - stream.avail_out);
    } while (last ? result != Z_STREAM_END : stream.avail_out == 0);
    setp(text_.data(), text_.data() + text_.size());
}

GzipBuffer::int_type GzipBuffer::overflow(int_type c) {
    pack(false);
    if (!traits_type::eq_int_type(c, traits_type::eof()))
        sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
}

std::string gzip(std::string_view text) {
    std::ostringstream bytes;
    GzipBuffer packing(bytes);
    packing.sputn(text.data(), static_cast<std::streamsize>(text.size()));
    packing.finish();
    return std::move(bytes).str();
}

}  // namespace apportion
