// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a sanitizer looks on: everything takes several times as long then, and its allocator
// keeps what was freed.
#pragma once

namespace apportion::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// What random instances are divided by: memory errors show in few of them.
inline constexpr int kFewer = kSanitized ? 4 : 1;

}  // namespace apportion::testing
