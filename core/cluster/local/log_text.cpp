// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/log_text.h"

namespace apportion {

namespace {

constexpr char kEscape = '\x1b';

// Where a sequence that begins with an escape is over.
std::size_t endOfSequence(const std::string& text, std::size_t at) {
    const std::size_t size = text.size();
    if (++at >= size)
        return size;
    if (text[at] == ']') {  // the title of a window: up to a bell or another escape
        while (++at < size && text[at] != '\a' && text[at] != kEscape) {
        }
        if (at < size && text[at] == kEscape)
            ++at;
        return at < size ? at + 1 : size;
    }
    if (text[at] != '[')
        return at + 1;
    while (++at < size && (text[at] < '@' || text[at] > '~')) {
    }
    return at < size ? at + 1 : size;
}

}  // namespace

std::string readableLog(const std::string& text) {
    std::string plain;
    plain.reserve(text.size());
    std::size_t line = 0;  // where the present one begins in `plain`
    bool over = false;     // a carriage return came: what comes next takes the line's place
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == kEscape) {
            i = endOfSequence(text, i);
            continue;
        }
        ++i;
        if (c == '\r') {
            over = true;
        } else if (c == '\n') {
            plain += c;
            line = plain.size();
            over = false;
        } else if (c == '\t' || static_cast<unsigned char>(c) >= ' ') {
            if (over)
                plain.resize(line);
            over = false;
            plain += c;
        }
    }
    return plain;
}

}  // namespace apportion
