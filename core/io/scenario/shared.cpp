// SPDX-License-Identifier: GPL-3.0-or-later
// What several parts of a scenario have in common.
#include "core/io/scenario/parts.h"

namespace apportion::scenario {

using json::Field;
using json::Object;

namespace {

constexpr std::array<std::string_view, 3> kDimensions{"gpu", "cpu", "memory"};

template <typename T, typename Read>
void readOptional(const Field& field, std::optional<T>& target, Read read) {
    T value{};
    if (read(field, value))
        target = value;
}

// Who writes a bare number means GPUs, but it could be any of them.
bool isBareNumber(const Field& field) {
    if (field.value.type() != json::Type::number)
        return false;
    field.error("wrong-type.resources");
    return true;
}

}  // namespace

bool readReference(const Field& field, std::string& target) {
    if (!json::readText(field, target))
        return false;
    if (target.empty())
        field.error("name-empty");
    return !target.empty();
}

void readResources(const Field& field, Resources& resources) {
    if (!field || isBareNumber(field))
        return;
    const Object object(field, kDimensions);
    if (!object.valid())
        return;
    json::readGpu(object["gpu"], resources.gpu);
    json::readCpu(object["cpu"], resources.cpu);
    json::readMemory(object["memory"], resources.memory);
}

void readLimit(const Field& field, Limit& limit) {
    if (!field || isBareNumber(field))
        return;
    const Object object(field, kDimensions);
    if (!object.valid())
        return;
    readOptional(object.given("gpu"), limit.gpu, json::readGpu);
    readOptional(object.given("cpu"), limit.cpu, json::readCpu);
    readOptional(object.given("memory"), limit.memory, json::readMemory);
}

void readLabels(const Field& field, Labels& labels) {
    json::readMembers(field, [&](const Field& label, std::string_view key) {
        std::string text;
        if (json::readText(label, text))
            labels.emplace(key, std::move(text));
    });
}

void readRange(const Field& field, PriorityRange& range) {
    if (!field)
        return;
    // Who is told of a list alone comes back with one of one number.
    if (field.value.type() == json::Type::number) {
        field.error("range-length.number", {});
        return;
    }
    if (!field.is(json::Type::array))
        return;
    if (const auto size = field.value.size(); size != 2) {
        field.error("range-length", {{"count", Value::ofCount(static_cast<std::int64_t>(size))}});
        return;
    }
    int* end = &range.from;
    json::readArray(field, [&](const Field& number) {
        json::readWhole(number, *end);
        end = &range.to;
    });
}

bool readModule(const Field& field, Module& module) {
    constexpr std::array<std::string_view, 6> kModuleWords{"training", "notebook", "inference",
                                                           "DLC",      "DSW",      "EAS"};
    const auto position = json::readWord(field, kModuleWords);
    if (position)
        module = static_cast<Module>(*position % kModules);
    return position.has_value();
}

void readModules(const Field& field, ModuleSet& modules) {
    json::readArray(field, [&](const Field& element) {
        Module module{};
        if (readModule(element, module))
            modules.set(static_cast<std::size_t>(module));
    });
}

void readPlacement(const Field& field, Placement& placement) {
    constexpr std::array<std::string_view, 2> kKeys{"node", "gpu"};
    const Object object(field, kKeys);
    if (!object.valid())
        return;
    json::readText(object.required("node"), placement.node);
    json::readGpu(object.required("gpu"), placement.gpu);
}

}  // namespace apportion::scenario
