// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/style.h"

#include <algorithm>

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QFileDialog>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollBar>
#include <QSlider>
#include <QStyleOption>
#include <QTabBar>
#include <QTimer>
#include <QTreeView>

#include "ui/visible_text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

// What the wheel gives another value. Bars that scroll are sliders of Qt's own, and not meant.
bool isTurnedByWheel(const QObject* object) {
    return qobject_cast<const QComboBox*>(object) ||
           qobject_cast<const QAbstractSpinBox*>(object) || qobject_cast<const QSlider*>(object);
}

// Qt's own list of files has its columns as wide as the texts are, without our cells' margins.
void widenFileColumns(const QTreeView& files) {
    constexpr int kMargins = 28;
    const QString samples[] = {
        {},
        QStringLiteral("888.88 MiB"),
        QStringLiteral("apportion File"),
        QLocale().toString(QDateTime(QDate(2028, 12, 28), QTime(22, 28)), QLocale::ShortFormat)};
    QHeaderView* header = files.header();
    for (int column = 1; column < std::min(header->count(), 4); ++column)
        header->resizeSection(
            column, std::max(header->sectionSize(column),
                             files.fontMetrics().horizontalAdvance(samples[column]) + kMargins));
}

// Of a tool tip, whose text comes from anywhere; before it is painted.
void showHidden(QLabel& tip) {
    const QString shown = visible(tip.text());
    if (shown == tip.text())
        return;
    tip.setText(shown);
    QTimer::singleShot(0, &tip, [&tip] { tip.resize(tip.sizeHint()); });
}

}  // namespace

Style::Style() : QProxyStyle(QStringLiteral("Fusion")) {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    using namespace style;
    if (element == PE_PanelItemViewRow) {
        // Our own views paint the ground of a row themselves, others get it in the same colours.
        if (!qobject_cast<const TreeView*>(widget) && (option->state & State_Selected))
            painter->fillRect(option->rect, color(Role::accentSoft));
        return;
    }
    if (drawButtonPrimitive(element, *option, *painter, widget) ||
        drawFieldPrimitive(element, *option, *painter, widget) ||
        drawCheckPrimitive(element, *option, *painter, widget) ||
        drawMenuPrimitive(element, *option, *painter, widget))
        return;
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    using namespace style;
    if (element == CE_ComboBoxLabel && drawComboLabel(*option, *painter, widget, *proxy()))
        return;
    if (drawButtonControl(element, *option, *painter, widget) ||
        drawCheckControl(element, *option, *painter, widget, *proxy()) ||
        drawTabControl(element, *option, *painter, widget) ||
        drawHeaderControl(element, *option, *painter, widget) ||
        drawMenuControl(element, *option, *painter, widget) ||
        drawBarControl(element, *option, *painter, widget))
        return;
    if (element == CE_ItemViewItem) {
        // Lists of combo boxes and file dialogs: selection as in our own views.
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
            QStyleOptionViewItem soft = *item;
            soft.palette.setColor(QPalette::Highlight, color(Role::accentSoft));
            soft.palette.setColor(QPalette::HighlightedText, color(Role::text));
            soft.state &= ~State_HasFocus;
            QProxyStyle::drawControl(element, &soft, painter, widget);
            return;
        }
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                               QPainter* painter, const QWidget* widget) const {
    using namespace style;
    if (drawFieldComplex(control, *option, *painter, widget, *proxy()) ||
        drawBarComplex(control, *option, *painter, widget, *proxy()))
        return;
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect Style::subElementRect(SubElement element, const QStyleOption* option,
                            const QWidget* widget) const {
    using namespace style;
    const QRect r = option->rect;
    const bool pill = kindOf(widget) == Kind::switchKind;
    switch (element) {
        case SE_LineEditContents:
            return r.adjusted(7, 0, -7, 0);
        case SE_PushButtonContents:
        case SE_PushButtonFocusRect:
            return r;
        case SE_CheckBoxIndicator:
        case SE_RadioButtonIndicator: {
            const QSize size =
                pill ? QSize(kSwitchWidth, kSwitchHeight) : QSize(kIndicator, kIndicator);
            const QRect box(r.left(), r.top() + (r.height() - size.height()) / 2, size.width(),
                            size.height());
            return visualRect(option->direction, r, box);
        }
        case SE_CheckBoxContents:
        case SE_RadioButtonContents: {
            const int shift = (pill ? kSwitchWidth : kIndicator) + 8;
            return visualRect(option->direction, r, r.adjusted(shift, 0, 0, 0));
        }
        // All of it can be clicked, with or without a text.
        case SE_CheckBoxClickRect:
        case SE_RadioButtonClickRect:
        case SE_HeaderLabel:
        case SE_ProgressBarGroove:
        case SE_ProgressBarContents:
            return r;
        default:
            return QProxyStyle::subElementRect(element, option, widget);
    }
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                            SubControl part, const QWidget* widget) const {
    using namespace style;
    QRect found;
    if (control == CC_ComboBox || control == CC_SpinBox)
        found = fieldSubControl(control, *option, part);
    else if (control == CC_ScrollBar)
        // No arrows at the ends, so an empty rectangle is an answer here.
        return scrollBarSubControl(*option, part);
    else if (control == CC_Slider)
        found = sliderSubControl(*option, part);
    return found.isNull() ? QProxyStyle::subControlRect(control, option, part, widget) : found;
}

int Style::pixelMetric(PixelMetric which, const QStyleOption* option, const QWidget* widget) const {
    // Room for the 2 px of focus and error.
    if (which == PM_DefaultFrameWidth && style::isTextEdit(widget))
        return 2;
    const int own = style::metric(which);
    return own >= 0 ? own : QProxyStyle::pixelMetric(which, option, widget);
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                              const QWidget* widget) const {
    const QSize fusion = QProxyStyle::sizeFromContents(type, option, contents, widget);
    return option ? style::contentsSize(type, *option, contents, fusion, widget) : fusion;
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* data) const {
    switch (hint) {
        case SH_ItemView_ShowDecorationSelected:
            return 1;
        case SH_EtchDisabledText:
        case SH_ComboBox_Popup:
        case SH_DialogButtonBox_ButtonsHaveIcons:
        case SH_ScrollBar_LeftClickAbsolutePosition:
        case SH_Widget_Animate:
        case SH_Widget_Animation_Duration:
            return 0;
        case SH_DialogButtonLayout:
            return 3;  // QDialogButtonBox::GnomeLayout: the primary button stands at the right
        case SH_FormLayoutFormAlignment:
            return Qt::AlignLeft | Qt::AlignTop;
        case SH_FormLayoutLabelAlignment:
            return Qt::AlignLeft;
        case SH_FormLayoutFieldGrowthPolicy:
            return QFormLayout::FieldsStayAtSizeHint;
        case SH_UnderlineShortcut:
            return m_altHeld;
        case SH_ToolTip_WakeUpDelay:
            return 500;
        case SH_Slider_AbsoluteSetButtons:
            return Qt::LeftButton;
        default:
            return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QIcon Style::standardIcon(StandardPixmap which, const QStyleOption* option,
                          const QWidget* widget) const {
    switch (which) {
        case SP_LineEditClearButton:
            return icon(Icon::close);
        case SP_MessageBoxInformation:
            return icon(Icon::info, Role::info);
        case SP_MessageBoxWarning:
            return icon(Icon::warning, Role::warn);
        case SP_MessageBoxCritical:
            return icon(Icon::error, Role::err);
        case SP_MessageBoxQuestion:
            return icon(Icon::help, Role::info);
        case SP_DirIcon:
            return icon(Icon::folder);
        case SP_FileIcon:
            return icon(Icon::file);
        default:
            return QProxyStyle::standardIcon(which, option, widget);
    }
}

QPalette Style::standardPalette() const {
    return Theme::palette(Theme::isDark());
}

void Style::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    // A name is never markup: also not in a tool tip, which is a label, nor in a question of Qt.
    if (auto* label = qobject_cast<QLabel*>(widget);
        label != nullptr && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    // Without it these would not be told when the mouse enters them.
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
        qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QLineEdit*>(widget) ||
        qobject_cast<QTabBar*>(widget) || qobject_cast<QScrollBar*>(widget) ||
        qobject_cast<QSlider*>(widget) || qobject_cast<QHeaderView*>(widget) ||
        widget->inherits("QSplitterHandle"))
        widget->setAttribute(Qt::WA_Hover);
    if (isTurnedByWheel(widget) && widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(Qt::StrongFocus);
}

void Style::polish(QApplication* application) {
    QProxyStyle::polish(application);
    application->installEventFilter(this);
}

void Style::unpolish(QApplication* application) {
    application->removeEventFilter(this);
    QProxyStyle::unpolish(application);
}

// Mnemonics are underlined only while Alt is held; and the wheel scrolls the form, instead of
// changing in passing whatever field comes under the mouse.
bool Style::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Wheel && isTurnedByWheel(watched) &&
        !static_cast<const QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::Paint)
        if (auto* tip = qobject_cast<QLabel*>(watched); tip != nullptr && tip->isWindow())
            showHidden(*tip);
    if (event->type() == QEvent::Show)
        if (const auto* files = qobject_cast<QTreeView*>(watched);
            files != nullptr && qobject_cast<QFileDialog*>(files->window()))
            widenFileColumns(*files);
    bool held = m_altHeld;
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease) {
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt)
            held = event->type() == QEvent::KeyPress;
    } else if (event->type() == QEvent::ApplicationDeactivate) {
        held = false;
    }
    if (held != m_altHeld) {
        m_altHeld = held;
        for (QWidget* window : QApplication::topLevelWidgets())
            for (QWidget* child : window->findChildren<QWidget*>())
                child->update();
    }
    return QProxyStyle::eventFilter(watched, event);
}

}  // namespace apportion::ui
