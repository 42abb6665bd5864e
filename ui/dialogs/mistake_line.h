// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a field, or to be known of it, under it, with buttons that mend it. Hidden
// while all is well.
#pragma once

#include <functional>
#include <vector>

#include <QPointer>
#include <QWidget>

#include "ui/widgets/badge.h"

class QHBoxLayout;
class QPushButton;

namespace apportion::ui {

class TextLabel;

struct Mend {
    QString text;
    std::function<void()> act;
};

class MistakeLine final : public QWidget {
    Q_OBJECT

public:
    explicit MistakeLine(QWidget* parent = nullptr);

    // Over what stands below that field, and on nothing that has the focus: nothing moves when it
    // comes or goes.
    void lieBelow(QWidget* field);
    void say(const QString& sentence, std::vector<Mend> mends = {});
    // What is no mistake.
    void note(const QString& sentence, Tone tone);
    void clear() { say({}); }
    QString sentence() const;
    std::vector<QPushButton*> buttons() const { return buttons_; }

protected:
    bool eventFilter(QObject* page, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void tell(const QString& sentence, std::vector<Mend> mends, Tone tone);

    void place();

    Tone tone_ = Tone::err;
    QPointer<QWidget> below_;  // the field over whose lower neighbors it lies
    TextLabel* sentence_;
    QHBoxLayout* row_;
    std::vector<QPushButton*> buttons_;
};

}  // namespace apportion::ui
