// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_kind.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/io/input_file.h"

namespace apportion {

namespace {

struct Mark {
    std::string_view bytes;
    std::string_view code;
    std::string_view name;
};
constexpr std::array kMarks{Mark{"\xFF\xFE", "file-encoding", "UTF-16"},
                            Mark{"\xFE\xFF", "file-encoding", "UTF-16"},
                            Mark{{"\xFD"
                                  "7zXZ\0",
                                  6},
                                 "file-packing",
                                 "xz"},
                            Mark{"\x28\xB5\x2F\xFD", "file-packing", "zstd"},
                            Mark{"BZh", "file-packing", "bzip2"},
                            Mark{"PK\x03\x04", "file-packing", "zip"},
                            Mark{kDatabaseMark, "file-is-database", {}}};
static_assert(std::all_of(kMarks.begin(), kMarks.end(),
                          [](const Mark& mark) { return mark.bytes.size() <= kLongestFileMark; }));

// Text of UTF-16 without a mark: of two bytes of a letter of ASCII one is 0.
bool isWide(std::string_view begin) {
    constexpr std::size_t kLetters = 3;
    if (begin.size() < 2 * kLetters)
        return false;
    const auto alternates = [&](std::size_t first) {
        for (std::size_t i = 0; i < 2 * kLetters; ++i)
            if ((begin[i] == 0) == (i % 2 == first))
                return false;
        return true;
    };
    return alternates(0) || alternates(1);
}

}  // namespace

std::optional<Message> otherKind(std::string_view begin) {
    const auto told = [](std::string_view code, std::string_view name) {
        Message message{std::string(code), {}};
        if (!name.empty())
            message.arguments.push_back({"name", Value::ofText(std::string(name))});
        return message;
    };
    for (const Mark& mark : kMarks)
        if (begin.substr(0, mark.bytes.size()) == mark.bytes)
            return told(mark.code, mark.name);
    if (isWide(begin))
        return told("file-encoding", "UTF-16");
    return {};
}

}  // namespace apportion
