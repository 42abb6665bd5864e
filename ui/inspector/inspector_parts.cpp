// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_parts.h"

#include <algorithm>
#include <utility>

#include <QFrame>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolTip>
#include <QVBoxLayout>

#include "ui/visible_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

// As many rows as there are contents; those that are there already stay.
template <typename List, typename Row, typename Content>
void fill(List* list, QVBoxLayout& column, std::vector<Row*>& rows,
          const std::vector<Content>& contents) {
    while (rows.size() > contents.size()) {
        Row* row = rows.back();
        rows.pop_back();
        column.removeWidget(row);
        // Hidden at once: the widget itself goes when control is back in the event loop, since it
        // may be the sender of what led here.
        row->hide();
        row->deleteLater();
    }
    while (rows.size() < contents.size()) {
        rows.push_back(new Row(list));
        column.addWidget(rows.back());
        rows.back()->show();  // at once, to be able to take the focus
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i]->set(contents[i]);
}

}  // namespace

// Not nameless: lines and cards of the header hold one.
class IconLabel final : public QWidget {
public:
    explicit IconLabel(QWidget* parent) : QWidget(parent) { setFixedSize(16, 18); }

    void set(Icon which, Role role) {
        which_ = which;
        role_ = role;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintIcon(painter, QRectF(rect()), which_, color(role_), 14);
    }

private:
    Icon which_ = Icon::none;
    Role role_ = Role::text2;
};

InspectorTitle::InspectorTitle(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QSize InspectorTitle::sizeHint() const {
    const QFontMetrics title(ui::font(Type::title));
    const QFontMetrics second(ui::font(Type::second));
    return {200, title.height() + second.height() + 4};
}

void InspectorTitle::set(int colour, const QString& name, const QString& second) {
    colour_ = colour;
    name_ = visible(name);
    second_ = visible(second);
    setAccessibleName(name);
    setAccessibleDescription(second);
    update();
}

void InspectorTitle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont title = ui::font(Type::title);
    const QFontMetricsF metrics(title);
    painter.setPen(Qt::NoPen);
    painter.setBrush(teamBrush(colour_));
    painter.drawRoundedRect(QRectF(0, metrics.height() / 2 - 6, 12, 12), 2, 2);
    painter.setFont(title);
    painter.setPen(color(Role::text));
    const double room = width() - 20.0;
    painter.drawText(QPointF(20, metrics.ascent()),
                     metrics.elidedText(name_, Qt::ElideRight, room));
    const QFont second = ui::font(Type::second);
    const QFontMetricsF small(second);
    painter.setFont(second);
    painter.setPen(color(Role::text2));
    painter.drawText(QPointF(20, metrics.height() + 2 + small.ascent()),
                     small.elidedText(second_, Qt::ElideRight, room));
}

bool InspectorTitle::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                           name_ + QLatin1Char('\n') + second_, this);
        return true;
    }
    return QWidget::event(event);
}

class LinkList::Line final : public QWidget {
public:
    explicit Line(QWidget* parent)
        : QWidget(parent), icon_(new IconLabel(this)), text_(new TextLabel({}, Type::name)) {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(2, 0, 0, 0);
        row->setSpacing(6);
        row->addWidget(icon_, 0, Qt::AlignTop);
        text_->setWordWrap(true);
        row->addWidget(text_, 1);
        connect(text_, &QLabel::linkActivated, this, [this] {
            const auto run = link_.run;  // it may lead to other links
            run();
        });
    }

    void set(const InspectorLink& link) {
        const bool leads = static_cast<bool>(link.run);
        const bool led = static_cast<bool>(link_.run);
        icon_->set(link.icon, leads ? Role::accentText : Role::text2);
        if (leads != led) {
            text_->setRole(leads ? Role::accentText : Role::text);
            text_->setTextInteractionFlags(leads ? Qt::LinksAccessibleByMouse |
                                                       Qt::LinksAccessibleByKeyboard
                                                 : Qt::NoTextInteraction);
        }
        if (leads)
            text_->setRichText(
                RichText::of(u"<a href='go' style='text-decoration:none'>%1</a>", {link.text}));
        else
            text_->setText(link.text);
        text_->setAccessibleName(link.text);
        link_ = link;
    }

private:
    InspectorLink link_;
    IconLabel* icon_;
    TextLabel* text_;
};

LinkList::LinkList(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(6);
}

void LinkList::setLinks(const std::vector<InspectorLink>& links) {
    fill(this, *column_, lines_, links);
}

class CardList::Card final : public QFrame {
public:
    explicit Card(CardList* parent)
        : QFrame(parent),
          icon_(new IconLabel(this)),
          title_(new TextLabel({}, Type::head, Role::text, this)),
          text_(new TextLabel({}, Type::second, Role::text2, this)),
          button_(new QPushButton(this)) {
        setFrameShape(QFrame::StyledPanel);
        setProperty("kind", "card");
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(12, 10, 12, 10);
        row->setSpacing(8);
        row->addWidget(icon_, 0, Qt::AlignTop);
        auto* texts = new QVBoxLayout;
        texts->setSpacing(3);
        for (TextLabel* label : {title_, text_}) {
            label->setWordWrap(true);
            texts->addWidget(label);
        }
        button_->setAutoDefault(false);
        button_->setProperty("compact", true);
        auto* below = new QHBoxLayout;
        below->setContentsMargins(0, 4, 0, 0);
        below->addWidget(button_);
        below->addStretch(1);
        texts->addLayout(below);
        row->addLayout(texts, 1);
        connect(button_, &QPushButton::clicked, this, [this, parent] {
            parent->under_ = false;      // what comes of it is shown at once
            const auto run = card_.run;  // it may lead to other cards
            run();
        });
    }

    void set(const InspectorCard& card) {
        icon_->set(card.icon, Role::text2);
        title_->setText(card.title);
        text_->setText(card.text);
        text_->setVisible(!card.text.isEmpty());
        button_->setText(buttonText(card.button));
        button_->setAccessibleDescription(card.title);
        button_->setProperty("kind",
                             card.primary ? QVariant(QStringLiteral("primary")) : QVariant());
        button_->update();
        button_->setVisible(!card.button.isEmpty());
        card_ = card;
    }

    const QString& title() const { return card_.title; }
    QPushButton* button() const { return button_; }

private:
    InspectorCard card_;
    IconLabel* icon_;
    TextLabel* title_;
    TextLabel* text_;
    QPushButton* button_;
};

CardList::CardList(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(8);
}

void CardList::enterEvent(QEnterEvent* event) {
    under_ = true;
    QWidget::enterEvent(event);
}

void CardList::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (std::exchange(under_, false))
        emit pointerLeft();
}

void CardList::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    under_ = false;
}

// Of this window, also while a dialog that was opened from here is the active one.
void CardList::setCards(const std::vector<InspectorCard>& cards) {
    const QWidget* focus = window()->focusWidget();
    const auto held = std::find_if(cards_.begin(), cards_.end(),
                                   [focus](const Card* card) { return card->button() == focus; });
    const QString stoodOn = held == cards_.end() ? QString() : (*held)->title();
    const auto place = static_cast<std::size_t>(held - cards_.begin());
    fill(this, *column_, cards_, cards);
    if (stoodOn.isEmpty() || (place < cards_.size() && cards_[place]->title() == stoodOn &&
                              !cards_[place]->button()->isHidden()))
        return;
    // What was about to be pressed has moved to another card.
    for (Card* card : cards_)
        if (card->title() == stoodOn && !card->button()->isHidden())
            return card->button()->setFocus(Qt::OtherFocusReason);
    leaveFrom(place);
}

// What was pressed is done and gone: one goes on from there, and not from the window's first field.
void CardList::leaveFrom(std::size_t place) {
    for (std::size_t at = std::min(place + 1, cards_.size()); at-- > 0;)
        if (QPushButton* button = cards_[at]->button(); !button->isHidden())
            return button->setFocus(Qt::OtherFocusReason);
    for (QWidget* above = parentWidget(); above != nullptr; above = above->parentWidget())
        if (auto* page = qobject_cast<QScrollArea*>(above))
            return page->setFocus(Qt::OtherFocusReason);
}

}  // namespace apportion::ui
