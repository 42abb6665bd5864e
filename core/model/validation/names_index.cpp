// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/validation/names_index.h"

#include <bit>
#include <functional>

namespace apportion::validation {

namespace {

std::uint32_t hashOf(std::string_view name) {
    const std::uint64_t hash = std::hash<std::string_view>()(name);
    return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace

Names::Names(std::size_t most) : names_(most), slots_(std::bit_ceil(2 * most + 2)) {}

std::size_t Names::slotOf(std::string_view name, std::uint32_t hash) const {
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].position != kFree &&
           (slots_[at].hash != hash || names_[slots_[at].position] != name))
        at = (at + 1) & (slots_.size() - 1);
    return at;
}

void Names::add(std::string_view name, std::size_t position) {
    const std::uint32_t hash = hashOf(name);
    Slot& slot = slots_[slotOf(name, hash)];
    if (slot.position != kFree)
        return;
    slot = {hash, static_cast<std::uint32_t>(position)};
    names_[position] = name;
    ++size_;
}

std::optional<std::size_t> Names::find(std::string_view name) const {
    const Slot& slot = slots_[slotOf(name, hashOf(name))];
    return slot.position == kFree ? std::nullopt : std::optional<std::size_t>(slot.position);
}

}  // namespace apportion::validation
