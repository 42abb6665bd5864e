// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a file, unpacked on the way if its content is gzip.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/model/problem.h"

namespace apportion {

class ByteSource {
public:
    // "-" is standard input. At most `most` bytes are read, unpacked. Errors: no-such-file,
    // is-directory, unreadable.
    static Result<ByteSource> open(const std::string& path, std::int64_t most);
    ByteSource(ByteSource&&) noexcept;
    ByteSource& operator=(ByteSource&&) noexcept;
    ~ByteSource();

    // Up to `size` bytes; 0 at the end and after a failure, which may have come behind the bytes
    // last read.
    std::size_t read(char* into, std::size_t size);
    // unreadable, bad-gzip (its variant .sum where all was unpacked), truncated-gzip, gzip-tail,
    // trace-too-large.
    const std::optional<Message>& failure() const { return failure_; }
    // How many bytes, packed or not, the whole file has for those taken of it so far: `taken` of
    // `all`; 0 of 0 if it is no file but a pipe.
    struct Progress {
        std::int64_t taken = 0, all = 0;
    };
    Progress progress() const;

private:
    struct File;
    ByteSource(std::unique_ptr<File> file, std::int64_t most);
    std::size_t readSome(char* into, std::size_t size);
    // Packed bytes of the file; false if there are no more.
    bool refill();
    std::size_t unpack(char* into, std::size_t size);
    void fail(Message message) { failure_ = std::move(message); }

    std::unique_ptr<File> file_;
    std::int64_t most_ = 0, given_ = 0;  // bytes
    std::optional<Message> failure_;
};

}  // namespace apportion
