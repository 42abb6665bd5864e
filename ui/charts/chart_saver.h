// SPDX-License-Identifier: GPL-3.0-or-later
// A chart to a file or to the clipboard, as its user chooses in a menu.
#pragma once

#include <functional>

#include <QObject>

#include "ui/charts/time_chart.h"

class QMenu;

namespace apportion::ui {

class ChartSaver final : public QObject {
    Q_OBJECT

public:
    // `title` stands in the picture and in the proposed name of the file.
    ChartSaver(TimeChart* chart, const QString& title, QWidget* parent);

    void setTitle(const QString& title) { title_ = title; }
    QMenu* menu() const { return menu_; }
    // Asks for the place.
    void choose(TimeChart::Format format);

signals:
    void said(const QString& text);                                        // it is done
    void failed(const QString& text, const std::function<void()>& again);  // it is not

private:
    void write(const QString& path, TimeChart::Format format);

    TimeChart* chart_;
    QString title_;
    QWidget* parent_;
    QMenu* menu_;
};

}  // namespace apportion::ui
