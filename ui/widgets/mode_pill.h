// SPDX-License-Identifier: GPL-3.0-or-later
// The one loud thing of the window: which mode it is in. Word, icon, pattern and colour, never
// colour alone.
#pragma once

#include <QWidget>

#include "ui/widgets/theme.h"

namespace apportion::ui {

enum class Mode {
    live,    // plain green
    replay,  // amber, stripes lean left
    plan,    // blue, stripes lean right
    rest,    // grey: a project whose engine does not run
    halted,  // red: it is live, and its file cannot be followed
};

Role modeRole(Mode mode);

// The ground of the mode bar with its pattern and, at the bottom, 2 px in the mode's colour.
void paintModeGround(QPainter& painter, const QRectF& rect, Mode mode);

// The line on top of a dialog.
inline constexpr int kModeLine = 3;

class ModePill final : public QWidget {
    Q_OBJECT

public:
    explicit ModePill(Mode mode = Mode::live, QWidget* parent = nullptr);

    void setMode(Mode mode);
    Mode mode() const { return m_mode; }
    // The data are old: the live dot becomes a hollow ring.
    void setStale(bool stale);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString word() const;

    Mode m_mode;
    bool m_stale = false;
};

}  // namespace apportion::ui
