// SPDX-License-Identifier: GPL-3.0-or-later
// A usage report as text that is laid out: for pages of paper, and for a view. It is always light.
#pragma once

#include <QFont>
#include <QObject>

#include "core/report/document.h"
#include "ui/widgets/theme.h"

class QPaintDevice;
class QTextDocument;

namespace apportion::ui {

QColor paperColor(Role role);
// Pixels of 96 to an inch.
QFont paperFont(double pixels, int weight = QFont::Normal);

class ReportPaper final : public QObject {
    Q_OBJECT

public:
    // For a device, or for the screen; letters are `zoom` times as large as on paper.
    explicit ReportPaper(report::Document document, QPaintDevice* device = nullptr,
                         double zoom = 1);

    const report::Document& document() const { return document_; }
    QTextDocument* text() const { return text_; }
    // On pages of this height a head whose first row would be on the next page begins that page,
    // and so does a row of a table that would break.
    void keepTogether(double height);

private:
    report::Document document_;
    QTextDocument* text_;
};

}  // namespace apportion::ui
