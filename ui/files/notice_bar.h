// SPDX-License-Identifier: GPL-3.0-or-later
// A message over the content, at its bottom, so that nothing moves when it comes or goes: soft
// ground, icon, one sentence, buttons, close. It asks what elsewhere would be a modal box. What
// asks nothing and is no warning goes once it can have been read, unless the mouse is on it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "ui/widgets/badge.h"

class QHBoxLayout;
class QToolButton;

namespace apportion::ui {

class TextLabel;

struct NoticeButton {
    QString text;
    std::function<void()> run;
    bool primary = false;
    bool stays = false;  // so does the message, until what the button leads to is told
};

struct Notice {
    Tone tone = Tone::info;
    QString text;
    std::vector<NoticeButton> buttons;
    std::function<void()> closed;  // by the cross or Esc; nothing = just goes away
    bool refusal = false;          // of a change: outdated once another is made
};

class NoticeBar final : public QWidget {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    // Takes this as the content, and its parent as its own.
    void lieOver(QWidget* content);
    // Replaces what is shown. `ask` takes the focus, to the primary button: it waits for an answer.
    void present(Notice notice, bool ask = false);
    void dismiss();
    void dismissRefusal();
    // Shown whenever nothing else is, until it is taken back or closed. Nothing takes it back. An
    // error also goes before what is no error and asks nothing.
    void stand(std::optional<Notice> notice);
    // Without the characters, each of which takes a moment more.
    void setReadingTime(std::chrono::milliseconds time) { readingTime_ = time; }
    QString text() const;
    Tone tone() const { return notice_.tone; }
    std::vector<QWidget*> buttons() const { return buttons_; }

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* content, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void close();
    void place();
    void put(Notice notice);
    void pass();

    Notice notice_;
    std::optional<Notice> standing_;
    bool stands_ = false;  // it is what is shown
    std::chrono::milliseconds readingTime_{5000};
    QTimer passes_;
    TextLabel* text_;
    QHBoxLayout* row_;
    QToolButton* close_;
    std::vector<QWidget*> buttons_;
    QPointer<QWidget> before_;
    QPointer<QWidget> content_;
};

}  // namespace apportion::ui
