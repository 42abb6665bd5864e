// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/stream.h"

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/io/json/huge_numbers.h"

namespace apportion::json {

namespace {

using nlohmann::json;
using Message = apportion::Value;

std::string inQuotes(std::string_view text) {
    return std::string{"'"}.append(text).append("'");
}

// The first character, with a name for those that do not show.
std::string characterAt(std::string_view text) {
    if (text[0] == '\n' || text[0] == '\r')
        return "a line break";
    if (text[0] == '\t')
        return "a tab";
    if (static_cast<unsigned char>(text[0]) < 0x20)
        return "a control character";
    auto length = std::size_t{1};
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
        ++length;
    return inQuotes(text.substr(0, length));
}

// What a first reading, which stopped at a huge number, has told already.
struct Told {
    std::size_t values = 0;
    std::size_t findings = 0;
};

// What the parser calls. Frame 0 is the document, frame 1 what stands in one of its members.
class Handler {
public:
    // NOLINTBEGIN(readability-identifier-naming): names that the parser asks for
    using number_integer_t = json::number_integer_t;
    using number_unsigned_t = json::number_unsigned_t;
    using number_float_t = json::number_float_t;
    using string_t = json::string_t;
    using binary_t = json::binary_t;

    Handler(std::string_view text, Sections& sections, Findings& findings)
        : text_(text), sections_(sections), findings_(findings) {}
    // Goes on where another handler met a huge number.
    Handler(const HugeNumbers& huge, const Handler& before)
        : text_(huge.text),
          sections_(before.sections_),
          findings_(before.findings_),
          huge_(&huge),
          before_(before.told_) {}

    bool null() { return scalar(Type::null, "null"); }
    bool boolean(bool value) { return scalar(Type::boolean, value ? "true" : "false", value); }
    bool number_integer(number_integer_t value) { return number(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) { return number(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& digits) { return number(digits); }
    bool string(string_t& value) { return scalar(Type::string, value); }
    bool binary(binary_t&) { return false; }  // never in a text

    bool start_object(std::size_t) { return open(Type::object); }
    bool start_array(std::size_t) { return open(Type::array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(string_t& value) {
        frames_.back().key = value;
        if (frames_.size() == 1)
            beginMember(value);
        else if (keeps() && !(split_ && frames_.size() == 2))
            tape_.key(value);
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& error);
    // NOLINTEND(readability-identifier-naming)

    std::optional<Stop> stop() const { return stop_; }
    bool metHugeNumber() const { return metHugeNumber_; }

private:
    struct Frame {
        Type type = Type::object;
        std::size_t index = 0;  // of the element that comes next or is open
        std::string key;        // of the member that is open
    };

    bool keeps() const { return !skipped_; }

    void beginMember(const std::string& key) {
        skipped_ = std::find(seen_.begin(), seen_.end(), key) != seen_.end();
        if (skipped_ && ++told_.findings > before_.findings)
            findings_.error(
                pointerTo("", key), "duplicate-key",
                {{"key", Message::ofText(key)}, {"first", Message::ofText(pointerTo("", key))}});
        if (!skipped_)
            seen_.push_back(key);
        tape_.clear();
        split_ = false;
    }

    // Before each value: at the place of an element of a split member the tape begins anew.
    bool begin() {
        if (frames_.size() == 2 && split_) {
            tape_.clear();
            if (frames_[1].type == Type::object)
                tape_.key(frames_[1].key);
        }
        if (tape_.size() < kLargestElement)
            return true;
        findings_.error(pointer(), "element-too-large",
                        {{"most", Message::ofText(std::to_string(kLargestElement))}});
        stop_ = Stop{"element-too-large"};
        return false;
    }

    bool number(const std::string& digits) {
        const auto place = numbers_++;
        if (huge_ != nullptr)
            if (const auto huge = huge_->digits.find(place); huge != huge_->digits.end())
                return scalar(Type::number, huge->second);
        return scalar(Type::number, digits);
    }

    // Whether a value is to be handed out: not if the reading before has done so.
    bool isNew() { return ++told_.values > before_.values; }

    bool scalar(Type type, std::string_view text, bool flag = false) {
        if (frames_.empty())
            return wrongRoot(type);
        if (keeps()) {
            if (!begin())
                return false;
            tape_.scalar(type, text, flag);
        }
        finish();
        return true;
    }

    bool open(Type type) {
        if (frames_.empty() && type != Type::object)
            return wrongRoot(type);
        if (frames_.size() >= kDeepest) {
            findings_.error(pointer(), "too-deep",
                            {{"most", Message::ofText(std::to_string(kDeepest))}});
            stop_ = Stop{"too-deep"};
            return false;
        }
        if (keeps() && !frames_.empty()) {
            if (frames_.size() == 1 && sections_.splits(frames_[0].key, type)) {
                split_ = true;
                any_ = false;
            } else {
                if (!begin())
                    return false;
                tape_.open(type);
            }
        }
        frames_.push_back({type, 0, {}});
        return true;
    }

    bool close() {
        const auto type = frames_.back().type;
        frames_.pop_back();
        if (frames_.empty())
            return true;
        const bool ofSplit = split_ && frames_.size() == 1;
        if (keeps() && !ofSplit)
            tape_.close();
        if (ofSplit) {
            split_ = false;
            if (keeps() && !any_) {
                tape_.clear();
                tape_.open(type);
                tape_.close();
                if (isNew())
                    sections_.member(frames_[0].key, tape_.root());
            }
            return true;
        }
        finish();
        return true;
    }

    // After each complete value.
    void finish() {
        auto& parent = frames_.back();
        if (keeps()) {
            if (frames_.size() == 1) {
                if (isNew())
                    sections_.member(parent.key, tape_.root());
            } else if (frames_.size() == 2 && split_) {
                any_ = true;
                if (isNew())
                    sections_.element(frames_[0].key, parent.index, tape_.root());
            }
        }
        if (parent.type == Type::array)
            ++parent.index;
    }

    bool wrongRoot(Type type) {
        findings_.error("", "wrong-type",
                        {{"expected", Message::ofText("object")},
                         {"found", Message::ofText(std::string{typeText(type)})}});
        stop_ = Stop{"wrong-type"};
        return false;
    }

    // The innermost value that has begun.
    std::string pointer() const {
        std::string path;
        for (const auto& frame : frames_) {
            if (frame.type == Type::array)
                path = pointerTo(path, frame.index);
            else if (!frame.key.empty())
                path = pointerTo(path, frame.key);
        }
        return path;
    }

    std::string_view text_;
    Sections& sections_;
    Findings& findings_;
    std::vector<Frame> frames_;
    std::vector<std::string> seen_;
    Tape tape_;
    bool skipped_ = false;  // the member is a duplicate
    bool split_ = false;    // the member is handed out element by element
    bool any_ = false;      // the split member has had an element
    const HugeNumbers* huge_ = nullptr;
    std::size_t numbers_ = 0;  // that came so far
    Told told_, before_;
    bool metHugeNumber_ = false;
    std::optional<Stop> stop_;
};

// The last one of those that the parser hands out together: it forgets what it has read only where
// a string or a number begins.
std::string_view lastToken(std::string_view tokens) {
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    if (tokens.empty() || tokens.back() == '"')
        return tokens;
    if (std::string_view("{}[]:,").find(tokens.back()) != std::string_view::npos)
        return tokens.substr(tokens.size() - 1);
    std::size_t letters = 0;
    while (letters < tokens.size() && isLetter(tokens[tokens.size() - 1 - letters]))
        ++letters;
    return letters > 0 ? tokens.substr(tokens.size() - letters) : tokens;
}

bool Handler::parse_error(std::size_t position, const std::string& tokens,
                          const nlohmann::detail::exception& error) {
    const std::string token(lastToken(tokens));
    constexpr std::size_t kShown = 30;
    constexpr int kNumberOverflow = 406;
    // The parser counts the character at fault as read.
    const auto offset = std::min(position == 0 ? 0 : position - 1, text_.size());
    if (error.id == kNumberOverflow && huge_ == nullptr) {
        metHugeNumber_ = true;
        return false;
    }
    if (error.id == kNumberOverflow) {
        stop_ = Stop{"bad-number", offset > token.size() ? offset - token.size() : 0};
        findings_.error(pointer(), "bad-number",
                        {{"value", Message::ofText(token.substr(0, kShown))}});
        return false;
    }
    const auto rest = text_.substr(offset);
    if (rest.find_first_not_of(" \t\r\n") == std::string_view::npos || position > text_.size()) {
        stop_ = Stop{"unexpected-end", text_.size()};
        findings_.error(pointer(), "unexpected-end");
        return false;
    }
    // A complete token in the wrong place is told at its beginning, else the character at fault.
    const bool complete =
        std::string_view{error.what()}.find(" - unexpected ") != std::string::npos &&
        !token.empty() && token.size() <= position &&
        text_.substr(position - token.size(), token.size()) == token;
    stop_ = Stop{"syntax", complete ? position - token.size() : offset};
    findings_.error(pointer(), "syntax",
                    {{"found", Message::ofText(complete && token.size() <= kShown
                                                   ? inQuotes(token)
                                                   : characterAt(text_.substr(*stop_->offset)))}});
    return false;
}

}  // namespace

std::optional<Stop> stream(std::string_view text, Sections& sections, Findings& findings) {
    Handler handler(text, sections, findings);
    json::sax_parse(text.begin(), text.end(), &handler);
    if (!handler.metHugeNumber())
        return handler.stop();
    const HugeNumbers huge = withoutHugeNumbers(text);
    Handler again(huge, handler);
    json::sax_parse(huge.text.begin(), huge.text.end(), &again);
    return again.stop();
}

}  // namespace apportion::json
