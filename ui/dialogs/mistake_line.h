// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a field, under it, with buttons that mend it. Hidden while all is well.
#pragma once

#include <functional>
#include <vector>

#include <QWidget>

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

    void say(const QString& sentence, std::vector<Mend> mends = {});
    void clear() { say({}); }
    QString sentence() const;
    std::vector<QPushButton*> buttons() const { return buttons_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* sentence_;
    QHBoxLayout* row_;
    std::vector<QPushButton*> buttons_;
};

}  // namespace apportion::ui
