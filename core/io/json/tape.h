// SPDX-License-Identifier: GPL-3.0-or-later
// One element of a JSON document (a quota, a workload, an event) as a flat tape of values that is
// used again for the next one, so that a document of any length needs the memory of its largest
// element. Numbers keep their text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::json {

enum class Type : std::uint8_t { null, boolean, number, string, array, object };

// As messages show it: "null", "boolean", "number", "string", "array", "object".
std::string_view typeText(Type type);

class Tape;

// A value on a tape; valid until the tape is changed.
class Value {
public:
    Value() = default;
    Value(const Tape* tape, std::size_t cell) : tape_(tape), cell_(cell) {}

    bool exists() const { return tape_ != nullptr; }
    Type type() const;
    bool flag() const;              // of a boolean
    std::string_view text() const;  // of a string its characters, of a number its digits
    std::string_view key() const;   // of a member of an object

    // Members or elements in the order written.
    class Iterator {
    public:
        Iterator(const Tape* tape, std::size_t cell) : tape_(tape), cell_(cell) {}
        Value operator*() const { return {tape_, cell_}; }
        Iterator& operator++();
        bool operator!=(const Iterator& other) const { return cell_ != other.cell_; }

    private:
        const Tape* tape_;
        std::size_t cell_;
    };
    Iterator begin() const;
    Iterator end() const;
    std::size_t size() const;  // counts by walking

private:
    const Tape* tape_ = nullptr;
    std::size_t cell_ = 0;
};

class Tape {
public:
    void clear();
    std::size_t size() const { return cells_.size(); }
    // The key of the value that comes next.
    void key(std::string_view key);
    void scalar(Type type, std::string_view text, bool flag = false);
    void open(Type type);
    void close();
    // Whether every container is closed and there is a value.
    bool complete() const { return open_.empty() && !cells_.empty(); }
    Value root() const { return {this, 0}; }

private:
    friend class Value;
    struct Text {
        std::size_t at = 0;
        std::size_t length = 0;
    };
    struct Cell {
        Text text;
        Text key;
        std::size_t next = 0;  // the cell after this value and all that is in it
        Type type = Type::null;
        bool flag = false;
    };
    Text store(std::string_view text);
    std::string_view view(const Text& text) const;
    Cell& add(Type type);

    std::vector<Cell> cells_;
    std::vector<std::size_t> open_;
    std::string texts_;
    Text key_;
};

}  // namespace apportion::json
