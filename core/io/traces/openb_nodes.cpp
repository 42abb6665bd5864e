// SPDX-License-Identifier: GPL-3.0-or-later
#include <unordered_set>

#include "core/io/traces/columns.h"
#include "core/io/traces/field_values.h"
#include "core/io/traces/job_table.h"
#include "core/io/traces/openb.h"
#include "core/io/traces/table.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

// Of openb, then by place in nodeFields().
enum Place : std::size_t {
    kSn,
    kCpuMilli,
    kMemoryMib,
    kGpu,
    kModel,
    kName,
    kGpus,
    kGpuType,
    kCpu,
    kMemory
};

// An amount that may be missing: then it is not bounded.
std::optional<std::int64_t> bound(Table& table, std::size_t column, std::int64_t scale,
                                  std::int64_t most) {
    if (isMissing(table.value(column)))
        return {};
    const auto value = amountValue(table.value(column), scale, most);
    if (!value)
        table.refuse(column, "trace-bad-amount");
    return value;
}

}  // namespace

const std::vector<std::string>& nodeFields() {
    static const std::vector<std::string> kFields{"name", "gpus", "gputype", "cpu", "memory"};
    return kFields;
}

Result<NodeList> readNodes(const std::string& path, const ColumnMapping& columns) {
    TableShape shape;
    shape.kind = TableShape::Kind::nodes;
    const bool mapped = !columns.empty();
    for (const char* name : {"sn", "cpu_milli", "memory_mib", "gpu", "model"})
        shape.columns.push_back({mapped ? "" : name, false});
    for (const std::string& field : nodeFields()) {
        const std::string* column = columnOf(columns, field);
        shape.columns.push_back({column ? *column : field, column && !column->empty(),
                                 column ? "node-columns" : std::string()});
    }
    Result<Table> table = Table::open(path, std::move(shape));
    if (!table)
        return tl::unexpected(table.error());
    const bool own = !mapped && !(table->has(kName) && table->has(kGpus));
    const std::size_t name = own ? kSn : kName, gpu = own ? kGpu : kGpus;
    const std::size_t model = own ? kModel : kGpuType;
    table->require(name);
    table->require(gpu);
    NodeList list;
    std::unordered_set<std::string> names;
    std::int64_t without = 0;
    int firstWithout = 0;
    while (table->next()) {
        const auto gpus = countValue(table->value(gpu));
        if (!gpus || *gpus > kMostGpu / kOneGpu) {
            table->refuse(gpu, "trace-bad-count.whole");
            continue;
        }
        if (*gpus == 0) {
            firstWithout = without++ == 0 ? table->lineNumber() : firstWithout;
            continue;
        }
        Node node;
        node.name = std::string(table->value(name));
        node.gpu = *gpus * kOneGpu;
        node.cpu = bound(*table, own ? kCpuMilli : kCpu, own ? 1 : kOneCore, kMostCpu);
        node.memory = bound(*table, own ? kMemoryMib : kMemory, own ? 1 : kOneGib, kMostMemory);
        if (!isTraceName(node.name))
            table->refuse(name, "trace-bad-name");
        else if (!names.insert(node.name).second)
            table->refuse(name, "trace-node-twice");
        if (!isMissing(table->value(model))) {
            node.gpuType = std::string(table->value(model));
            if (!isTraceName(node.gpuType))
                table->refuse(model, "trace-bad-type");
        }
        list.nodes.push_back({std::move(node), 1});
    }
    if (list.nodes.size() > kMostNodes)
        table->refuse(name, "trace-too-many-nodes");
    if (Problems problems = table->problems(); !problems.empty())
        return tl::unexpected(std::move(problems));
    list.remarks = table->remarks();
    if (without > 0)
        list.remarks.push_back(
            {"trace-nodes-without-gpu",
             {{"count", Value::ofCount(without)}, {"line", Value::ofCount(firstWithout)}}});
    return list;
}

}  // namespace apportion
