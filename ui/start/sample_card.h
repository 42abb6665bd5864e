// SPDX-License-Identifier: GPL-3.0-or-later
// A sample on the start page, with the chart of its own run.
#pragma once

#include <QAbstractButton>

#include "core/view/view.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

struct Sample {
    QString title;
    QString text;
    QStringList labels;
};

class SampleCard final : public QAbstractButton {
    Q_OBJECT

public:
    explicit SampleCard(Sample sample, QWidget* parent = nullptr);
    void setRun(const ViewPtr& run);
    bool isDone() const { return done_; }  // there is no more to wait for
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintRun(QPainter& painter, const QRectF& rect) const;

    Sample sample_;
    ViewPtr run_;
    bool done_ = false;
};

}  // namespace apportion::ui
