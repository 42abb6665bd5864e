// SPDX-License-Identifier: GPL-3.0-or-later
// Values by keys of several numbers: a hash table with open addressing, for keys that are asked for
// at every step and hardly ever added.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace apportion {

template <std::size_t Size, typename Value>
class KeyTable {
public:
    using Key = std::array<std::int64_t, Size>;

    std::size_t size() const { return size_; }
    void clear() {
        entries_.clear();
        size_ = 0;
    }
    // Nothing if the key was not added.
    const Value* find(const Key& key) const {
        if (entries_.empty())
            return nullptr;
        const Entry& entry = entries_[placeOf(key)];
        return entry.used ? &entry.value : nullptr;
    }
    // The value of the key, added if it is new, and whether it was. Valid until the next addition.
    std::pair<Value*, bool> tryEmplace(const Key& key, const Value& value) {
        if (entries_.empty())
            entries_.resize(kLeast);
        Entry* entry = &entries_[placeOf(key)];
        if (entry->used)
            return {&entry->value, false};
        if (2 * (size_ + 1) > entries_.size()) {
            grow();
            entry = &entries_[placeOf(key)];
        }
        *entry = {key, value, true};
        ++size_;
        return {&entry->value, true};
    }

private:
    static constexpr std::size_t kLeast = 16;  // a power of two, as all sizes
    struct Entry {
        Key key{};
        Value value{};
        bool used = false;
    };

    // Without a call to memcmp(), as std::array has it.
    static bool same(const Key& a, const Key& b) {
        std::int64_t differs = 0;
        for (std::size_t i = 0; i < Size; ++i)
            differs |= a[i] ^ b[i];
        return differs == 0;
    }
    // Where it stands, or would be added.
    std::size_t placeOf(const Key& key) const {
        std::uint64_t mixed = 0;
        std::uint64_t factor = 0x9E3779B97F4A7C15;
        for (const std::int64_t part : key) {
            mixed += static_cast<std::uint64_t>(part) * factor;
            factor = factor * 3 + 2;
        }
        mixed ^= mixed >> 32;
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = static_cast<std::size_t>((mixed * 0x9E3779B97F4A7C15) >> 40) & mask;
        while (entries_[at].used && !same(entries_[at].key, key))
            at = (at + 1) & mask;
        return at;
    }
    void grow() {
        std::vector<Entry> before(entries_.size() * 2);
        before.swap(entries_);
        for (Entry& entry : before)
            if (entry.used)
                entries_[placeOf(entry.key)] = std::move(entry);
    }

    std::vector<Entry> entries_;
    std::size_t size_ = 0;
};

}  // namespace apportion
