// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/tape.h"

#include <array>

namespace apportion::json {

std::string_view typeText(Type type) {
    constexpr std::array<std::string_view, 6> kTexts{"null",   "boolean", "number",
                                                     "string", "array",   "object"};
    return kTexts[static_cast<std::size_t>(type)];
}

Type Value::type() const {
    return tape_->cells_[cell_].type;
}

bool Value::flag() const {
    return tape_->cells_[cell_].flag;
}

std::string_view Value::text() const {
    return tape_->view(tape_->cells_[cell_].text);
}

std::string_view Value::key() const {
    return tape_->view(tape_->cells_[cell_].key);
}

Value::Iterator& Value::Iterator::operator++() {
    cell_ = tape_->cells_[cell_].next;
    return *this;
}

Value::Iterator Value::begin() const {
    return {tape_, cell_ + 1};
}

Value::Iterator Value::end() const {
    return {tape_, tape_->cells_[cell_].next};
}

std::size_t Value::size() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto child : *this)
        ++count;
    return count;
}

void Tape::clear() {
    cells_.clear();
    open_.clear();
    texts_.clear();
    key_ = {};
}

void Tape::key(std::string_view key) {
    key_ = store(key);
}

void Tape::scalar(Type type, std::string_view text, bool flag) {
    const auto stored = store(text);
    auto& cell = add(type);
    cell.text = stored;
    cell.flag = flag;
    cell.next = cells_.size();
}

void Tape::open(Type type) {
    add(type);
    open_.push_back(cells_.size() - 1);
}

void Tape::close() {
    cells_[open_.back()].next = cells_.size();
    open_.pop_back();
}

Tape::Text Tape::store(std::string_view text) {
    const Text stored{texts_.size(), text.size()};
    texts_ += text;
    return stored;
}

std::string_view Tape::view(const Text& text) const {
    return std::string_view{texts_}.substr(text.at, text.length);
}

Tape::Cell& Tape::add(Type type) {
    cells_.emplace_back();
    cells_.back().type = type;
    cells_.back().key = key_;
    key_ = {};
    return cells_.back();
}

}  // namespace apportion::json
