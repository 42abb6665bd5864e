// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/descriptor_buffer.h"

#include <cerrno>

#include <unistd.h>

namespace apportion {

namespace {

constexpr std::size_t kBytes = std::size_t{1} << 16;

}  // namespace

DescriptorBuffer::DescriptorBuffer(int file) : file_(file), buffer_(kBytes) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
}

bool DescriptorBuffer::writeOut() {
    const char* at = pbase();
    while (error_ == 0 && at < pptr()) {
        const auto count = write(file_, at, static_cast<std::size_t>(pptr() - at));
        if (count >= 0)
            at += count;
        else if (errno != EINTR)
            error_ = errno;
    }
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return error_ == 0;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type c) {
    if (!writeOut())
        return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof()))
        sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
}

int DescriptorBuffer::sync() {
    return writeOut() ? 0 : -1;
}

}  // namespace apportion
