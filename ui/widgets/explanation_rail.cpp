// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/explanation_rail.h"

#include <QBoxLayout>
#include <QPainter>

#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

constexpr int kTextAt = 24;
constexpr int kDotAt = 7;
constexpr double kDot = 7;
constexpr int kExplanationRailGap = 12;

RichText richText(const RailStep& step, bool open) {
    const QString small = QString::number(apportion::ui::font(Type::small).pixelSize());
    const QString second = color(Role::text2).name();
    RichText text = RichText::of(u"<div style='line-height:128%'><b style='font-weight:600'>%1</b>",
                                 {step.fact});
    if (!step.sentence.isEmpty())
        text += RichText::of(u"<br/><span style='color:%1'>%2</span>", {second, step.sentence});
    if (!step.link.isEmpty())
        text += RichText::of(
            u"<br/><a href='go' style='color:%1;text-decoration:none;font-size:%2px'>%3</a>",
            {color(Role::accentText).name(), small, step.link});
    if (open)
        text += RichText::of(u"<br/><span style='color:%1;font-size:%2px'>%3</span>",
                             {second, small, step.about});
    text += RichText::of(u"</div>", {});
    return text;
}

class Step final : public QWidget {
public:
    Step(const RailStep& step, bool first, bool last, ExplanationRail* rail)
        : QWidget(rail),
          m_step(step),
          m_first(first),
          m_last(last),
          m_label(new TextLabel({}, Type::body)),
          m_rail(rail) {
        m_label->setWordWrap(true);
        Qt::TextInteractionFlags flags = Qt::TextSelectableByMouse;
        // Without a link there is nothing to do here by keyboard: Tab goes on.
        if (!step.link.isEmpty())
            flags |= Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard;
        m_label->setTextInteractionFlags(flags);
        m_label->setAccessibleName(step.fact);
        tell();
        QObject::connect(m_label, &QLabel::linkActivated, this, [this] {
            m_rail->follow(m_step);
            tell();
        });
        auto* row = new QVBoxLayout(this);
        row->setContentsMargins(kTextAt - 3, 0, 0, last ? 0 : kExplanationRailGap);
        row->addWidget(m_label);
        m_label->setContentsMargins(3, 0, 0, 0);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const double middle = m_label->fontMetrics().height() * 0.5;
        if (!m_last)
            painter.fillRect(QRectF(kDotAt, middle + kDot, 1, height() - middle - kDot + 4),
                             color(Role::line2));
        if (!m_first)
            painter.fillRect(QRectF(kDotAt, 0, 1, middle - kDot), color(Role::line2));
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color(m_step.dot));
        painter.drawEllipse(QPointF(kDotAt + 0.5, middle), kDot / 2, kDot / 2);
    }

    void changeEvent(QEvent* event) override {
        QWidget::changeEvent(event);
        // The rich text holds colours of the theme.
        if (event->type() == QEvent::PaletteChange)
            tell();
    }

private:
    void tell() {
        const bool open = m_rail->isOpen(m_step);
        m_label->setRichText(richText(m_step, open));
        m_label->setAccessibleDescription(open ? m_step.sentence + QLatin1Char(' ') + m_step.about
                                               : m_step.sentence);
    }

    RailStep m_step;
    bool m_first;
    bool m_last;
    TextLabel* m_label;
    ExplanationRail* m_rail;
};

}  // namespace

ExplanationRail::ExplanationRail(QWidget* parent)
    : QWidget(parent), m_column(new QVBoxLayout(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    setAccessibleName(tr("Explanation"));
}

void ExplanationRail::follow(const RailStep& step) {
    if (step.about.isEmpty())
        return emit linkActivated(step.target);
    if (m_open.removeAll(keyOf(step)) == 0)
        m_open << keyOf(step);
}

void ExplanationRail::setSteps(const QList<RailStep>& steps) {
    // Called at every refresh: without a change the user's selection has to stay.
    if (steps == m_steps && m_column->count() > 0)
        return;
    m_steps = steps;
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (qsizetype i = 0; i < steps.size(); ++i)
        m_column->addWidget(new Step(steps[i], i == 0, i + 1 == steps.size(), this));
}

}  // namespace apportion::ui
