// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/writer.h"

#include "core/model/number_text.h"
#include "core/model/utf8.h"

namespace apportion::json {

namespace {

constexpr std::size_t kBuffered = std::size_t{1} << 16;

}  // namespace

void Writer::key(std::string_view key) {
    separate();
    quote(key);
    buffer_ += ": ";
    afterKey_ = true;
}

void Writer::text(std::string_view text) {
    separate();
    quote(text);
}

void Writer::gpu(Gpu gpu) {
    value(gpuText(gpu));
}

void Writer::seconds(Duration duration) {
    value(secondsText(duration));
}

void Writer::finish() {
    buffer_ += '\n';
    flush();
}

void Writer::begin(char bracket, Layout layout) {
    separate();
    buffer_ += bracket;
    // What stands in one line stays in one line.
    const bool inLine = !levels_.empty() && levels_.back().layout == Layout::inlined;
    levels_.push_back({inLine ? Layout::inlined : layout, true});
}

void Writer::end(char bracket) {
    const auto level = levels_.back();
    levels_.pop_back();
    if (level.layout == Layout::lines && !level.empty)
        newLine();
    buffer_ += bracket;
}

void Writer::value(std::string_view text) {
    separate();
    buffer_ += text;
}

// Before each key, and each value that has none.
void Writer::separate() {
    if (afterKey_) {
        afterKey_ = false;
        return;
    }
    if (levels_.empty())
        return;
    auto& level = levels_.back();
    if (!level.empty)
        buffer_ += level.layout == Layout::lines ? "," : ", ";
    level.empty = false;
    if (level.layout == Layout::lines)
        newLine();
    if (buffer_.size() > kBuffered)
        flush();
}

void Writer::newLine() {
    buffer_ += '\n';
    buffer_.append(2 * levels_.size(), ' ');
}

void Writer::quote(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    if (firstBadUtf8(text))
        return quote(mendedUtf8(text));
    buffer_ += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            buffer_ += '\\';
            buffer_ += c;
        } else if (c == '\n') {
            buffer_ += "\\n";
        } else if (c == '\t') {
            buffer_ += "\\t";
        } else if (byte < 0x20 || byte == 0x7F) {
            buffer_ += "\\u00";
            buffer_ += kHex[byte >> 4];
            buffer_ += kHex[byte & 0xF];
        } else {
            buffer_ += c;
        }
    }
    buffer_ += '"';
}

void Writer::flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
}

}  // namespace apportion::json
