// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes: fixed pixels of the look, and what a control needs for its contents.
#include <QFontMetrics>
#include <QStyleOption>
#include <QWidget>

#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui::style {
namespace {

constexpr int kControl = 30;
constexpr int kCompact = 26;
constexpr int kButtonMinimum = 72;
constexpr int kButtonPad = 12;

QSize buttonSize(const QStyleOptionButton& option, const QWidget* widget) {
    const int height = isCompact(widget) ? kCompact : controlHeight(kControl);
    const int icon = option.icon.isNull() ? 0 : option.iconSize.width();
    if (option.text.isEmpty() && icon > 0)
        return {height, height};
    const QFontMetrics metrics = widget ? widget->fontMetrics() : option.fontMetrics;
    int width = metrics.size(Qt::TextShowMnemonic, option.text).width() + 2 * kButtonPad;
    if (icon > 0)
        width += icon + 8 - 2;
    if (option.features & QStyleOptionButton::HasMenu)
        width += kArrowColumn;
    return {isCompact(widget) ? width : std::max(width, kButtonMinimum), height};
}

QSize toolButtonSize(const QStyleOptionToolButton& option, const QSize& contents) {
    constexpr int kSide = 28;
    if (option.toolButtonStyle == Qt::ToolButtonIconOnly)
        return {std::max(kSide, contents.width()), kSide};
    return {contents.width() + 12, std::max(kSide, contents.height())};
}

QSize menuItemSize(const QStyleOptionMenuItem& option, const QSize& contents) {
    if (option.menuItemType == QStyleOptionMenuItem::Separator)
        return {contents.width(), option.text.isEmpty() ? 9 : 26};
    // QMenu adds the column of shortcuts itself, once for all items.
    const auto tab = option.text.indexOf(QLatin1Char('\t'));
    const QString label = tab < 0 ? option.text : option.text.left(tab);
    const int width = QFontMetrics(option.font).size(Qt::TextShowMnemonic, label).width();
    return {32 + width + (tab < 0 ? 0 : 24) + 28, controlHeight(28)};
}

// A bar that says so is short of room.
QSize tabSize(const QStyleOptionTab& option, const QWidget* bar, const QSize& fusion) {
    const int pads = bar != nullptr && bar->property("tight").toBool() ? 12 : 24;
    // With the bold font, or the tabs jump when another is selected.
    const QFontMetrics metrics(font(Type::head));
    const int icon = option.icon.isNull() ? 0 : 24;
    const int width = metrics.size(Qt::TextShowMnemonic, option.text).width() + icon + pads;
    return {std::max(width, option.text.isEmpty() ? fusion.width() : 0), controlHeight(40)};
}

// A header that says so has heads of two lines.
QSize headerSize(const QStyleOptionHeader& option, const QWidget* header) {
    const int lines = header != nullptr && header->property("twoLines").toBool() ? 2 : 1;
    const QFontMetrics metrics(font(Type::small));
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    // Two more, as text is a fraction of a pixel wider than its advance in whole ones.
    return {metrics.horizontalAdvance(option.text) + 18 + (sorted ? 12 : 0),
            std::max(28, lines * metrics.height() + 12)};
}

}  // namespace

int metric(QStyle::PixelMetric which) {
    switch (which) {
        case QStyle::PM_DefaultFrameWidth:
        case QStyle::PM_ComboBoxFrameWidth:
        case QStyle::PM_SpinBoxFrameWidth:
        case QStyle::PM_MenuPanelWidth:
        case QStyle::PM_SplitterWidth:
        case QStyle::PM_DockWidgetSeparatorExtent:
            return 1;
        case QStyle::PM_ButtonShiftHorizontal:
        case QStyle::PM_ButtonShiftVertical:
        case QStyle::PM_TabBarTabShiftHorizontal:
        case QStyle::PM_TabBarTabShiftVertical:
        case QStyle::PM_TabBarTabOverlap:
        case QStyle::PM_TabBarBaseHeight:
        case QStyle::PM_TabBarBaseOverlap:
        case QStyle::PM_TabBarScrollButtonWidth:  // a menu has what does not fit
        case QStyle::PM_MenuBarPanelWidth:
        case QStyle::PM_MenuBarVMargin:
        case QStyle::PM_MenuBarHMargin:
        case QStyle::PM_MenuHMargin:
        case QStyle::PM_ScrollView_ScrollBarSpacing:
        case QStyle::PM_ScrollView_ScrollBarOverlap:
        case QStyle::PM_FocusFrameVMargin:
        case QStyle::PM_MenuBarItemSpacing:
            return 0;
        case QStyle::PM_FocusFrameHMargin:
            // Plus one this is the padding of the items of lists.
            return 7;
        case QStyle::PM_MenuVMargin:
            return 4;
        case QStyle::PM_ScrollBarExtent:
            return 10;
        case QStyle::PM_ScrollBarSliderMin:
            return 28;
        case QStyle::PM_IndicatorWidth:
        case QStyle::PM_IndicatorHeight:
        case QStyle::PM_ExclusiveIndicatorWidth:
        case QStyle::PM_ExclusiveIndicatorHeight:
        case QStyle::PM_SmallIconSize:
        case QStyle::PM_ButtonIconSize:
        case QStyle::PM_ToolBarIconSize:
        case QStyle::PM_ListViewIconSize:
        case QStyle::PM_TabBarIconSize:
        case QStyle::PM_LineEditIconSize:
        case QStyle::PM_SliderLength:
            return kIndicator;
        case QStyle::PM_CheckBoxLabelSpacing:
        case QStyle::PM_RadioButtonLabelSpacing:
        case QStyle::PM_HeaderMargin:
        case QStyle::PM_ToolTipLabelFrameWidth:
        case QStyle::PM_LayoutHorizontalSpacing:
        case QStyle::PM_LayoutVerticalSpacing:
            return 8;
        case QStyle::PM_LayoutLeftMargin:
        case QStyle::PM_LayoutTopMargin:
        case QStyle::PM_LayoutRightMargin:
        case QStyle::PM_LayoutBottomMargin:
            return 16;
        case QStyle::PM_SliderThickness:
        case QStyle::PM_SliderControlThickness:
            return 20;
        case QStyle::PM_TabBarTabHSpace:
            return 24;
        case QStyle::PM_TreeViewIndentation:
            return 14;
        case QStyle::PM_MenuButtonIndicator:
            return kArrowColumn;
        default:
            return -1;
    }
}

QSize contentsSize(QStyle::ContentsType type, const QStyleOption& option, const QSize& contents,
                   const QSize& fusion, const QWidget* widget) {
    const int control = isCompact(widget) ? kCompact : controlHeight(kControl);
    switch (type) {
        case QStyle::CT_PushButton:
            return buttonSize(static_cast<const QStyleOptionButton&>(option), widget);
        case QStyle::CT_ToolButton:
            return toolButtonSize(static_cast<const QStyleOptionToolButton&>(option), contents);
        case QStyle::CT_LineEdit:
            return {fusion.width() + 12, control};
        case QStyle::CT_ComboBox: {
            // The line edit of an editable one has padding of its own.
            const bool editable = static_cast<const QStyleOptionComboBox&>(option).editable;
            return {contents.width() + kArrowColumn + (editable ? 40 : 28), control};
        }
        case QStyle::CT_SpinBox:
            return {contents.width() + kArrowColumn + 22, control};
        case QStyle::CT_ItemViewItem:
            return {fusion.width(), std::max(fusion.height(), controlHeight(26))};
        case QStyle::CT_CheckBox:
        case QStyle::CT_RadioButton: {
            const int text = contents.width() > 0 ? contents.width() + 8 : 0;
            const bool pill = kindOf(widget) == Kind::switchKind;
            return {text + (pill ? kSwitchWidth : kIndicator),
                    std::max(pill ? kSwitchHeight : kIndicator, contents.height() + 4)};
        }
        case QStyle::CT_TabBarTab:
            return tabSize(static_cast<const QStyleOptionTab&>(option), widget, fusion);
        case QStyle::CT_HeaderSection:
            return headerSize(static_cast<const QStyleOptionHeader&>(option), widget);
        case QStyle::CT_MenuBarItem:
            return {contents.width() + 16, controlHeight(36)};
        case QStyle::CT_MenuItem:
            return menuItemSize(static_cast<const QStyleOptionMenuItem&>(option), contents);
        case QStyle::CT_ProgressBar:
            return {std::max(120, contents.width()), 16};
        default:
            return fusion;
    }
}

}  // namespace apportion::ui::style
