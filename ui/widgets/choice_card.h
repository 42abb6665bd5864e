// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "ui/widgets/icons.h"

namespace apportion::ui {

// A choice that needs a sentence: a card with a check, a radio or only an icon at its left, a title
// and a second line. Cards of one parent with Mark::radio or Mark::icon exclude each other.
class ChoiceCard final : public QAbstractButton {
    Q_OBJECT

public:
    enum class Mark { check, radio, icon };

    ChoiceCard(Mark mark, const QString& title, const QString& sentence, Icon which = Icon::none,
               QWidget* parent = nullptr);

    void setSentence(const QString& sentence);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int textLeft() const;

    Mark m_mark;
    Icon m_icon;
    QString m_sentence;
};

}  // namespace apportion::ui
