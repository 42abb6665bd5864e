// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_legend.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include "ui/nodes/node_paint.h"
#include "ui/texts.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/hatch.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

namespace {

constexpr double kSwatch = 8;
constexpr double kToText = 5;
constexpr double kBetween = 12;
constexpr double kRamp = 40;
constexpr double kMargin = 16;
constexpr std::size_t kMostTeams = 8;

}  // namespace

NodeLegend::NodeLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    makeEntries();
}

void NodeLegend::setTeams(const std::vector<TeamInfo>& teams) {
    if (teams == teams_)
        return;
    teams_ = teams;
    makeEntries();
}

void NodeLegend::setByLoad(bool byLoad) {
    byLoad_ = byLoad;
    makeEntries();
}

void NodeLegend::makeEntries() {
    using Kind = Entry::Kind;
    entries_.clear();
    if (byLoad_) {
        entries_.push_back({Kind::ramp, 0, tr("free to full")});
    } else {
        for (std::size_t i = 0; i < std::min(teams_.size(), kMostTeams); ++i)
            entries_.push_back({Kind::team, teams_[i].colour, qt(teams_[i].name)});
        if (teams_.size() > kMostTeams)
            entries_.push_back(
                {Kind::others, 0, tr("and %1 more").arg(teams_.size() - kMostTeams)});
        entries_.push_back({Kind::free, 0, tr("free")});
    }
    entries_.push_back({Kind::cordoned, 0, tr("cordoned")});
    entries_.push_back({Kind::down, 0, tr("down")});
    const QFontMetricsF metrics(apportion::ui::font(Type::second));
    stateWidth_ = 0;
    QStringList said;
    for (Entry& entry : entries_) {
        const double swatch = entry.kind == Kind::ramp     ? kRamp
                              : entry.kind == Kind::others ? -kToText
                                                           : kSwatch;
        entry.width = swatch + kToText + metrics.horizontalAdvance(entry.text) + kBetween;
        if (entry.kind != Kind::team && entry.kind != Kind::others)
            stateWidth_ += entry.width;
        said << entry.text;
    }
    setAccessibleName(tr("Colours: %1").arg(said.join(QLatin1String(", "))));
    updateGeometry();
    update();
}

QSize NodeLegend::sizeHint() const {
    double width = 0;
    for (const Entry& entry : entries_)
        width += entry.width;
    return {qRound(width + 2 * kMargin), controlHeight(28)};
}

QSize NodeLegend::minimumSizeHint() const {
    return {qRound(stateWidth_ + 2 * kMargin), controlHeight(28)};
}

void NodeLegend::paint(QPainter& painter, const Entry& entry, double x) const {
    using Kind = Entry::Kind;
    const double middle = height() / 2.0;
    const QRectF box(x, middle - kSwatch / 2, kSwatch, kSwatch);
    double text = box.right() + kToText;
    QPainterPath path;
    path.addRoundedRect(box, 2, 2);
    switch (entry.kind) {
        case Kind::team:
            fillHatched(painter, path, teamBrush(entry.colour));
            break;
        case Kind::others:
            text = x;
            break;
        case Kind::free:
            paintFree(painter, box, NodeState::ready, 2);
            break;
        case Kind::cordoned:
            paintFree(painter, box, NodeState::cordoned, 2);
            break;
        case Kind::down:
            paintFree(painter, box, NodeState::down, 2);
            break;
        case Kind::ramp:
            for (int i = 0; i < kRamp; ++i)
                painter.fillRect(QRectF(x + i, box.top(), 1, kSwatch), loadColor(i / kRamp));
            text = x + kRamp + kToText;
            break;
    }
    const QFont face = apportion::ui::font(Type::second);
    painter.setFont(face);
    painter.setPen(color(Role::text2));
    painter.drawText(QPointF(text, baselineIn(rect(), face)), entry.text);
}

void NodeLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintHairline(painter, 0, width(), 0, color(Role::line));
    double room = width() - 2 * kMargin - stateWidth_;
    double x = kMargin;
    bool cut = false;
    for (const Entry& entry : entries_) {
        const bool ofTeams = entry.kind == Entry::Kind::team || entry.kind == Entry::Kind::others;
        cut = cut || (ofTeams && entry.width > room);
        if (ofTeams && cut)
            continue;
        if (ofTeams)
            room -= entry.width;
        paint(painter, entry, x);
        x += entry.width;
    }
}

}  // namespace apportion::ui
