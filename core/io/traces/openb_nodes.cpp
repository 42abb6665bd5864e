// SPDX-License-Identifier: GPL-3.0-or-later
#include <unordered_set>

#include "core/io/traces/field_values.h"
#include "core/io/traces/job_table.h"
#include "core/io/traces/openb.h"
#include "core/io/traces/table.h"
#include "core/model/bounds.h"

namespace apportion {

namespace {

enum Place : std::size_t { kName, kCpu, kMemory, kGpus, kModel };

// An amount that may be missing: then it is not bounded.
std::optional<std::int64_t> bound(Table& table, std::size_t column, std::int64_t most) {
    if (isMissing(table.value(column)))
        return {};
    const auto value = amountValue(table.value(column), 1, most);
    if (!value)
        table.refuse(column, "trace-bad-amount");
    return value;
}

}  // namespace

Result<NodeList> readOpenbNodes(const std::string& path) {
    TableShape shape;
    shape.kind = TableShape::Kind::nodes;
    shape.columns = {
        {"sn"}, {"cpu_milli", false}, {"memory_mib", false}, {"gpu"}, {"model", false}};
    Result<Table> table = Table::open(path, std::move(shape));
    if (!table)
        return tl::unexpected(table.error());
    NodeList list;
    std::unordered_set<std::string> names;
    std::int64_t without = 0;
    int firstWithout = 0;
    while (table->next()) {
        const auto gpus = countValue(table->value(kGpus));
        if (!gpus || *gpus > kMostGpu / kOneGpu) {
            table->refuse(kGpus, "trace-bad-count.whole");
            continue;
        }
        if (*gpus == 0) {
            firstWithout = without++ == 0 ? table->lineNumber() : firstWithout;
            continue;
        }
        Node node;
        node.name = std::string(table->value(kName));
        node.gpu = *gpus * kOneGpu;
        node.cpu = bound(*table, kCpu, kMostCpu);
        node.memory = bound(*table, kMemory, kMostMemory);
        if (!isTraceName(node.name))
            table->refuse(kName, "trace-bad-name");
        else if (!names.insert(node.name).second)
            table->refuse(kName, "trace-node-twice");
        if (!isMissing(table->value(kModel))) {
            node.gpuType = std::string(table->value(kModel));
            if (!isTraceName(node.gpuType))
                table->refuse(kModel, "trace-bad-type");
        }
        list.nodes.push_back({std::move(node), 1});
    }
    if (list.nodes.size() > kMostNodes)
        table->refuse(kName, "trace-too-many-nodes");
    if (Problems problems = table->problems(); !problems.empty())
        return tl::unexpected(std::move(problems));
    if (without > 0)
        list.remarks.push_back(
            {"trace-nodes-without-gpu",
             {{"count", Value::ofCount(without)}, {"line", Value::ofCount(firstWithout)}}});
    return list;
}

}  // namespace apportion
