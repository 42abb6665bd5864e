// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_saver.h"

#include <QFileInfo>
#include <QMenu>

#include "ui/widgets/icons.h"
#include "ui/widgets/save_dialog.h"

namespace apportion::ui {

namespace {

QString suffixOf(TimeChart::Format format) {
    switch (format) {
        case TimeChart::Format::png:
            return QStringLiteral("png");
        case TimeChart::Format::svg:
            return QStringLiteral("svg");
        case TimeChart::Format::pdf:
            return QStringLiteral("pdf");
        case TimeChart::Format::csv:
            break;
    }
    return QStringLiteral("csv");
}

QString filterOf(TimeChart::Format format) {
    switch (format) {
        case TimeChart::Format::png:
            return ChartSaver::tr("PNG pictures (*.png)");
        case TimeChart::Format::svg:
            return ChartSaver::tr("SVG drawings (*.svg)");
        case TimeChart::Format::pdf:
            return ChartSaver::tr("PDF documents (*.pdf)");
        case TimeChart::Format::csv:
            break;
    }
    return ChartSaver::tr("Tables with commas (*.csv)");
}

}  // namespace

ChartSaver::ChartSaver(TimeChart* chart, const QString& title, QWidget* parent)
    : QObject(parent), chart_(chart), title_(title), parent_(parent), menu_(new QMenu(parent)) {
    const auto add = [this](const QString& text, TimeChart::Format format) {
        connect(menu_->addAction(text), &QAction::triggered, this,
                [this, format] { choose(format); });
    };
    add(tr("Save as &PNG picture…"), TimeChart::Format::png);
    add(tr("Save as &SVG drawing…"), TimeChart::Format::svg);
    add(tr("Save as PD&F document…"), TimeChart::Format::pdf);
    menu_->addSeparator();
    add(tr("Save the values as &CSV…"), TimeChart::Format::csv);
    QAction* copy = menu_->addAction(icon(Icon::copy), tr("Co&py the values"));
    connect(copy, &QAction::triggered, this, [this] {
        chart_->copyValues();
        emit said(tr("Copied the values in view as a table"));
    });
}

void ChartSaver::choose(TimeChart::Format format) {
    auto* dialog =
        new SaveDialog(parent_, tr("Save the chart"), filterOf(format), suffixOf(format));
    dialog->propose(title_);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, format](const QString& path) { write(path, format); });
    dialog->open();
}

void ChartSaver::write(const QString& path, TimeChart::Format format) {
    const QString reason = chart_->exportTo(path, format, title_);
    if (reason.isEmpty())
        emit said(tr("Saved %1").arg(QFileInfo(path).fileName()));
    else
        emit failed(reason, [this, format] { choose(format); });
}

}  // namespace apportion::ui
