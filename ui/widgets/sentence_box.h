// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence that reads a form back in words, on a soft ground; or why it cannot be done.
#pragma once

#include <QWidget>

class QLabel;

namespace apportion::ui {

class SentenceBox final : public QWidget {
    Q_OBJECT

public:
    explicit SentenceBox(QWidget* parent = nullptr);

    // Rich text, and the rule behind it ("Rule 15"), a link that opens what that says.
    void read(const QString& sentence, const QString& rule = {}, const QString& about = {});
    // "Not applied." and why.
    void refuse(const QString& why);
    bool isRefusal() const { return refusal_; }
    QString plainText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void compose();

    QLabel* text_;
    QString sentence_;
    QString rule_;
    QString about_;
    bool open_ = false;
    bool refusal_ = false;
};

}  // namespace apportion::ui
