// SPDX-License-Identifier: GPL-3.0-or-later
// Amounts and times as people type them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/project.h"

namespace apportion {

// "8", "0.25"; not negative.
std::optional<Gpu> gpuArgument(std::string_view text);
// Within 32 bits.
std::optional<std::int64_t> wholeArgument(std::string_view text);
// Cores or GiB as decimals, in units of which `scale` make one.
std::optional<std::int64_t> amountArgument(std::string_view text, std::int64_t scale);
// "90", "90s", "15m", "2h", "1d", "1h 30m", "1h30m", "2 days".
std::optional<Duration> durationArgument(std::string_view text);
// The words of time that it knows, in small letters, with the unit of each: 'd', 'h', 'm' or 's'.
std::span<const std::pair<std::string_view, char>> timeWords();
// Bytes of one: "MiB", "GiB" and "TiB", for short "M", "G" and "T", are powers of 1024; "MB", "GB"
// and "TB" are powers of 1000. In any case; nothing if it is no such unit.
std::optional<std::int64_t> memoryUnit(std::string_view word);
// "64", which is GiB, "512 MiB", "1.5TiB"; "2 TB", in whole MiB nearest to it.
std::optional<Memory> memoryArgument(std::string_view text);
// Bytes by which what memoryArgument() makes of it is more than that, or less; 0 = it is that, or
// nothing.
std::int64_t memoryRounding(std::string_view text);
// "2026-11-20T20:00:00Z", also without the Z, which means UTC all the same.
std::optional<Moment> momentArgument(std::string_view text);
// "training", or "DLC" as the cloud calls it.
std::optional<Module> moduleArgument(std::string_view text);
// "Quota1.1=56": the name and the amount behind the last '='.
std::optional<std::pair<std::string, Gpu>> sizeArgument(std::string_view text);
// Whether it is one JSON value: what is read as part of a larger text must not go on behind it.
bool isOneJson(std::string_view text);

}  // namespace apportion
