// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/slurm_values.h"

#include <algorithm>

#include "core/io/traces/field_values.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

constexpr std::string_view kGpus = "gres/gpu";

// "gres/gpu" or "gres/gpu:a100", but not "gres/gpumem".
bool isGpus(std::string_view kind) {
    return kind.substr(0, kGpus.size()) == kGpus &&
           (kind.size() == kGpus.size() || kind[kGpus.size()] == ':');
}

// What stands before the separator; `rest` becomes what is behind it, empty if there is none.
std::string_view cut(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
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

// The GPUs of a text by type.
struct Types {
    std::string_view first;
    std::int64_t gpus = 0;  // that have one
    bool several = false;

    void add(std::string_view type, std::int64_t count) {
        several = several || (gpus > 0 && type != first);
        first = type;
        gpus += count;
    }
};

// "gpu:4", "gpu:a100:4", "gpu".
bool addGres(std::string_view text, Tres& tres, Types& types) {
    if (cut(text, ':') != "gpu")
        return true;
    const std::size_t colon = text.rfind(':');
    const auto count = countValue(colon == std::string_view::npos ? text : text.substr(colon + 1));
    if (!text.empty() && (!count || *count > kMostGpusOfJob))
        return false;
    tres.gpus += count.value_or(1);
    if (colon != std::string_view::npos && *count > 0)
        types.add(text.substr(0, colon), *count);
    return true;
}

// A type that stands for all is the job's; of a part, or of several, none is.
void settleTypes(const Types& types, Tres& tres) {
    // The sum stands beside the types, but not in all versions.
    tres.gpus = std::max(tres.gpus, types.gpus);
    tres.mixedTypes = types.gpus > 0 && (types.several || types.gpus < tres.gpus);
    if (!tres.mixedTypes)
        tres.gpuType = types.first;
}

// Whether the memory of all is within bounds. Of a number that is not told it is one.
bool settleMemory(Per per, std::int64_t nodes, Tres& tres) {
    if (per == Per::job)
        return true;
    std::int64_t count = per == Per::node ? nodes : (tres.cpu + kOneCore - 1) / kOneCore;
    tres.memoryOfOne = count == 0;
    count = std::max<std::int64_t>(count, 1);
    if (tres.memory > kMostMemory / count)
        return false;
    tres.memory *= count;
    return true;
}

enum class Writing { tres, gres };

std::optional<Tres> valueOf(std::string_view text, Writing writing) {
    Tres tres;
    Types types;
    Per per = Per::job;
    std::int64_t nodes = 0;
    while (!text.empty()) {
        std::string_view value = cut(text, ',');
        if (value.find('=') == std::string_view::npos) {
            if (writing == Writing::tres || !isResourceName(value) || !addGres(value, tres, types))
                return {};
            continue;
        }
        std::string_view kind = cut(value, '=');
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
            nodes = countValue(value).value_or(0);
        } else if (isGpus(kind)) {
            const auto count = countValue(value);
            if (!count || *count > kMostGpusOfJob)
                return {};
            kind.remove_prefix(kGpus.size());
            if (kind.empty()) {
                tres.gpus = *count;
            } else if (*count > 0) {
                types.add(kind.substr(1), *count);
            }
        }
    }
    settleTypes(types, tres);
    if (tres.gpus > kMostGpusOfJob || !settleMemory(per, nodes, tres))
        return {};
    return tres;
}

}  // namespace

bool isResourceName(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               std::string_view("/:_.-()").find(c) != std::string_view::npos;
    });
}

std::optional<Tres> tresValue(std::string_view text) {
    return valueOf(text, Writing::tres);
}

std::optional<Tres> gresValue(std::string_view text) {
    return valueOf(text, Writing::gres);
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
        const auto value = countValue(cut(text, ':'));
        if (!value || *value > kMostTime / kSecond / 3600)
            return {};
        minutes = minutes * 60 + *value;
    }
    const auto seconds = secondsValue(text);
    const Duration elapsed = (days * 1440 + minutes) * 60 * kSecond + seconds.value_or(0);
    return seconds && elapsed <= kMostTime ? std::optional(elapsed) : std::nullopt;
}

}  // namespace apportion
