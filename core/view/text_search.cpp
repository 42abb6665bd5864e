// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/text_search.h"

#include <algorithm>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace apportion {

namespace {

template <typename Text>
bool isAscii(const Text& text) {
    return std::all_of(text.begin(), text.end(), [](auto c) { return (c & ~0x7f) == 0; });
}

template <typename Letter>
Letter small(Letter c) {
    return c >= 'A' && c <= 'Z' ? static_cast<Letter>(c - 'A' + 'a') : c;
}

// Nearly all texts and what is looked for are plain: that costs next to nothing.
template <typename Text>
std::size_t findPlain(const Text& text, const std::string& part) {
    const auto at =
        std::search(text.begin(), text.end(), part.begin(), part.end(), [](auto a, char b) {
            return small(a) == static_cast<decltype(a)>(static_cast<unsigned char>(b));
        });
    return at == text.end() ? Text::npos : static_cast<std::size_t>(at - text.begin());
}

// A letter without its accents and its case; "ß" becomes two. Other marks than accents tell words
// apart, those of the scripts of India for instance: they stay.
void addFolded(char32_t letter, std::u16string& to) {
    if (letter < 0x80) {
        to.push_back(static_cast<char16_t>(small(letter)));
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    static const icu::Normalizer2* const parts = icu::Normalizer2::getNFKDInstance(status);
    const auto code = static_cast<UChar32>(letter);
    icu::UnicodeString text;
    if (parts == nullptr || !parts->getDecomposition(code, text))
        text = code;
    text.foldCase();
    for (int32_t i = 0; i < text.length(); ++i)
        if (ublock_getCode(text[i]) != UBLOCK_COMBINING_DIACRITICAL_MARKS)
            to.push_back(text[i]);
}

// With the place in the text as written that each of its units comes from.
struct Folded {
    std::u16string text;
    std::vector<TextSearch::Place> places;
};

Folded fold(std::u16string_view text) {
    const icu::UnicodeString letters(false, text.data(), static_cast<int32_t>(text.size()));
    Folded folded;
    for (int32_t at = 0; at < letters.length();) {
        const int32_t next = letters.moveIndex32(at, 1);
        addFolded(static_cast<char32_t>(letters.char32At(at)), folded.text);
        const TextSearch::Place place{static_cast<std::size_t>(at), static_cast<std::size_t>(next)};
        // An accent of its own belongs to the letter before it.
        if (folded.text.size() == folded.places.size() && !folded.places.empty())
            folded.places.back().end = place.end;
        folded.places.resize(folded.text.size(), place);
        at = next;
    }
    return folded;
}

std::u16string utf16(std::string_view text) {
    const auto wide = icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
    return {wide.getBuffer(), static_cast<std::size_t>(wide.length())};
}

}  // namespace

TextSearch::TextSearch(std::string_view part) : part_(fold(utf16(part)).text) {
    if (isAscii(part_))
        ascii_.assign(part_.begin(), part_.end());
}

bool TextSearch::isIn(std::string_view text) const {
    if (isEmpty())
        return true;
    if (!isAscii(text))
        return placeIn(utf16(text)).has_value();
    return !ascii_.empty() && findPlain(text, ascii_) != std::string_view::npos;
}

std::optional<TextSearch::Place> TextSearch::placeIn(std::u16string_view text) const {
    if (isEmpty())
        return Place{};
    if (isAscii(text)) {
        const std::size_t at = ascii_.empty() ? std::u16string_view::npos : findPlain(text, ascii_);
        return at == std::u16string_view::npos ? std::nullopt
                                               : std::optional(Place{at, at + ascii_.size()});
    }
    const Folded folded = fold(text);
    const std::size_t at = folded.text.find(part_);
    if (at == std::u16string::npos)
        return {};
    return Place{folded.places[at].begin, folded.places[at + part_.size() - 1].end};
}

std::vector<TextSearch> searchWords(std::string_view typed) {
    const icu::UnicodeString letters = icu::UnicodeString::fromUTF8(
        icu::StringPiece(typed.data(), static_cast<int32_t>(typed.size())));
    std::vector<TextSearch> words;
    for (int32_t at = 0; at < letters.length();) {
        int32_t end = at;
        while (end < letters.length() && !u_isUWhiteSpace(letters[end]))
            ++end;
        if (end > at) {
            std::string word;
            letters.tempSubStringBetween(at, end).toUTF8String(word);
            words.emplace_back(word);
        }
        at = end + 1;
    }
    return words;
}

}  // namespace apportion
