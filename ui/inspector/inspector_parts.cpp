// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_parts.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

void clear(QLayout& layout) {
    while (QLayoutItem* item = layout.takeAt(0)) {
        // Hidden at once: the widget itself goes when control is back in the event loop, since it
        // may be the sender of what led here.
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

class IconLabel final : public QWidget {
public:
    IconLabel(Icon which, Role role, QWidget* parent)
        : QWidget(parent), which_(which), role_(role) {
        setFixedSize(16, 18);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintIcon(painter, QRectF(rect()), which_, color(role_), 14);
    }

private:
    Icon which_;
    Role role_;
};

}  // namespace

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
    name_ = name;
    second_ = second;
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

LinkList::LinkList(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(6);
}

void LinkList::setLinks(std::vector<InspectorLink> links) {
    clear(*column_);
    for (InspectorLink& link : links) {
        auto* line = new QWidget(this);
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(2, 0, 0, 0);
        row->setSpacing(6);
        row->addWidget(new IconLabel(link.icon, link.run ? Role::accentText : Role::text2, line), 0,
                       Qt::AlignTop);
        auto* text = new TextLabel({}, Type::name, link.run ? Role::accentText : Role::text2, line);
        text->setWordWrap(true);
        if (link.run) {
            text->setTextFormat(Qt::RichText);
            text->setText(QStringLiteral("<a href=\"go\" style=\"text-decoration:none\">%1</a>")
                              .arg(link.text.toHtmlEscaped()));
            text->setTextInteractionFlags(Qt::LinksAccessibleByMouse |
                                          Qt::LinksAccessibleByKeyboard);
            connect(text, &QLabel::linkActivated, this, [run = link.run] { run(); });
        } else {
            text->setText(link.text);
        }
        text->setAccessibleName(link.text);
        row->addWidget(text, 1);
        column_->addWidget(line);
    }
}

CardList::CardList(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(8);
}

void CardList::setCards(const std::vector<InspectorCard>& cards) {
    clear(*column_);
    for (const InspectorCard& one : cards) {
        auto* frame = new QFrame(this);
        frame->setFrameShape(QFrame::StyledPanel);
        frame->setProperty("kind", "card");
        auto* row = new QHBoxLayout(frame);
        row->setContentsMargins(12, 10, 12, 10);
        row->setSpacing(8);
        row->addWidget(new IconLabel(one.icon, Role::text2, frame), 0, Qt::AlignTop);
        auto* texts = new QVBoxLayout;
        texts->setSpacing(3);
        auto* title = new TextLabel(one.title, Type::head, Role::text, frame);
        title->setWordWrap(true);
        texts->addWidget(title);
        if (!one.text.isEmpty()) {
            auto* text = new TextLabel(one.text, Type::second, Role::text2, frame);
            text->setWordWrap(true);
            texts->addWidget(text);
        }
        if (!one.button.isEmpty()) {
            auto* button = new QPushButton(one.button, frame);
            button->setAutoDefault(false);
            button->setProperty("compact", true);
            if (one.primary)
                button->setProperty("kind", "primary");
            button->setAccessibleDescription(one.title);
            connect(button, &QPushButton::clicked, this, [run = one.run] { run(); });
            texts->addSpacing(4);
            texts->addWidget(button, 0, Qt::AlignLeft);
        }
        row->addLayout(texts, 1);
        column_->addWidget(frame);
    }
}

}  // namespace apportion::ui
