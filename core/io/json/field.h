// SPDX-License-Identifier: GPL-3.0-or-later
// Typed reading of values on a tape. What is wrong goes to the findings with its JSON pointer;
// the target then keeps its default, so that reading goes on and finds the rest.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/json/tape.h"
#include "core/model/findings.h"
#include "core/model/quantity.h"

namespace apportion::json {

// A place of the document, as a chain on the stack; a pointer is only made of it for a problem.
struct Path {
    const Path* above = nullptr;
    std::string_view key;
    std::size_t index = kNoIndex;
    static constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

    std::string pointer() const;
    Path operator/(std::string_view below) const { return {this, below}; }
    Path operator/(std::size_t below) const { return {this, {}, below}; }
};

// A value and where it stands. False if there is none.
struct Field {
    Value value;
    Path path;
    Findings* findings = nullptr;

    explicit operator bool() const { return value.exists(); }
    bool isNull() const { return value.type() == Type::null; }
    // Tells wrong-type unless the value is of that type.
    bool is(Type type) const;
    void error(std::string_view code, std::initializer_list<Argument> arguments = {}) const;
};

// The members of an object by key; tells unknown and duplicate keys and what is no object.
class Object {
public:
    // `known` must outlive the object; at most 32 keys. `misplaced` is one that people write here
    // and that belongs elsewhere, as the message of that code says.
    struct Misplaced {
        std::string_view key;
        const char* code;
    };
    Object(const Field& field, std::span<const std::string_view> known,
           std::optional<Misplaced> misplaced = {});

    bool valid() const { return valid_; }
    // No value if the key is missing.
    Field operator[](std::string_view key) const;
    // The same, where null means missing.
    Field given(std::string_view key) const;
    // The same; tells missing-key if there is none.
    Field required(std::string_view key) const;

private:
    void tellUnknown(const Field& field) const;

    static constexpr std::size_t kMostKeys = 32;
    Path path_;
    Findings* findings_;
    std::span<const std::string_view> known_;
    std::array<Value, kMostKeys> members_{};
    bool valid_ = false;
};

// A member of an object whose other keys are looked at later; tells missing-key if there is none.
Field memberOf(const Field& field, std::string_view key);

// Each leaves the target alone and gives false if the field has no value or a wrong one.
bool readText(const Field& field, std::string& target);
bool readFlag(const Field& field, bool& target);
// Decimals times `scale`, with at most `places` places: readDecimal(field, 100, 2, gpu).
bool readDecimal(const Field& field, std::int64_t scale, int places, std::int64_t& target);
bool readWhole(const Field& field, int& target);
bool readWhole(const Field& field, std::int64_t& target);
bool readGpu(const Field& field, Gpu& target);
bool readCpu(const Field& field, Cpu& target);
bool readMemory(const Field& field, Memory& target);
bool readSeconds(const Field& field, Instant& target);

// The position of the text among `words`; tells unknown-word.
std::optional<std::size_t> readWord(const Field& field, std::span<const std::string_view> words);

// Calls read(Field) for each element; tells what is no array.
template <typename Read>
bool readArray(const Field& field, Read&& read) {
    if (!field || !field.is(Type::array))
        return false;
    std::size_t index = 0;
    for (const auto element : field.value)
        read(Field{element, field.path / index++, field.findings});
    return true;
}

// Calls read(Field, key) for each member of an object with free keys; tells duplicate keys.
template <typename Read>
bool readMembers(const Field& field, Read&& read);

// Tells that the key of this field is none of those known, and the nearest of them, or of those
// that are missing beside it.
void tellUnknownKey(const Field& field, std::span<const std::string_view> known);
void tellUnknownKey(const Field& field, std::span<const std::string_view> known,
                    std::span<const std::string_view> missing);
// Tells each key of an object that stands there a second time.
void tellDuplicates(const Field& object);

template <typename Read>
bool readMembers(const Field& field, Read&& read) {
    if (!field || !field.is(Type::object))
        return false;
    tellDuplicates(field);
    for (const auto member : field.value)
        read(Field{member, field.path / member.key(), field.findings}, member.key());
    return true;
}

}  // namespace apportion::json
