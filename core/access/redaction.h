// SPDX-License-Identifier: GPL-3.0-or-later
// What one may know of another team: the module of its work, and no names.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/explanation.h"

namespace apportion {

// The names under which somebody may hear of workloads and quotas: nothing = their own.
class Alias {
public:
    using Name = std::function<std::optional<std::string>(std::string_view name)>;

    Alias() = default;
    template <std::invocable<std::string_view> Work>
    requires(!std::same_as<Work, Alias>) Alias(Work work, Name quota = {})
        : work_(std::move(work)), quota_(std::move(quota)) {}

    // False = all by their own names.
    explicit operator bool() const { return static_cast<bool>(work_); }
    std::optional<std::string> operator()(std::string_view workload) const {
        return work_(workload);
    }
    std::optional<std::string> ofQuota(std::string_view name) const {
        return quota_ ? quota_(name) : std::nullopt;
    }

private:
    Name work_;
    Name quota_;
};

// Quotas that somebody may not read: above one that they may read, elsewhere, and by a name that no
// quota has any more.
inline constexpr const char* kParentQuota = "a parent quota";
inline constexpr const char* kOtherQuota = "another quota";
inline constexpr const char* kFormerQuota = "a former quota";
// Work that nothing is known of.
inline constexpr const char* kOthersWork = "work of another team";
// "training work in Quota1.2", or "training work of another team" where that quota has an alias.
std::string aliasOf(const Workload& work, const Alias::Name& quota);

// A workload's name.
void redact(std::string& name, const Alias& alias);
void redactQuota(std::string& name, const Alias& alias);
void redact(Message& message, const Alias& alias);
void redact(Eviction& eviction, const Alias& alias);
void redact(RunsOn& runsOn, const Alias& alias);
// Also takes away the suggestions that would name somebody else's work as a thing to end.
void redact(Explanation& explanation, const Alias& alias);

}  // namespace apportion
