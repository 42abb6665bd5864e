// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace apportion::ui {

// The font of commands and of what they write.
QFont fixedFont();

// The words of a command one below the other with their numbers, each whole and in a box of its
// own, so that blanks and quotes cannot be mistaken.
class ArgumentList final : public QWidget {
    Q_OBJECT

public:
    explicit ArgumentList(QWidget* parent = nullptr);

    void setArguments(const QStringList& arguments);
    // Shows no more than so many, and counts the rest; 0 = all.
    void setMost(int most);
    // Without numbers: a list of one.
    void setNumbered(bool numbered);
    QStringList shown() const { return words_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int lines() const;
    double room(int width) const;
    double numberWidth() const;
    double heightOf(const QString& word, double room) const;

    QStringList words_;
    int most_ = 0;
    bool numbered_ = true;
};

}  // namespace apportion::ui
