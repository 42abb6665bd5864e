// SPDX-License-Identifier: GPL-3.0-or-later
// Settings, epoch and nodes.
#include <algorithm>

#include "core/io/scenario/enum_field.h"
#include "core/io/scenario/parts.h"

namespace apportion::scenario {

using json::Field;
using json::Object;

namespace {

bool digitsIn(std::string_view text, std::size_t from, std::size_t count, int least, int most) {
    int number = 0;
    for (auto i = from; i < from + count; ++i) {
        if (i >= text.size() || text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10 + (text[i] - '0');
    }
    return least <= number && number <= most;
}

int daysOf(std::string_view date) {
    const auto number = [&](std::size_t from, std::size_t count) {
        int value = 0;
        for (auto i = from; i < from + count; ++i)
            value = value * 10 + (date[i] - '0');
        return value;
    };
    constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int year = number(0, 4);
    const int month = number(5, 2);
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

// 2026-11-20T09:00:00Z, with or without seconds and their fraction; Z or an offset.
bool isMoment(std::string_view text) {
    if (text.size() < 17 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':')
        return false;
    if (!digitsIn(text, 0, 4, 0, 9999) || !digitsIn(text, 5, 2, 1, 12) ||
        !digitsIn(text, 8, 2, 1, 31) || !digitsIn(text, 8, 2, 1, daysOf(text)) ||
        !digitsIn(text, 11, 2, 0, 23) || !digitsIn(text, 14, 2, 0, 59))
        return false;
    auto rest = text.substr(16);
    if (rest[0] == ':') {
        if (!digitsIn(rest, 1, 2, 0, 60))
            return false;
        rest.remove_prefix(3);
        if (!rest.empty() && rest[0] == '.') {
            const auto end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
            if (end == 1)
                return false;
            rest.remove_prefix(end);
        }
    }
    if (rest == "Z")
        return true;
    return rest.size() == 6 && (rest[0] == '+' || rest[0] == '-') && rest[3] == ':' &&
           digitsIn(rest, 1, 2, 0, 23) && digitsIn(rest, 4, 2, 0, 59);
}

}  // namespace

void readEpoch(const Field& field, std::string& epoch) {
    if (field && field.isNull())
        return;
    if (!field || !field.is(json::Type::string))
        return;
    const auto text = field.value.text();
    if (isMoment(text))
        epoch = text;
    else
        field.error("bad-epoch", {{"value", Value::ofText(std::string{text})}});
}

void readSettings(const Field& field, Settings& settings) {
    constexpr std::array<std::string_view, 7> kKeys{
        "placement",  "consolidation",  "moveLoss",     "gracePeriod",
        "minRuntime", "balanceTimeout", "agingInterval"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    readEnum(object["placement"], settings.placement);
    json::readFlag(object["consolidation"], settings.consolidation);
    if (const Field loss = object["moveLoss"]; loss && loss.isNull())
        settings.moveLoss.reset();
    else if (Duration most = 0; json::readSeconds(loss, most))
        settings.moveLoss = most;
    json::readSeconds(object["gracePeriod"], settings.gracePeriod);
    json::readSeconds(object["minRuntime"], settings.minRuntime);
    json::readSeconds(object["balanceTimeout"], settings.balanceTimeout);
    json::readSeconds(object["agingInterval"], settings.agingInterval);
}

void readNodeGroup(const Field& field, NodeGroup& group) {
    constexpr std::array<std::string_view, 7> kKeys{"name", "count",  "gpu",   "gpuType",
                                                    "cpu",  "memory", "labels"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    auto& node = group.node;
    json::readText(object.required("name"), node.name);
    json::readWhole(object["count"], group.count);
    json::readGpu(object.required("gpu"), node.gpu);
    readReference(object.given("gpuType"), node.gpuType);
    if (Cpu cpu = 0; json::readCpu(object.given("cpu"), cpu))
        node.cpu = cpu;
    if (Memory memory = 0; json::readMemory(object.given("memory"), memory))
        node.memory = memory;
    readLabels(object["labels"], node.labels);
}

}  // namespace apportion::scenario
