// SPDX-License-Identifier: GPL-3.0-or-later
// gzip in memory, by zlib.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace apportion {

enum class GzipError { damaged, truncated, tooLarge };

// Whether the bytes begin as gzip does.
bool isGzip(std::string_view bytes);

// The text of all members one after another, unpacked as the bytes come. An
// error is the last: as soon as the text would be larger than `most` bytes
// there is one.
class Gunzip {
public:
    explicit Gunzip(std::size_t most);
    ~Gunzip();
    Gunzip(Gunzip&&) noexcept;
    Gunzip& operator=(Gunzip&&) noexcept;
    tl::expected<void, GzipError> add(std::string_view bytes);
    // Nothing may follow.
    tl::expected<std::string, GzipError> finish();

private:
    struct Stream;
    std::unique_ptr<Stream> stream_;
    bool inside_ = true;  // of a member
    std::size_t most_;
    std::string text_;
};
// The same of bytes that are all there.
tl::expected<std::string, GzipError> gunzip(std::string_view bytes, std::size_t most);
// The same bytes for the same text: no time and no name in the header.
std::string gzip(std::string_view text);

// The same of what is written to it, on the way into a stream.
class GzipBuffer : public std::streambuf {
public:
    explicit GzipBuffer(std::ostream& into);
    ~GzipBuffer() override;
    // Writes the end. Nothing may follow.
    void finish() { pack(true); }

protected:
    int_type overflow(int_type c) override;

private:
    struct Stream;
    void pack(bool last);

    std::ostream& into_;
    std::unique_ptr<Stream> stream_;
    std::array<char, std::size_t{1} << 16> text_{};
};

}  // namespace apportion
