// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/history/history_points.h"
#include "ui/charts_page/charts_page.h"

namespace apportion::ui {

namespace {

using Format = TimeChart::Format;

constexpr std::pair<const char*, Format> kExports[] = {{"export-chart-png", Format::png},
                                                       {"export-chart-svg", Format::svg},
                                                       {"export-chart-pdf", Format::pdf},
                                                       {"export-chart-csv", Format::csv}};

Page* makeCharts(PageHost& host) {
    auto* page = new ChartsPage(&host.settings);
    QObject::connect(page, &ChartsPage::said, &host, &PageHost::said);
    QObject::connect(page, &ChartsPage::failed, &host, &PageHost::failed);
    QObject::connect(page, &ChartsPage::shownChanged, &host, &PageHost::changed);
    QObject::connect(page, &ChartsPage::pastWanted, &host, [&host](Instant from, Instant to) {
        host.bridge.session().lookAtPast(from, to);
    });
    for (const auto& [name, format] : kExports)
        host.addExport(
            name, page, [page, format = format] { page->exportAs(format); },
            [page](const View& view) {
                return view.teams.empty()   ? ChartsPage::tr("There are no quotas")
                       : !hasPast(view)     ? ChartsPage::tr("The pool was never live")
                       : !page->hasCharts() ? ChartsPage::tr("No chart is shown")
                                            : QString();
            });
    return page;
}

}  // namespace

PageRegistration chartsPage() {
    const auto row = [](std::size_t which, const char* text, const char* alone) {
        return ActionRow{.name = kExports[which].first,
                         .menu = Menu::exports,
                         .text = text,
                         .icon = Icon::chartLine,
                         .alone = alone,
                         .separatorBefore = which == 0,
                         .place = kLast};
    };
    return {.row = {.name = "charts",
                    .text = QT_TRANSLATE_NOOP("actions", "&Charts"),
                    .icon = Icon::chartLine,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_3)}},
            .make = makeCharts,
            .actions = {row(0, QT_TRANSLATE_NOOP("actions", "Chart as &PNG picture…"),
                            QT_TRANSLATE_NOOP("actions", "Export a chart as PNG picture…")),
                        row(1, QT_TRANSLATE_NOOP("actions", "Chart as S&VG drawing…"),
                            QT_TRANSLATE_NOOP("actions", "Export a chart as SVG drawing…")),
                        row(2, QT_TRANSLATE_NOOP("actions", "Chart as PD&F document…"),
                            QT_TRANSLATE_NOOP("actions", "Export a chart as PDF document…")),
                        row(3, QT_TRANSLATE_NOOP("actions", "Values of a &chart as CSV…"),
                            QT_TRANSLATE_NOOP("actions", "Export values of a chart as CSV…"))}};
}

}  // namespace apportion::ui
