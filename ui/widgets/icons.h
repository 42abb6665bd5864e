// SPDX-License-Identifier: GPL-3.0-or-later
// The icon set: one SVG each in resources/icons, on a 16 px grid, drawn in one colour. To add one,
// add the file, a name here and a row in icons.cpp.
#pragma once

#include <QIcon>
#include <QPixmap>

#include "ui/widgets/theme.h"

class QPainter;
class QRectF;

namespace apportion::ui {

enum class Icon {
    none,
    arrowDown,
    arrowLeft,
    arrowRight,
    arrowUp,
    arrows,  // a transfer, scaling
    bell,
    bolt,    // preemption
    branch,  // a plan
    calendar,
    cap,
    chartArea,
    chartLine,
    check,
    checkCircle,
    chevronDown,
    chevronLeft,
    chevronRight,
    chevronUp,
    chip,  // GPU type
    clock,
    close,
    cloud,
    columns,
    copy,
    cube,
    cycle,  // self-level preemption
    database,
    dots,
    download,
    edit,
    error,
    eye,
    file,
    filter,
    flag,
    folder,
    forbidden,
    forward,
    fragments,
    gear,
    grip,
    help,
    hourglass,
    inference,
    info,
    key,
    layers,
    link,
    list,
    lock,
    minus,
    moon,
    nextEvent,
    node,
    notebook,
    pause,
    pin,
    play,
    plus,
    previousEvent,
    queue,
    redo,
    report,
    rewind,  // a replay
    save,
    search,
    seek,
    shield,
    sliders,
    sort,  // the order of rows
    step,
    stepBack,
    sun,
    target,
    training,
    trash,
    tree,  // child-level preemption
    undo,
    unlock,
    user,
    users,
    warning,
};
inline constexpr int kIconCount = static_cast<int>(Icon::warning) + 1;

// An icon for actions and buttons: drawn sharp at any size and scale, in the role's colour of the
// theme at the time of painting, in text3 (faint) when disabled.
QIcon icon(Icon which, Role role = Role::text2);

// Draws the icon centred in `rect`, `size` pixels square.
void paintIcon(QPainter& painter, const QRectF& rect, Icon which, const QColor& color,
               double size = 16.0);

// The same as a picture of `size` pixels for a screen of scale `dpr`.
QPixmap iconPixmap(Icon which, const QColor& color, double size, double dpr);

// The three bars, in the team colours of the theme.
QPixmap logoPixmap(double size, double dpr);
QIcon logoIcon();

}  // namespace apportion::ui
