// SPDX-License-Identifier: GPL-3.0-or-later
// Small parts that both inspectors use.
#pragma once

#include <functional>
#include <vector>

#include <QWidget>

#include "ui/widgets/icons.h"

class QVBoxLayout;

namespace apportion::ui {

// The team's dot, the name, a second line.
class InspectorTitle final : public QWidget {
    Q_OBJECT

public:
    explicit InspectorTitle(QWidget* parent = nullptr);
    void set(int colour, const QString& name, const QString& second);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    int colour_ = 0;
    QString name_;
    QString second_;
};

// A section of a page, from its first to its last part; null = it is not there.
struct PartsShown {
    QWidget* first = nullptr;
    QWidget* last = nullptr;
};

struct InspectorLink {
    Icon icon = Icon::none;
    QString text;
    std::function<void()> run;  // empty = a plain line
};

// Lines with an icon that lead somewhere.
class LinkList final : public QWidget {
    Q_OBJECT

public:
    explicit LinkList(QWidget* parent = nullptr);
    void setLinks(const std::vector<InspectorLink>& links);

private:
    class Line;

    QVBoxLayout* column_;
    std::vector<Line*> lines_;
};

// What would help: a bold line, what it costs, a button.
struct InspectorCard {
    Icon icon = Icon::none;
    QString title;
    QString text;
    QString button;  // empty = none
    bool primary = false;
    std::function<void()> run;
};

// Cards that are there stay: who stands on the button of one still does when the numbers move.
class CardList final : public QWidget {
    Q_OBJECT

public:
    explicit CardList(QWidget* parent = nullptr);
    void setCards(const std::vector<InspectorCard>& cards);
    // Somebody is about to press one.
    bool isUnderPointer() const { return under_; }

signals:
    void pointerLeft();

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    class Card;

    void leaveFrom(std::size_t place);

    QVBoxLayout* column_;
    std::vector<Card*> cards_;
    bool under_ = false;
};

}  // namespace apportion::ui
