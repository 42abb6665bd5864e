// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <initializer_list>
#include <unordered_set>

#include "core/io/traces/columns.h"
#include "core/io/traces/field_values.h"
#include "core/io/traces/job_table.h"
#include "core/io/traces/openb.h"
#include "core/io/traces/slurm_values.h"
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
    kMemory,
    // As Slurm's tools call them.
    kHost,
    kNodeList,
    kHostNames,
    kNodeHost,
    kGres,
    kType,
    kCpus
};

// The first of them that the table has; else the first.
std::size_t firstOf(const Table& table, std::initializer_list<std::size_t> places) {
    const auto place = std::find_if(places.begin(), places.end(),
                                    [&](std::size_t each) { return table.has(each); });
    return place == places.end() ? *places.begin() : *place;
}

struct Gpus {
    std::int64_t count = 0;
    std::string_view type;
};

// A number, or "gpu:a100:8(S:0-1)" as Slurm has it.
std::optional<Gpus> gpusOf(std::string_view text) {
    if (const auto count = countValue(text))
        return Gpus{*count, {}};
    if (text == "(null)")
        return Gpus{};
    const auto tres =
        text.find("gpu") == std::string_view::npos ? std::nullopt : gresValue(text, 1);
    return tres ? std::optional(Gpus{tres->gpus, tres->gpuType}) : std::nullopt;
}

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
    for (const char* column : {"Host", "NodeList", "HostNames", "NodeHost", "GRES", "Type", "CPUs"})
        shape.columns.push_back({mapped ? "" : column, false});
    Result<Table> table = Table::open(path, std::move(shape));
    if (!table)
        return tl::unexpected(table.error());
    const bool slurm = table->has(kGres) && !table->has(kGpus);
    const bool own = !mapped && !slurm && !(table->has(kName) && table->has(kGpus));
    const std::size_t name = slurm
                                 ? firstOf(*table, {kName, kHost, kNodeList, kHostNames, kNodeHost})
                             : own ? kSn
                                   : kName;
    const std::size_t gpu = slurm ? kGres : own ? kGpu : kGpus;
    const std::size_t model = slurm ? firstOf(*table, {kGpuType, kType}) : own ? kModel : kGpuType;
    const std::size_t cpu = slurm ? firstOf(*table, {kCpu, kCpus}) : own ? kCpuMilli : kCpu;
    table->require(name);
    table->require(gpu);
    NodeList list;
    std::unordered_set<std::string> names;
    std::int64_t without = 0;
    int firstWithout = 0;
    while (table->next()) {
        const auto gpus = gpusOf(table->value(gpu));
        if (!gpus || gpus->count > kMostGpu / kOneGpu) {
            table->refuse(gpu, "trace-bad-count.whole");
            continue;
        }
        if (gpus->count == 0) {
            firstWithout = without++ == 0 ? table->lineNumber() : firstWithout;
            continue;
        }
        Node node;
        node.name = std::string(table->value(name));
        node.gpu = gpus->count * kOneGpu;
        node.cpu = bound(*table, cpu, own ? 1 : kOneCore, kMostCpu);
        // Slurm's tools write MiB.
        node.memory =
            bound(*table, own ? kMemoryMib : kMemory, own || slurm ? 1 : kOneGib, kMostMemory);
        if (!isTraceName(node.name))
            table->refuse(name, "trace-bad-name");
        else if (!names.insert(node.name).second)
            table->refuse(name, "trace-node-twice");
        const std::string_view type =
            isMissing(table->value(model)) ? gpus->type : table->value(model);
        if (!type.empty()) {
            node.gpuType = std::string(type);
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
