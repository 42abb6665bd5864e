// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/field.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_set>

#include "core/model/nearest.h"
#include "core/model/number_text.h"

namespace apportion::json {

namespace {

using Said = apportion::Value;  // an argument of a message

Said said(std::string_view text) {
    constexpr std::size_t kShown = 80;
    auto length = std::min(text.size(), kShown);
    // Not in the middle of a character.
    while (length < text.size() && length > 0 &&
           (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
        --length;
    return Said::ofText(std::string{text.substr(0, length)});
}

// All of them: a list would be cut, and here every word counts.
Said listOf(std::span<const std::string_view> words) {
    std::string text;
    for (const auto word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return Said::ofText(std::move(text));
}

std::string nearest(std::string_view word, std::span<const std::string_view> words) {
    return nearestWord(word, {words.begin(), words.end()});
}

// Whether one is a slip of the pen of the other.
bool isSlip(std::string_view written, std::string_view meant) {
    constexpr std::size_t kLettersASlip = 3;
    return editDistance(written, meant) <= std::max<std::size_t>(1, written.size() / kLettersASlip);
}

// Whether a number that could not be read is too large, rather than too finely divided.
bool isHuge(std::string_view digits, std::int64_t scale) {
    double value = 0;
    const auto end = digits.data() + digits.size();
    if (std::from_chars(digits.data(), end, value).ec == std::errc::result_out_of_range)
        return digits.find("e-") == std::string_view::npos &&
               digits.find("E-") == std::string_view::npos;
    constexpr double kMost = 9.2e18;
    return std::abs(value) * static_cast<double>(scale) >= kMost;
}

}  // namespace

std::string Path::pointer() const {
    const auto base = above ? above->pointer() : std::string{};
    if (index != kNoIndex)
        return pointerTo(base, index);
    return above || !key.empty() ? pointerTo(base, key) : base;
}

bool Field::is(Type type) const {
    if (value.type() == type)
        return true;
    error("wrong-type",
          {{"expected", said(typeText(type))}, {"found", said(typeText(value.type()))}});
    return false;
}

void Field::error(std::string_view code, std::initializer_list<Argument> arguments) const {
    findings->error(path.pointer(), code, arguments);
}

Object::Object(const Field& field, std::span<const std::string_view> known,
               std::optional<Misplaced> misplaced)
    : path_(field.path), findings_(field.findings), known_(known) {
    if (!field || !field.is(Type::object))
        return;
    valid_ = true;
    std::vector<Field> unknown;
    for (const auto member : field.value) {
        const auto key = member.key();
        const auto found = std::find(known.begin(), known.end(), key);
        const Field there{member, path_ / key, findings_};
        if (found == known.end()) {
            if (misplaced && misplaced->key == key)
                there.error(misplaced->code, {{"key", said(key)}});
            else
                unknown.push_back(there);
            continue;
        }
        auto& slot = members_[static_cast<std::size_t>(found - known.begin())];
        if (slot.exists())
            there.error("duplicate-key",
                        {{"key", said(key)}, {"first", Said::ofText(there.path.pointer())}});
        else
            slot = member;
    }
    for (const Field& each : unknown)
        tellUnknown(each);
}

// A key that stands here already is only named where nothing else can be meant.
void Object::tellUnknown(const Field& field) const {
    const auto key = field.path.key;
    const std::string found = nearest(key, known_);
    std::vector<std::string_view> missing;
    for (const auto word : known_)
        if (!(*this)[word])
            missing.push_back(word);
    if ((*this)[found] && isSlip(key, found))
        field.error(
            "unknown-key.given",
            {{"key", said(key)}, {"nearest", Said::ofText(found)}, {"keys", listOf(known_)}});
    else if (missing.empty())
        field.error("unknown-key.full", {{"key", said(key)}, {"keys", listOf(known_)}});
    else
        tellUnknownKey(field, known_, missing);
}

Field memberOf(const Field& field, std::string_view key) {
    for (const auto member : field.value)
        if (member.key() == key)
            return {member, field.path / key, field.findings};
    field.error("missing-key", {{"key", said(key)}});
    return {};
}

Field Object::operator[](std::string_view key) const {
    const auto found = std::find(known_.begin(), known_.end(), key);
    return {members_[static_cast<std::size_t>(found - known_.begin())], path_ / key, findings_};
}

Field Object::given(std::string_view key) const {
    auto field = (*this)[key];
    if (field && field.isNull())
        field.value = {};
    return field;
}

Field Object::required(std::string_view key) const {
    auto field = (*this)[key];
    if (!field && valid_)
        findings_->error(path_.pointer(), "missing-key", {{"key", said(key)}});
    return field;
}

bool readText(const Field& field, std::string& target) {
    if (!field || !field.is(Type::string))
        return false;
    target = field.value.text();
    return true;
}

bool readFlag(const Field& field, bool& target) {
    if (!field || !field.is(Type::boolean))
        return false;
    target = field.value.flag();
    return true;
}

bool readDecimal(const Field& field, std::int64_t scale, int places, std::int64_t& target) {
    if (!field || !field.is(Type::number))
        return false;
    const auto digits = field.value.text();
    if (const auto number = scaledNumber(digits, scale)) {
        target = *number;
        return true;
    }
    if (isHuge(digits, scale))
        field.error("bad-number", {{"value", said(digits)}});
    else if (places == 0)
        field.error("not-whole", {{"value", said(digits)}});
    else if (scale == kOneGib)
        field.error("not-whole-mib", {{"value", said(digits)}});
    else
        field.error("too-many-places",
                    {{"value", said(digits)}, {"places", Said::ofCount(places)}});
    return false;
}

bool readWhole(const Field& field, std::int64_t& target) {
    return readDecimal(field, 1, 0, target);
}

bool readWhole(const Field& field, int& target) {
    std::int64_t number = 0;
    if (!readWhole(field, number))
        return false;
    if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max()) {
        field.error("bad-number", {{"value", said(field.value.text())}});
        return false;
    }
    target = static_cast<int>(number);
    return true;
}

bool readGpu(const Field& field, Gpu& target) {
    return readDecimal(field, kOneGpu, 2, target);
}

bool readCpu(const Field& field, Cpu& target) {
    return readDecimal(field, kOneCore, 3, target);
}

bool readMemory(const Field& field, Memory& target) {
    return readDecimal(field, kOneGib, 10, target);
}

bool readSeconds(const Field& field, Instant& target) {
    return readDecimal(field, kSecond, 3, target);
}

std::optional<std::size_t> readWord(const Field& field, std::span<const std::string_view> words) {
    if (!field || !field.is(Type::string))
        return std::nullopt;
    const auto text = field.value.text();
    const auto found = std::find(words.begin(), words.end(), text);
    if (found != words.end())
        return static_cast<std::size_t>(found - words.begin());
    field.error("unknown-word", {{"value", said(text)},
                                 {"nearest", Said::ofText(nearest(text, words))},
                                 {"words", listOf(words)}});
    return std::nullopt;
}

void tellUnknownKey(const Field& field, std::span<const std::string_view> known,
                    std::span<const std::string_view> missing) {
    field.error("unknown-key", {{"key", said(field.path.key)},
                                {"nearest", Said::ofText(nearest(field.path.key, missing))},
                                {"keys", listOf(known)}});
}

void tellUnknownKey(const Field& field, std::span<const std::string_view> known) {
    tellUnknownKey(field, known, known);
}

void tellDuplicates(const Field& object) {
    std::unordered_set<std::string_view> seen;
    for (const auto member : object.value) {
        if (seen.insert(member.key()).second)
            continue;
        const Field there{member, object.path / member.key(), object.findings};
        there.error("duplicate-key",
                    {{"key", said(member.key())}, {"first", Said::ofText(there.path.pointer())}});
    }
}

}  // namespace apportion::json
