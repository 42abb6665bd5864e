// SPDX-License-Identifier: GPL-3.0-or-later
// What runs before and after a scale, as two stacked bars on one scale of GPUs.
#pragma once

#include <vector>

#include <QWidget>

#include "core/model/quantity.h"

namespace apportion::ui {

struct BeforeAfterPart {
    QString name;
    int colour = 0;
    Gpu before = 0;
    Gpu after = 0;
    friend bool operator==(const BeforeAfterPart&, const BeforeAfterPart&) = default;
};

class BeforeAfter final : public QWidget {
    Q_OBJECT

public:
    explicit BeforeAfter(QWidget* parent = nullptr);

    // `whole`: what the bars are long at most; what nobody uses of it stays empty.
    void setParts(const std::vector<BeforeAfterPart>& parts, Gpu whole);
    Gpu whole() const { return whole_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    double labelWidth() const;
    double xOf(Gpu gpu) const;
    void paintBar(QPainter& painter, double top, bool after) const;

    std::vector<BeforeAfterPart> parts_;
    Gpu whole_ = 0;
};

}  // namespace apportion::ui
