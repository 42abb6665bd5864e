// SPDX-License-Identifier: GPL-3.0-or-later
// How the values of a change are written as arguments. A form has a kind, the words it allows, and
// read() and write(). What read() does not take is refused before the rights; a Read<> holds its
// own refusal, which comes after them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/change/change.h"
#include "core/change/command.h"
#include "core/change/timetable_text.h"
#include "core/change/units.h"
#include "core/model/date_text.h"
#include "core/model/journal.h"
#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion::rows {

struct Text {
    static constexpr auto kind = ArgumentKind::text;
    static std::optional<std::string> read(std::string_view, const std::string& text) {
        return text.empty() ? std::nullopt : std::optional(text);
    }
    static std::string write(const std::string& value) { return value; }
};

inline constexpr std::string_view kNone = "none";

// A text, or "none" for an empty one.
struct TextOrNone : Text {
    static std::optional<std::string> read(std::string_view name, const std::string& text);
    static std::string write(const std::string& value);
};

// A value that two functions of core/change/units.h and core/model read and write.
template <ArgumentKind is, auto from, auto to>
struct Amount {
    static constexpr auto kind = is;
    static auto read(std::string_view, const std::string& text) { return from(text); }
    static std::string write(std::int64_t value) { return to(value); }
};

inline std::optional<Cpu> coresArgument(std::string_view text) {
    return amountArgument(text, kOneCore);
}
inline std::string wholeText(std::int64_t value) {
    return std::to_string(value);
}
inline std::string delayText(Duration value) {
    return std::to_string(value / kSecond) + "s";
}

using Gpus = Amount<ArgumentKind::gpu, gpuArgument, gpuText>;
using Whole = Amount<ArgumentKind::number, wholeArgument, wholeText>;
using Cores = Amount<ArgumentKind::amount, coresArgument, cpuText>;
using Gib = Amount<ArgumentKind::memory, memoryArgument, memoryText>;
using Seconds = Amount<ArgumentKind::seconds, durationArgument, secondsText>;
using Delay = Amount<ArgumentKind::seconds, durationArgument, delayText>;
using At = Amount<ArgumentKind::moment, momentArgument, dateText>;

// An amount, or "none": not bounded.
tl::unexpected<Problems> noBound(std::string_view name, const std::string& text, ArgumentKind kind);
template <typename Form>
struct OrNone {
    using Value = Read<std::optional<std::int64_t>>;
    static constexpr auto kind = ArgumentKind::text;
    static std::optional<Value> read(std::string_view name, const std::string& text) {
        auto amount = Form::read(name, text);
        return amount || text == kNone ? Value(amount) : Value(noBound(name, text, Form::kind));
    }
    static std::string write(const Value& value) {
        return value && *value ? Form::write(**value) : std::string(kNone);
    }
};

struct Flag {
    static constexpr auto kind = ArgumentKind::flag;
    static std::optional<bool> read(std::string_view, const std::string& text) {
        return text == "true" ? std::optional(true) : std::nullopt;
    }
    static std::string write(bool) { return "true"; }
};

struct YesNo {
    static constexpr auto kind = ArgumentKind::word;
    static constexpr std::string_view words = "yes no";
    static std::optional<bool> read(std::string_view, const std::string& text) {
        return text == "yes";
    }
    static std::string write(bool value) { return value ? "yes" : "no"; }
};

// The words of an enum, in the order in which people think of them.
template <typename E>
inline constexpr std::string_view kWords{};
template <>
inline constexpr std::string_view kWords<ScaleMode> = "refuse drain reclaim";
template <>
inline constexpr std::string_view kWords<OverQuota> = "on idle-only off";
template <>
inline constexpr std::string_view kWords<NodeState> = "ready cordoned draining down";
template <>
inline constexpr std::string_view kWords<ProjectRole> = "administrator quota-administrator viewer";

template <typename E>
struct Word {
    static constexpr auto kind = ArgumentKind::word;
    static constexpr std::string_view words = kWords<E>;
    static std::optional<E> read(std::string_view, const std::string& text) {
        return fromWord<E>(text);
    }
    static std::string write(E value) { return std::string(word(value)); }
};

struct ModuleWord : Word<Module> {
    static constexpr std::string_view words = "training notebook inference DLC DSW EAS";
    static std::optional<Module> read(std::string_view, const std::string& text) {
        return moduleArgument(text);
    }
};

struct MemberWord {
    static constexpr auto kind = ArgumentKind::word;
    static constexpr std::string_view words = "admin member viewer none";
    static std::optional<SetMember::As> read(std::string_view, const std::string& text) {
        return SetMember::As{fromWord<Role>(text)};
    }
    static std::string write(const SetMember::As& value) {
        return value.role ? std::string(word(*value.role)) : "none";
    }
};

// The form of a Read<T>: `from` takes the argument's name and its text, `to` a value.
template <ArgumentKind is, auto from, auto to>
struct Part {
    static constexpr auto kind = is;
    static auto read(std::string_view name, const std::string& text) {
        return std::optional(from(name, text));
    }
    template <typename T>
    static std::string write(const Read<T>& value) {
        return value ? to(*value) : std::string();
    }
};

inline constexpr std::string_view kEachOnce = "QUOTA=GPUS, each quota once, such as Quota1.1=8";
Read<QuotaSize> readSize(std::string_view name, const std::string& text);
Read<QuotaSize> readPart(std::string_view name, const std::string& text);
std::string sizeText(const QuotaSize& size);
Read<Timetable::Step> readStep(std::string_view name, const std::string& text);
Read<PolicyChange> readPolicy(std::string_view name, const std::string& text);
std::string policyText(const PolicyChange& change);
Read<std::optional<SelfPreemption>> readSelf(std::string_view name, const std::string& text);
std::string selfText(const std::optional<SelfPreemption>& policy);
Read<std::optional<ChildPreemption>> readChild(std::string_view name, const std::string& text);
std::string childText(const std::optional<ChildPreemption>& policy);
Read<NodeGroup> readNodes(std::string_view name, const std::string& text);
std::string nodesText(const NodeGroup& group);
Read<PlanEdit> readPlanEdit(std::string_view name, const std::string& text);
std::string planEditText(const PlanEdit& edit);
Read<Labels> readLabels(std::string_view name, const std::string& text);
std::string labelsText(const Labels& labels);
Read<std::vector<Cap>> readCaps(std::string_view name, const std::string& text);
std::string capsText(const std::vector<Cap>& caps);
Read<Settings> readSettings(std::string_view name, const std::string& text);
std::string settingsText(const Settings& settings);

using Size = Part<ArgumentKind::text, readSize, sizeText>;
using Taken = Part<ArgumentKind::text, readPart, sizeText>;
using Step = Part<ArgumentKind::text, readStep, timetableText>;
using PolicyKeys = Part<ArgumentKind::json, readPolicy, policyText>;
using Self = Part<ArgumentKind::json, readSelf, selfText>;
using Child = Part<ArgumentKind::json, readChild, childText>;
using Nodes = Part<ArgumentKind::json, readNodes, nodesText>;
using Edit = Part<ArgumentKind::json, readPlanEdit, planEditText>;
using LabelSet = Part<ArgumentKind::json, readLabels, labelsText>;
using Caps = Part<ArgumentKind::json, readCaps, capsText>;
using SettingsText = Part<ArgumentKind::json, readSettings, settingsText>;
// Read where it is used, with places in the file it came from.
struct FileText : Text {
    static constexpr auto kind = ArgumentKind::json;
    static std::optional<std::string> read(std::string_view, const std::string& text) {
        return text;
    }
};

}  // namespace apportion::rows
