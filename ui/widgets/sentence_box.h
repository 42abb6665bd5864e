// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence that reads a form back in words, on a soft ground; or why it cannot be done.
#pragma once

#include <QWidget>

#include "ui/rich_text.h"
#include "ui/widgets/badge.h"

namespace apportion::ui {

class TextLabel;

class SentenceBox final : public QWidget {
    Q_OBJECT

public:
    explicit SentenceBox(QWidget* parent = nullptr);

    // The sentence, and the rule behind it ("Rule 15"), a link that opens what that says.
    void read(const RichText& sentence, const QString& rule = {}, const QString& about = {});
    // What evicts: amber, with the bolt.
    void warn(const RichText& sentence);
    bool isWarning() const { return tone_ == Tone::warn; }
    // "Not applied." and why.
    void refuse(const QString& why);
    bool isRefusal() const { return tone_ == Tone::err; }
    QString plainText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void compose();

    TextLabel* text_;
    RichText sentence_;
    RichText shown_;
    QString rule_;
    QString about_;
    bool open_ = false;
    Tone tone_ = Tone::info;
};

}  // namespace apportion::ui
