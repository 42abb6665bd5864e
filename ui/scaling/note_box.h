// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be said in place: a sentence on a soft ground, a second voice beside it, and buttons
// that mend it. Hidden while there is nothing to say.
#pragma once

#include <functional>
#include <vector>

#include <QWidget>

#include "ui/widgets/badge.h"

class QBoxLayout;
class QPushButton;

namespace apportion::ui {

class TextLabel;

struct NoteAction {
    QString text;
    std::function<void()> act;
};

class NoteBox final : public QWidget {
    Q_OBJECT

public:
    explicit NoteBox(QWidget* parent = nullptr);

    // An empty sentence hides it.
    void say(Tone tone, const QString& sentence, const QString& second = {},
             const std::vector<NoteAction>& actions = {});
    QString sentence() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tone tone_ = Tone::info;
    TextLabel* sentence_;
    TextLabel* second_;
    QBoxLayout* actions_;
    std::vector<QPushButton*> buttons_;
    std::vector<NoteAction> acts_;
};

}  // namespace apportion::ui
