// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segmented.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QPainter>

#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {
namespace {

constexpr int kInset = 2;
constexpr int kSegmentedPad = 10;

class Segment final : public QAbstractButton {
public:
    Segment(Icon which, const QString& text, QWidget* parent)
        : QAbstractButton(parent), m_icon(which) {
        setCheckable(true);
        setFocusPolicy(Qt::ClickFocus);
        setFont(apportion::ui::font(Type::name));
        setText(text);
        setAccessibleName(text);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
        if (which != Icon::none)
            setToolTip(text);
    }

    QSize sizeHint() const override {
        const int height = controlHeight(28) - 2 * kInset;
        if (m_icon != Icon::none)
            return {30, height};
        return {fontMetrics().horizontalAdvance(text()) + 2 * kSegmentedPad, height};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QRectF box(rect());
        if (isChecked())
            paintBox(painter, box, color(Theme::isDark() ? Role::line2 : Role::surface),
                     color(Theme::isDark() ? Role::ctl : Role::line2), kCheckRadius);
        const QColor ink = !isEnabled()                  ? disabledText()
                           : isChecked() || underMouse() ? color(Role::text)
                                                         : color(Role::text2);
        if (m_icon != Icon::none) {
            paintIcon(painter, box, m_icon, ink);
        } else {
            painter.setPen(ink);
            painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, text());
        }
        if (hasKeyboardFocus(*this))
            paintFocusRing(painter, box, kCheckRadius);
    }

private:
    Icon m_icon;
};

}  // namespace

Segmented::Segmented(const QString& name, QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_group(new QButtonGroup(this)) {
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_row->setContentsMargins(kInset, kInset, kInset, kInset);
    m_row->setSpacing(0);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        // Tab stops at the chosen one only.
        m_group->button(id)->setFocusPolicy(on ? Qt::StrongFocus : Qt::ClickFocus);
        if (on)
            emit currentChanged(id);
    });
}

int Segmented::addSegment(const QString& text) {
    return add(Icon::none, text);
}

int Segmented::addSegment(Icon which, const QString& text) {
    return add(which, text);
}

int Segmented::add(Icon which, const QString& text) {
    const int index = count();
    auto* segment = new Segment(which, text, this);
    m_row->addWidget(segment);
    m_group->addButton(segment, index);
    if (index == 0) {
        // The first one starts chosen, and nobody needs to hear of that.
        const QSignalBlocker quiet(m_group);
        segment->setChecked(true);
        segment->setFocusPolicy(Qt::StrongFocus);
    }
    return index;
}

int Segmented::count() const {
    return static_cast<int>(m_group->buttons().size());
}

int Segmented::currentIndex() const {
    return m_group->checkedId();
}

void Segmented::setCurrentIndex(int index) {
    if (QAbstractButton* chosen = m_group->button(index))
        return chosen->setChecked(true);
    // None: only a group that is not exclusive lets go of the chosen one, which keeps the tab stop.
    if (QAbstractButton* chosen = m_group->checkedButton()) {
        const QSignalBlocker quiet(m_group);
        m_group->setExclusive(false);
        chosen->setChecked(false);
        m_group->setExclusive(true);
    }
}

QAbstractButton* Segmented::segment(int index) const {
    return m_group->button(index);
}

void Segmented::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const bool dark = Theme::isDark();
    paintBox(painter, QRectF(rect()), color(dark ? Role::bg : Role::trough),
             dark ? color(Role::line) : QColor());
}

}  // namespace apportion::ui
