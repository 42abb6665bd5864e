// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/plain.h"

#include <cstddef>
#include <optional>

namespace apportion::json {

namespace {

constexpr int kDeepestPlain = 8;
constexpr std::size_t kMostDigits = 15;  // any number of so many is a number to everybody

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

class Reader {
public:
    Reader(std::string_view text, Tape& tape) : text_(text), tape_(tape) {}

    bool document() { return value(0) && at_ == text_.size(); }

private:
    bool take(char wanted) {
        if (at_ == text_.size() || text_[at_] != wanted)
            return false;
        ++at_;
        return true;
    }

    bool word(std::string_view wanted, Type type, bool flag) {
        if (text_.substr(at_, wanted.size()) != wanted)
            return false;
        at_ += wanted.size();
        tape_.scalar(type, wanted, flag);
        return true;
    }

    bool value(int depth) {
        if (at_ == text_.size() || depth > kDeepestPlain)
            return false;
        switch (text_[at_]) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                if (const auto characters = string()) {
                    tape_.scalar(Type::string, *characters);
                    return true;
                }
                return false;
            case 't':
                return word("true", Type::boolean, true);
            case 'f':
                return word("false", Type::boolean, false);
            case 'n':
                return word("null", Type::null, false);
            default:
                return number();
        }
    }

    bool object(int depth) {
        ++at_;
        tape_.open(Type::object);
        if (!take('}')) {
            do {
                const auto key = string();
                if (!key || !take(':'))
                    return false;
                tape_.key(*key);
                if (!value(depth + 1))
                    return false;
            } while (take(','));
            if (!take('}'))
                return false;
        }
        tape_.close();
        return true;
    }

    bool array(int depth) {
        ++at_;
        tape_.open(Type::array);
        if (!take(']')) {
            do
                if (!value(depth + 1))
                    return false;
            while (take(','));
            if (!take(']'))
                return false;
        }
        tape_.close();
        return true;
    }

    std::optional<std::string_view> string() {
        if (!take('"'))
            return {};
        const std::size_t begin = at_;
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '"')
                return text_.substr(begin, at_++ - begin);
            if (c < 0x20 || c > 0x7E || c == '\\')  // of the rest `char` is negative or above
                return {};
        }
        return {};
    }

    std::size_t digits() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && isDigit(text_[at_]))
            ++at_;
        return at_ - begin;
    }

    bool number() {
        const std::size_t begin = at_;
        const bool negative = take('-');
        const bool zero = at_ < text_.size() && text_[at_] == '0';
        std::size_t count = digits();
        if (count == 0 || (zero && count > 1))
            return false;
        if (take('.')) {
            const std::size_t places = digits();
            if (places == 0)
                return false;
            count += places;
        } else if (negative && zero) {
            return false;
        }
        if (count > kMostDigits || (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')))
            return false;
        tape_.scalar(Type::number, text_.substr(begin, at_ - begin));
        return true;
    }

    std::string_view text_;
    Tape& tape_;
    std::size_t at_ = 0;
};

}  // namespace

bool readPlain(std::string_view text, Tape& tape) {
    tape.clear();
    return Reader(text, tape).document();
}

}  // namespace apportion::json
