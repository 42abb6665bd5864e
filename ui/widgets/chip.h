// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace apportion::ui {

// A filter that is on or off, with how much it would show: "Waiting 3".
class Chip final : public QAbstractButton {
    Q_OBJECT

public:
    explicit Chip(const QString& text, QWidget* parent = nullptr);

    // Already formatted; empty for none. It has the room of the longest one so far.
    void setCount(const QString& count);
    // Where there is no room for it, it is only told to screen readers.
    void setCountShown(bool shown);

    int fullWidth() const;  // with its count
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString shownCount() const { return m_countShown ? m_count : QString(); }
    int widthWith(const QString& count) const;

    QString m_count;
    QString m_longest;
    bool m_countShown = true;
};

}  // namespace apportion::ui
