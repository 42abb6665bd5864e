// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/page_area.h"

namespace apportion::ui {

PageArea::PageArea(QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    setWidget(content);
}

}  // namespace apportion::ui
