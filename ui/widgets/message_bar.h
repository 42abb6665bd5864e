// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/widgets/badge.h"

class QPushButton;

namespace apportion::ui {

class IconButton;
class TextLabel;

// A message in the layout, above the view it is about: icon, one sentence, one action, close.
// Hidden while there is nothing to say.
class MessageBar final : public QWidget {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    // Shows the bar. `action` empty: no button.
    void say(Tone tone, const QString& sentence, const QString& action = {});
    void setClosable(bool closable);

    Tone tone() const { return m_tone; }
    QString sentence() const;

signals:
    void acted();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone = Tone::info;
    TextLabel* m_sentence;
    QPushButton* m_action;
    IconButton* m_close;
};

}  // namespace apportion::ui
