// SPDX-License-Identifier: GPL-3.0-or-later
// A view as a picture, without a screen: opens, waits until all is there, draws, leaves.
#pragma once

#include <optional>

#include <QObject>
#include <QSize>
#include <QStringList>
#include <QTimer>

#include "core/view/view.h"
#include "ui/pages/page.h"

namespace apportion::ui {

class MainWindow;

// What --view takes. A page that is not always there is among those below.
QStringList viewNames(const Pages& pages);
// Those that only a project has.
QStringList projectViewNames();
// Those that only a plan has.
QStringList planViewNames();
// Pages that are not always there, and the dialog of a cluster.
QStringList partialViewNames(const Pages& pages);
// Why that view is empty for what is open, and what it needs.
QString nothingToShow(const QString& view, const DocumentState& document);

// Of the recorded run that the window has open, so many seconds from its start.
void showMoment(MainWindow& window, double seconds);

struct RenderJob {
    QString file;
    QString view;
    QString picture;
    std::optional<double> at;  // seconds; nothing = the end
    QSize size;
};

// Ends the event loop: 0 drawn, 1 not written, 3 the file is invalid.
class Renderer final : public QObject {
    Q_OBJECT

public:
    Renderer(MainWindow& window, RenderJob job);

private:
    void opened();
    void poll();
    void draw();

    MainWindow& window_;
    RenderJob job_;
    QTimer timer_;
    ViewPtr settled_;
    bool shown_ = false;
    bool rested_ = false;
};

}  // namespace apportion::ui
