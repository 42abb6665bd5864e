// SPDX-License-Identifier: GPL-3.0-or-later
// A page that scrolls in a low window: nothing on it is covered or squeezed.
#pragma once

#include <QScrollArea>

namespace apportion::ui {

class PageArea : public QScrollArea {
    Q_OBJECT

public:
    explicit PageArea(QWidget* parent);

    // For the page's layout.
    QWidget* content() const { return widget(); }
};

}  // namespace apportion::ui
