// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/positions.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "core/model/findings.h"

namespace apportion::json {

namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr std::string_view kMark = "\xEF\xBB\xBF";

// A byte of a character that has begun before.
bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

struct Place {
    std::size_t value = kNowhere;
    std::size_t key = kNowhere;
    std::size_t lastKey = kNowhere;
};
using Places = std::unordered_map<std::string, Place>;  // by pointer

// Walks a text that a parser has accepted up to `end`; beyond that it just stops.
class Walker {
public:
    Walker(std::string_view text, std::size_t end, Places& places)
        : text_(text.substr(0, end)), places_(places) {}

    void walk() {
        if (text_.substr(0, kMark.size()) == kMark)
            at_ = kMark.size();
        value("", kNowhere);
    }

private:
    void space() {
        while (at_ < text_.size() &&
               std::string_view{" \t\r\n,:"}.find(text_[at_]) != std::string_view::npos)
            ++at_;
    }

    bool done() const { return at_ >= text_.size(); }

    std::string_view string() {
        const auto from = at_++;
        while (!done() && text_[at_] != '"')
            at_ += text_[at_] == '\\' ? 2 : 1;
        at_ = std::min(at_ + 1, text_.size());
        return text_.substr(from, at_ - from);
    }

    // A value that nobody asks for.
    void skip() {
        int depth = 0;
        do {
            space();
            if (done())
                return;
            const char c = text_[at_];
            if (c == '"') {
                string();
            } else if (c == '{' || c == '[') {
                ++depth;
                ++at_;
            } else if (c == '}' || c == ']') {
                --depth;
                ++at_;
            } else {
                while (!done() &&
                       std::string_view{" \t\r\n,:]}"}.find(text_[at_]) == std::string_view::npos)
                    ++at_;
            }
        } while (depth > 0);
    }

    void value(const std::string& pointer, std::size_t key) {
        space();
        const auto place = places_.find(pointer);
        if (place == places_.end())
            return skip();
        auto& found = place->second;
        if (found.value == kNowhere && !done()) {
            found.value = at_;
            found.key = key;
        }
        found.lastKey = key;
        if (done())
            return;
        if (text_[at_] == '{')
            object(pointer);
        else if (text_[at_] == '[')
            array(pointer);
        else
            skip();
    }

    void object(const std::string& pointer) {
        ++at_;
        for (space(); !done() && text_[at_] == '"'; space()) {
            const auto key = at_;
            const auto quoted = string();
            // Keys with escapes are rare; the parser unescapes them.
            std::string name{quoted.substr(1, quoted.size() < 2 ? 0 : quoted.size() - 2)};
            if (name.find('\\') != std::string::npos) {
                const auto parsed = nlohmann::json::parse(quoted, nullptr, false);
                if (parsed.is_string())
                    name = parsed.get<std::string>();
            }
            value(pointerTo(pointer, name), key);
        }
        at_ = std::min(at_ + 1, text_.size());
    }

    void array(const std::string& pointer) {
        ++at_;
        std::size_t index = 0;
        for (space(); !done() && text_[at_] != ']'; space())
            value(pointerTo(pointer, index++), kNowhere);
        at_ = std::min(at_ + 1, text_.size());
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Places& places_;
};

// Whether its place is to be looked up: it has none yet, and does not speak of many places.
bool isPlaced(const Problem& problem) {
    return problem.line == 0 && problem.message.code != "more-problems";
}

std::string parentOf(const std::string& pointer) {
    return pointer.substr(0, pointer.rfind('/'));
}

std::size_t offsetOf(const Problem& problem, const Places& places) {
    const std::string_view code = plainCode(problem.message.code);
    auto pointer = problem.pointer;
    for (;;) {
        const auto& place = places.at(pointer);
        const bool exact = pointer.size() == problem.pointer.size();
        if (exact && code == "duplicate-key" && place.lastKey != kNowhere)
            return place.lastKey;
        if (exact && code == "unknown-key" && place.key != kNowhere)
            return place.key;
        if (place.value != kNowhere)
            return place.value;
        if (pointer.empty())
            return kNowhere;
        pointer = parentOf(pointer);
    }
}

}  // namespace

Position positionAt(std::string_view text, std::size_t offset) {
    auto before = text.substr(0, offset);
    if (before.substr(0, kMark.size()) == kMark)
        before.remove_prefix(kMark.size());
    Position position;
    for (const char c : before) {
        if (c == '\n') {
            ++position.line;
            position.column = 1;
        } else if (!isContinuation(c)) {
            ++position.column;
        }
    }
    return position;
}

void locate(std::string_view text, std::size_t end, Problems& problems) {
    Places places;
    for (const auto& problem : problems) {
        if (!isPlaced(problem))
            continue;
        for (auto pointer = problem.pointer;; pointer = parentOf(pointer)) {
            if (!places.try_emplace(pointer).second || pointer.empty())
                break;
        }
    }
    if (places.empty())
        return;
    Walker(text, end, places).walk();

    // Lines are counted once over the text, not once a problem.
    std::vector<std::pair<std::size_t, Problem*>> offsets;
    for (auto& problem : problems)
        if (isPlaced(problem))
            if (const auto offset = offsetOf(problem, places); offset != kNowhere)
                offsets.emplace_back(offset, &problem);
    std::stable_sort(offsets.begin(), offsets.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Position position;
    auto counted = text.substr(0, kMark.size()) == kMark ? kMark.size() : 0;
    for (const auto& [offset, problem] : offsets) {
        for (; counted < offset; ++counted) {
            if (text[counted] == '\n') {
                ++position.line;
                position.column = 1;
            } else if (!isContinuation(text[counted])) {
                ++position.column;
            }
        }
        problem->line = position.line;
        problem->column = position.column;
    }
}

}  // namespace apportion::json
