// SPDX-License-Identifier: GPL-3.0-or-later
// Badges: an icon and a word or two on a soft ground.
#pragma once

#include <QString>
#include <QWidget>

#include "ui/widgets/icons.h"

namespace apportion::ui {

enum class Tone { neutral, good, warn, err, info };

// Text and icon colour of a tone, and the ground it stands on.
Role toneRole(Tone tone);
Role toneSoftRole(Tone tone);
Icon toneIcon(Tone tone);

struct Badge {
    QString text;
    Tone tone = Tone::neutral;
    Icon icon = Icon::none;
    friend bool operator==(const Badge&, const Badge&) = default;
};

// The two words, icon and tone for a reason code of the engine ("no-capacity"). An unknown code
// is shown as it is.
Badge reasonBadge(const QString& reasonCode);
// Of all reasons, as they read here; pixels.
int widestReasonBadge();

QSize badgeSize(const Badge& badge);

// At the left edge of `rect`, vertically centred; cut with an ellipsis if `rect` is too narrow.
// Returns the width taken.
double paintBadge(QPainter& painter, const QRectF& rect, const Badge& badge);

// A badge as a widget.
class BadgeLabel final : public QWidget {
    Q_OBJECT

public:
    explicit BadgeLabel(const Badge& badge = {}, QWidget* parent = nullptr);
    void setBadge(const Badge& badge);
    const Badge& badge() const { return m_badge; }
    QSize sizeHint() const override { return badgeSize(m_badge); }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Badge m_badge;
};

}  // namespace apportion::ui
