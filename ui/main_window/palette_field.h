// SPDX-License-Identifier: GPL-3.0-or-later
// Looks like a search field and opens the palette.
#pragma once

#include <QAbstractButton>

class QAction;

namespace apportion::ui {

class PaletteField final : public QAbstractButton {
    Q_OBJECT

public:
    explicit PaletteField(QAction* action, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QAction* action_;
};

}  // namespace apportion::ui
