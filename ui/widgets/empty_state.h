// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/widgets/icons.h"

class QPushButton;

namespace apportion::ui {

class TextLabel;

// What a view shows when it has nothing: what it is for, and the next step.
class EmptyState final : public QWidget {
    Q_OBJECT

public:
    EmptyState(Icon which, const QString& title, const QString& sentence,
               QWidget* parent = nullptr);

    // The step that fills the view, and a quiet other way. Empty hides a button.
    void setActions(const QString& first, const QString& second = {}, Icon which = Icon::plus);
    void setTexts(const QString& title, const QString& sentence);

    QSize minimumSizeHint() const override;

signals:
    void firstTriggered();
    void secondTriggered();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    void setLine();

    Icon m_icon;
    QWidget* m_iconRoom;
    TextLabel* m_title;
    TextLabel* m_sentence;
    QPushButton* m_first;
    QPushButton* m_second;
};

}  // namespace apportion::ui
