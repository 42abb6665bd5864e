// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON as it comes, without a document in memory. The same calls give the same bytes.
// Containers are laid out in lines (a member a line, indented) or inline ({"gpu": 8}).
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/quantity.h"

namespace apportion::json {

enum class Layout { lines, inlined };

class Writer {
public:
    // Failures of the stream are left to its owner to look at, after finish().
    explicit Writer(std::ostream& out) : out_(out) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    // Writes out what is buffered.
    ~Writer() { flush(); }

    void beginObject(Layout layout = Layout::inlined) { begin('{', layout); }
    void endObject() { end('}'); }
    void beginArray(Layout layout = Layout::inlined) { begin('[', layout); }
    void endArray() { end(']'); }
    // In an object, before each value.
    void key(std::string_view key);

    void null() { value("null"); }
    void flag(bool flag) { value(flag ? "true" : "false"); }
    // A byte that is no UTF-8 cannot stand in JSON and is shown as elsewhere, "\xFF".
    void text(std::string_view text);
    void whole(std::int64_t number) { value(std::to_string(number)); }
    // A number that is text already: digits, one dot, no exponent.
    void number(std::string_view digits) { value(digits); }
    // As answers show them: GPUs as the shortest decimal, seconds with one to three places.
    void gpu(Gpu gpu);
    void seconds(Duration duration);

    // Ends the document with a line break and writes out what is buffered.
    void finish();

private:
    struct Level {
        Layout layout;
        bool empty = true;
    };
    void begin(char bracket, Layout layout);
    void end(char bracket);
    void value(std::string_view text);
    void separate();
    void newLine();
    void quote(std::string_view text);
    void flush();

    std::ostream& out_;
    std::string buffer_;
    std::vector<Level> levels_;
    bool afterKey_ = false;
};

// A member that is an array of what `each` writes of every element.
template <typename List, typename Each>
void writeList(Writer& out, std::string_view key, const List& list, Each&& each,
               Layout layout = Layout::inlined) {
    out.key(key);
    out.beginArray(layout);
    for (const auto& element : list)
        each(element);
    out.endArray();
}

}  // namespace apportion::json
