// SPDX-License-Identifier: GPL-3.0-or-later
// Journal entries as canonical JSON (keys sorted, no blanks) and the chain of hashes over them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/journal.h"

namespace apportion::store {

// 64 zeros: what the first entry is chained to.
std::string firstHash();
// SHA-256 over the previous hash (its hexadecimal digits) and the entry's text.
std::string chainHash(std::string_view previous, std::string_view text);
// The same of a text that comes in pieces.
class ChainHash {
public:
    explicit ChainHash(std::string_view previous);
    ~ChainHash();
    ChainHash(const ChainHash&) = delete;
    ChainHash& operator=(const ChainHash&) = delete;

    void add(std::string_view piece);
    std::string text();  // once, at the end

private:
    struct State;
    std::unique_ptr<State> state_;
};

// Everything of the entry but its hash.
std::string entryText(const JournalEntry& entry);
// Nothing if it is no entry, or not in canonical form as far as it is read. The hash stays empty.
std::optional<JournalEntry> entryFromText(std::string_view text, const FactFilter& filter = {});
// Gives each fact away as it comes, instead of keeping them: also of what turns out to be no entry.
std::optional<JournalEntry> entryFromText(std::string_view text,
                                          const std::function<bool(Fact&&)>& take);

// As a string stands in an entry's text, with its quotes.
std::string canonicalString(std::string_view text);

// The same value with its keys sorted and without blanks; nothing if it is no JSON.
std::optional<std::string> canonicalText(std::string_view json);

}  // namespace apportion::store
