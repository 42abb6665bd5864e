// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/visible_buffer.h"

#include <iostream>

#include "core/model/visible_text.h"

namespace apportion::ctl {

namespace {

// Where the last character begins, if bytes of it are still to come; else the size.
std::size_t wholeCharacters(const std::string& text) {
    constexpr std::size_t kMost = 3;  // of the four that a character can have
    for (std::size_t back = 1; back <= kMost && back <= text.size(); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0) == 0x80)
            continue;
        const std::size_t bytes = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return bytes > back ? text.size() - back : text.size();
    }
    return text.size();
}

}  // namespace

bool VisibleBuffer::pass(std::size_t bytes) {
    if (bytes == 0)
        return true;
    const std::string shown = visibleLines(std::string_view(waiting_).substr(0, bytes));
    waiting_.erase(0, bytes);
    const auto size = static_cast<std::streamsize>(shown.size());
    return to_.sputn(shown.data(), size) == size;
}

void VisibleBuffer::finish() {
    pass(waiting_.size());
}

int VisibleBuffer::overflow(int c) {
    if (traits_type::eq_int_type(c, traits_type::eof()))
        return traits_type::not_eof(c);
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

std::streamsize VisibleBuffer::xsputn(const char* text, std::streamsize size) {
    waiting_.append(text, static_cast<std::size_t>(size));
    return pass(wholeCharacters(waiting_)) ? size : 0;
}

VisibleErrors::VisibleErrors() : before_(std::cerr.rdbuf()), visible_(*before_) {
    std::cerr.rdbuf(&visible_);
}

VisibleErrors::~VisibleErrors() {
    std::cerr.rdbuf(before_);
}

}  // namespace apportion::ctl
