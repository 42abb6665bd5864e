// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/slurm_values.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/io/traces/field_values.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

bool takePrefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

// "gres/gpu", "gres:gpu" or "gpu", each also with a type or an amount behind it; `text` becomes
// what follows the word; but not "gres/gpumem". Some clusters call slices of GPUs "mig" or
// "mig-1g.5gb".
bool takeGpus(std::string_view& text, Tres& tres) {
    std::string_view rest = text;
    takePrefix(rest, "gres/") || takePrefix(rest, "gres:");
    const bool slices = takePrefix(rest, "mig");
    if (!slices && !takePrefix(rest, "gpu"))
        return false;
    if (!rest.empty() && rest[0] != ':' && rest[0] != '=' && !(slices && rest[0] == '-'))
        return false;
    tres.slices = tres.slices || slices;
    text = rest;
    return true;
}

// What is measured of GPUs, and licences, whatever they are called, are none.
bool isBesideGpus(std::string_view kind) {
    takePrefix(kind, "gres/");
    return kind.starts_with("license/") || kind == "gpumem" || kind == "gpuutil";
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// Of what an amount of memory is told in old tables: "4Gn" is for each node, "2Gc" for each core.
enum class Per { job, node, core };

Per takePer(std::string_view& memory) {
    const char last = memory.empty() ? '0' : memory.back();
    if (memory.size() < 2 || (last != 'n' && last != 'c') || isDigit(memory[memory.size() - 2]))
        return Per::job;
    memory.remove_suffix(1);
    return last == 'n' ? Per::node : Per::core;
}

// "128G", "4000M", "1.5T", plain numbers in MiB.
std::optional<Memory> memoryValue(std::string_view text) {
    Memory scale = 1, divisor = 1;
    const char unit = text.empty() || isDigit(text.back()) ? 'M' : text.back();
    switch (unit) {
        case 'M':
            break;
        case 'K':
            divisor = kOneGib;
            break;
        case 'G':
            scale = kOneGib;
            break;
        case 'T':
            scale = kOneGib * 1024;
            break;
        case 'P':
            scale = kOneGib * 1024 * 1024;
            break;
        default:
            return {};
    }
    if (!text.empty() && text.back() == unit)
        text.remove_suffix(1);
    const auto value = amountValue(text, scale, kMostMemory);
    return value ? std::optional((*value + divisor - 1) / divisor) : std::nullopt;
}

// A part of a GPU as NVIDIA names its profiles, "1g.5gb", "a100_3g.20gb".
bool isSlice(std::string_view type) {
    constexpr std::string_view kDigits = "0123456789";
    const auto behindDigits = [&](std::size_t at) {
        return std::min(type.find_first_not_of(kDigits, at), type.size());
    };
    for (std::size_t at = type.find_first_of(kDigits); at < type.size();
         at = type.find_first_of(kDigits, at)) {
        at = behindDigits(at);
        const std::string_view mark = type.substr(at, 2);
        const std::size_t memory = behindDigits(at + mark.size());
        if ((mark == "g." || mark == "g_") && memory > at + 2 && type.substr(memory, 2) == "gb")
            return true;
    }
    return type.find("mig") != std::string_view::npos || type.find("MIG") != std::string_view::npos;
}

// The GPUs of a text by type.
struct Types {
    std::string_view first;
    std::int64_t gpus = 0;  // that have one
    bool several = false;
    bool slices = false;
    bool sumIsTold = false;

    void add(std::string_view type, std::int64_t count) {
        several = several || (gpus > 0 && type != first);
        slices = slices || isSlice(type);
        first = type;
        gpus += count;
    }
};

// The next of a list: commas also stand between brackets, "gpu:2(IDX:0,3)", where they tell which
// devices it were.
std::string_view cutGres(std::string_view& rest) {
    std::size_t end = 0;
    for (bool inside = false; end < rest.size() && (inside || rest[end] != ','); ++end)
        inside = rest[end] == '(' || (inside && rest[end] != ')');
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

// A small number in the place of a type may as well be a count, "gpu:2:3"; models have numbers of
// four digits.
bool mayBeCount(std::string_view type) {
    constexpr std::int64_t kLeastModel = 1000;
    const auto number = countValue(type);
    return number && *number < kLeastModel;
}

// "gpu:4", "gpu:a100:4", "gpu".
bool addGres(std::string_view text, std::int64_t nodes, Tres& tres, Types& types) {
    if (const std::size_t bracket = text.find('('); text.ends_with(')') && bracket > 0)
        text = text.substr(0, bracket);
    const bool ofNode = takePrefix(text, "PER_NODE:");
    if (!takeGpus(text, tres))
        return !mentionsGpus(text) || isBesideGpus(cutOff(text, ':'));
    const std::size_t sign = text.find_last_of(":=");
    const auto count =
        text.empty() ? std::optional<std::int64_t>(1) : countValue(text.substr(sign + 1));
    if (!count || *count > kMostGpusOfJob)
        return false;
    const std::string_view type =
        text.empty() || sign == 0 ? std::string_view() : text.substr(1, sign - 1);
    if (mayBeCount(type))
        return false;
    tres.gpusOfOne = tres.gpusOfOne || (ofNode && nodes == 0);
    const std::int64_t times = ofNode ? std::clamp<std::int64_t>(nodes, 1, kMostGpusOfJob) : 1;
    tres.gpus += *count * times;
    if (!type.empty() && *count > 0)
        types.add(type, *count * times);
    return true;
}

// A type that stands for all is the job's; of a part, of more than all, or of several, none is.
void settleTypes(const Types& types, Tres& tres) {
    // The sum stands beside the types, but not in all versions.
    const bool differs = types.gpus < tres.gpus || (types.sumIsTold && types.gpus > tres.gpus);
    tres.gpus = std::max(tres.gpus, types.gpus);
    tres.slices = tres.slices || types.slices;
    tres.mixedTypes = types.gpus > 0 && (types.several || differs);
    if (!tres.mixedTypes)
        tres.gpuType = types.first;
}

// Whether the memory of all is within bounds. Of a number that is not told it is one.
bool settleMemory(Per per, Tres& tres) {
    if (per == Per::job)
        return true;
    std::int64_t count = per == Per::node ? tres.nodes : (tres.cpu + kOneCore - 1) / kOneCore;
    tres.memoryOfOne = count == 0;
    count = std::max<std::int64_t>(count, 1);
    if (tres.memory > kMostMemory / count)
        return false;
    tres.memory *= count;
    return true;
}

enum class Writing { tres, gres };

// Whether what is no amount may stand in a list of the older columns.
bool isListed(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return c == '=' || c == ',' || isResourceName({&c, 1});
    });
}

std::optional<Tres> valueOf(std::string_view text, Writing writing, std::int64_t nodesOfJob) {
    const std::string_view list = text;
    Tres tres;
    Types types;
    Per per = Per::job;
    while (!text.empty()) {
        std::string_view value = writing == Writing::gres ? cutGres(text) : cutOff(text, ',');
        const bool isAmount = value.find('=') != std::string_view::npos;
        if (!isAmount || value.starts_with("PER_")) {
            if (writing == Writing::tres || !isListed(value) ||
                !addGres(value, nodesOfJob, tres, types))
                return {};
            continue;
        }
        std::string_view kind = cutOff(value, '=');
        if (kind.empty() || !isResourceName(kind) || value.empty() || !isDigit(value.front()))
            return {};
        if (kind == "cpu") {
            const auto cpu = amountValue(value, kOneCore, kMostCpu);
            if (!cpu)
                return {};
            tres.cpu = *cpu;
        } else if (kind == "mem") {
            per = takePer(value);
            const auto memory = memoryValue(value);
            if (!memory)
                return {};
            tres.memory = *memory;
        } else if (kind == "node") {
            const auto count = countValue(value);
            tres.nodes = count.value_or(0);
            tres.noNodes = count == 0;
        } else if (takeGpus(kind, tres)) {
            const auto count = countValue(value);
            if (!count || *count > kMostGpusOfJob || mayBeCount(kind.substr(kind.empty() ? 0 : 1)))
                return {};
            if (kind.empty()) {
                tres.gpus = *count;
                types.sumIsTold = true;
            } else if (*count > 0) {
                types.add(kind.substr(1), *count);
            }
        } else if (mentionsGpus(kind) && !isBesideGpus(kind)) {
            return {};
        }
    }
    settleTypes(types, tres);
    if (tres.gpus > kMostGpusOfJob || !settleMemory(per, tres) || !namedTwice(list).empty())
        return {};
    return tres;
}

// With a sign and a unit, which may be wrong.
bool isNumber(std::string_view text) {
    takePrefix(text, "-");
    return !text.empty() && isDigit(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return isDigit(c) || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
           });
}

}  // namespace

bool isResourceName(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               std::string_view("/:_.-+()").find(c) != std::string_view::npos;
    });
}

std::optional<Tres> tresValue(std::string_view text) {
    return valueOf(text, Writing::tres, 0);
}

std::string_view wrongAmount(std::string_view text) {
    std::string_view wrong;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view one = cutOff(rest, ',');
        if (one.empty())
            return {};
        if (tresValue(one))
            continue;
        std::string_view number = one;
        const std::string_view kind = cutOff(number, '=');
        if (!isNumber(number) || !tresValue(std::string(kind) + "=1"))
            return {};
        if (wrong.empty())
            wrong = one;
    }
    return wrong.empty() ? text : wrong;
}

std::string_view namedTwice(std::string_view text) {
    std::vector<std::string_view> names;  // "gres/gpu" and "gpu" are one
    names.reserve(8);
    for (std::string_view rest = text; !rest.empty();) {
        std::string_view name = cutOff(rest, ',');
        if (const std::size_t sign = name.find('='); sign != std::string_view::npos) {
            name = name.substr(0, sign);
            takePrefix(name, "gres/") || takePrefix(name, "gres:");
            names.push_back(name);
        }
    }
    // Sorted, as a line may have very many; equal ones in the order in which they stand.
    std::sort(names.begin(), names.end(), [](std::string_view a, std::string_view b) {
        const int order = a.compare(b);
        return order < 0 || (order == 0 && a.data() < b.data());
    });
    const char* again = nullptr;
    for (std::size_t i = 1; i < names.size(); ++i)
        if (names[i] == names[i - 1] && (!again || names[i].data() < again))
            again = names[i].data();
    if (!again)
        return {};
    const auto place = static_cast<std::size_t>(again - text.data());
    std::string_view rest = text.substr(text.substr(0, place).rfind(',') + 1);
    return cutOff(rest, '=');
}

std::optional<Tres> gresValue(std::string_view text, std::int64_t nodes) {
    return valueOf(text, Writing::gres, nodes);
}

bool isSlurmState(std::string_view text) {
    // Those of most jobs first.
    constexpr std::array<std::string_view, 27> kStates{
        "COMPLETED",     "FAILED",       "CANCELLED",    "TIMEOUT",       "OUT_OF_MEMORY",
        "NODE_FAIL",     "PREEMPTED",    "RUNNING",      "PENDING",       "REQUEUED",
        "DEADLINE",      "BOOT_FAIL",    "SUSPENDED",    "COMPLETING",    "CONFIGURING",
        "RESIZING",      "REVOKED",      "SIGNALING",    "SPECIAL_EXIT",  "STAGE_OUT",
        "STOPPED",       "REQUEUE_FED",  "REQUEUE_HOLD", "RESV_DEL_HOLD", "LAUNCH_FAILED",
        "RECONFIG_FAIL", "POWER_UP_NODE"};
    const std::string_view state = cutOff(text, ' ');
    if (state.ends_with('+'))
        return std::any_of(kStates.begin(), kStates.end(), [&](std::string_view known) {
            return known.starts_with(state.substr(0, state.size() - 1));
        });
    return std::find(kStates.begin(), kStates.end(), state) != kStates.end();
}

TraceJob::Ended endedBy(std::string_view state) {
    const auto isOneOf = [&](auto... words) { return (state.starts_with(words) || ...); };
    if (isOneOf("CANCELLED", "REVOKED"))
        return TraceJob::Ended::cancelled;
    if (isOneOf("PREEMPTED", "REQUEUE"))
        return TraceJob::Ended::evicted;
    return isOneOf("FAILED", "OUT_OF_ME", "NODE_FAIL", "BOOT_FAIL", "LAUNCH_FAILED", "DEADLINE")
               ? TraceJob::Ended::failed
               : TraceJob::Ended::finished;
}

bool mentionsGpus(std::string_view text) {
    constexpr std::string_view kWord = "gpu";
    return std::search(text.begin(), text.end(), kWord.begin(), kWord.end(), [](char a, char b) {
               return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
           }) != text.end();
}

bool isElapsed(std::string_view text) {
    const auto takeNumber = [&] {
        const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
        text.remove_prefix(end);
        return end > 0;
    };
    if (!takeNumber())
        return false;
    if (takePrefix(text, "-") && !takeNumber())
        return false;
    int parts = 0;
    for (; takePrefix(text, ":"); ++parts)
        if (!takeNumber())
            return false;
    return parts >= 1 && parts <= 2 &&
           (text.empty() || (takePrefix(text, ".") && takeNumber() && text.empty()));
}

std::optional<Duration> elapsedValue(std::string_view text) {
    std::int64_t days = 0;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const auto value = countValue(text.substr(0, dash));
        if (!value || *value > kMostTime / kSecond / 86'400)
            return {};
        days = *value;
        text.remove_prefix(dash + 1);
    }
    const auto parts = std::count(text.begin(), text.end(), ':');
    if (parts < 1 || parts > 2)
        return {};
    std::int64_t minutes = 0;
    for (auto left = parts; left > 0; --left) {
        const auto value = countValue(cutOff(text, ':'));
        if (!value || *value > kMostTime / kSecond / 3600)
            return {};
        minutes = minutes * 60 + *value;
    }
    const auto seconds = secondsValue(text);
    const Duration elapsed = (days * 1440 + minutes) * 60 * kSecond + seconds.value_or(0);
    return seconds && elapsed <= kMostTime ? std::optional(elapsed) : std::nullopt;
}

}  // namespace apportion
