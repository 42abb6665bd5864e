// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;

namespace apportion::ui {

class TextLabel;

// The head of a pane or block, 40 px: title, second voice, and controls at the right.
class SectionHead final : public QWidget {
    Q_OBJECT

public:
    explicit SectionHead(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSecond(const QString& text);
    // Left and right edge: 16 on a page, 12 in the quota pane.
    void setPageMargin(int pixels);
    // A hairline at the bottom: heads of panes have one, heads of blocks do not.
    void setUnderlined(bool underlined);
    // At the right, in the order of the calls.
    void addControl(QWidget* control);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* m_title;
    TextLabel* m_second;
    QHBoxLayout* m_row;
    bool m_underlined = false;
};

}  // namespace apportion::ui
