// SPDX-License-Identifier: GPL-3.0-or-later
// What a quota has to give and who has it: the siblings as segments, the new one behind them, a
// mark where it ends. What goes beyond is hatched in red.
#pragma once

#include <vector>

#include <QWidget>

#include "core/plan/draft/quota_draft.h"

namespace apportion::ui {

class RoomBar final : public QWidget {
    Q_OBJECT

public:
    explicit RoomBar(QWidget* parent = nullptr);

    // `colours` of the parts, in their order; `own` of the new one.
    void setRoom(const QuotaRoom& room, std::vector<int> colours, int own, const QString& name);

    // How many the new one shall have cannot be read.
    void setUnknown();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString whose() const;
    Gpu over() const;
    void paintPart(QPainter& painter, double from, double to, const QString& text, int colour,
                   bool own) const;
    void paintCaption(QPainter& painter) const;

    QuotaRoom room_;
    std::vector<int> colours_;
    int own_ = 0;
    QString name_;
    bool known_ = true;
};

}  // namespace apportion::ui
