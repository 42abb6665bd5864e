// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/evicted_table.h"

#include <algorithm>
#include <utility>

#include "ui/texts.h"
#include "ui/widgets/cell_table.h"

namespace apportion::ui {

namespace {

constexpr int kEvictedRow = 28;  // as of its head
constexpr int kEvictedDot = 8;

}  // namespace

EvictedTable::EvictedTable(int rows, QWidget* parent)
    : TreeView(Shape::table, parent),
      model_(new CellTable({{tr("Evicted")},
                            {tr("Team")},
                            {tr("GPUs"), true},
                            {tr("Lost work"), true},
                            {tr("Why this one")}},
                           this)) {
    setModel(model_);
    setPageMargin(0);
    setAccessibleName(tr("Evicted"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setColumns({{.minimum = 140, .width = 240, .isName = true},
                {.minimum = 90, .width = 160, .isName = true},
                {ColumnSpec::fit, 50},
                {ColumnSpec::fit, 80},
                {ColumnSpec::stretch, 160}});
    setFixedHeight((rows + 1) * kEvictedRow);
    hide();
}

void EvictedTable::setEvicted(const View& view, const std::vector<Effect::Hit>& evicted) {
    std::vector<CellTable::Row> rows;
    rows.reserve(evicted.size());
    for (const Effect::Hit& hit : evicted) {
        const auto quota = std::find_if(view.quotas.begin(), view.quotas.end(),
                                        [&](const QuotaRow& row) { return row.name == hit.quota; });
        const bool known = quota != view.quotas.end();
        const QString why = messageText(hit.why);
        rows.push_back(
            {{Cell::name(qt(hit.workload)).withIcon(Icon::bolt, Role::err).withBothEnds(),
              Cell::words(qt(known ? quota->team : hit.quota))
                  .withTeam(known ? quota->colour : -1, kEvictedDot),
              Cell::number(gpuNumber(hit.gpu)), Cell::number(gpuHours(hit.lost)), Cell::words(why)},
             why});
    }
    const bool any = !rows.empty();
    model_->setRows(std::move(rows));
    setVisible(any);
}

}  // namespace apportion::ui
