// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as a translation might be: 40 % longer. And what of a window is cut by them.
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QTranslator>

#include "ui/widgets/text_label.h"

namespace apportion::ui {

class LongTexts final : public QTranslator {
public:
    LongTexts() { QApplication::installTranslator(this); }
    ~LongTexts() override { QApplication::removeTranslator(this); }
    LongTexts(const LongTexts&) = delete;
    LongTexts& operator=(const LongTexts&) = delete;

    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override {
        QString text = QString::fromUtf8(source);
        const qsizetype more = (text.size() * 2 + 4) / 5;
        // In front of what closes a sentence or asks for more.
        qsizetype at = text.size();
        while (at > 0 && (text[at - 1].isPunct() || text[at - 1].isSpace()) &&
               text[at - 1] != QLatin1Char('}') && text[at - 1] != QLatin1Char(')'))
            --at;
        QString tail;
        for (qsizetype i = 0; i < more; ++i)
            tail += i % 7 == 0 && more > 3 ? QLatin1Char(' ') : QLatin1Char('o');
        return text.insert(at, tail);
    }
};

// Labels and buttons in `window` whose text does not fit: what is cut on purpose, with the whole
// text in its tool tip, is left out.
inline QStringList cutTexts(const QWidget& window) {
    QStringList cut;
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty())
            continue;
        if (!label->toolTip().isEmpty() && label->toolTip() == label->text())
            continue;
        const bool fits = label->wordWrap()
                              ? label->heightForWidth(label->width()) <= label->height()
                              : label->sizeHint().width() <= label->width();
        if (!fits)
            cut << label->text();
    }
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible() && (button->sizeHint().width() > button->width() ||
                                    button->sizeHint().height() > button->height()))
            cut << button->text();
    return cut;
}

}  // namespace apportion::ui
