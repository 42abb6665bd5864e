// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_legend.h"

#include <algorithm>
#include <utility>

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include "ui/nodes/node_paint.h"
#include "ui/texts.h"
#include "ui/visible_text.h"
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
constexpr double kNodeLegendGauge = 24;
constexpr double kNodeLegendMargin = 16;
constexpr int kMostTeams = 8;
constexpr double kLeastText = 48;  // of a name that is cut

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

void NodeLegend::setByAllocation(bool byAllocation) {
    byAllocation_ = byAllocation;
    makeEntries();
}

void NodeLegend::setUsesKnown(bool known) {
    if (std::exchange(usesKnown_, known) != known)
        makeEntries();
}

void NodeLegend::addEntry(Entry::Kind kind, int colour, const QString& text) {
    const double swatch = kind == Entry::Kind::ramp    ? kRamp
                          : kind == Entry::Kind::gauge ? kNodeLegendGauge
                                                       : kSwatch;
    const QString shown = visible(text);
    const double width = QFontMetricsF(apportion::ui::font(Type::second)).horizontalAdvance(shown);
    entries_.push_back({kind, colour, shown, swatch + kToText + width + kBetween});
    if (kind != Entry::Kind::team)
        stateWidth_ += entries_.back().width;
}

void NodeLegend::makeEntries() {
    using Kind = Entry::Kind;
    entries_.clear();
    stateWidth_ = 0;
    teamCount_ = byAllocation_ ? 0 : static_cast<int>(teams_.size());
    for (int i = 0; i < std::min(teamCount_, kMostTeams); ++i) {
        const TeamInfo& team = teams_[static_cast<std::size_t>(i)];
        addEntry(Kind::team, team.colour, qt(team.name));
    }
    if (byAllocation_)
        addEntry(Kind::ramp, 0, tr("free to all allocated"));
    else
        addEntry(Kind::free, 0, tr("free"));
    addEntry(Kind::cordoned, 0, tr("cordoned"));
    addEntry(Kind::down, 0, tr("down"));
    if (usesKnown_)
        addEntry(Kind::gauge, 0, tr("utilization"));
    QStringList said;
    for (const TeamInfo& team : teams_)
        if (teamCount_ > 0)
            said << qt(team.name);
    setToolTip(said.join(QLatin1Char('\n')));
    for (const Entry& entry : entries_)
        if (entry.kind != Kind::team)
            said << entry.text;
    setAccessibleName(tr("Colours: %1").arg(said.join(QLatin1String(", "))));
    updateGeometry();
    update();
}

double NodeLegend::textRoom(int count, double room) const {
    constexpr double kAround = kSwatch + kToText + kBetween;
    std::vector<double> texts;
    texts.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        texts.push_back(entries_[static_cast<std::size_t>(i)].width - kAround);
    std::sort(texts.begin(), texts.end());
    // What short names do not need goes to the longer ones.
    double left = room - count * kAround;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const double share = left / static_cast<double>(texts.size() - i);
        if (texts[i] > share)
            return share;
        left -= texts[i];
    }
    return std::max(left, 0.0) + (texts.empty() ? 0 : texts.back());
}

QSize NodeLegend::sizeHint() const {
    double width = 0;
    for (const Entry& entry : entries_)
        width += entry.width;
    return {qRound(width + 2 * kNodeLegendMargin), controlHeight(28)};
}

QSize NodeLegend::minimumSizeHint() const {
    return {qRound(stateWidth_ + 2 * kNodeLegendMargin), controlHeight(28)};
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
        case Kind::free:
            paintFree(painter, box, NodeState::ready, 2);
            break;
        case Kind::cordoned:
            paintFree(painter, box, NodeState::cordoned, 2);
            break;
        case Kind::down:
            paintFree(painter, box, NodeState::down, 2);
            break;
        case Kind::gauge: {
            const QRectF ground(x, middle - kSwatch / 2 - 1, kNodeLegendGauge, kSwatch + 2);
            paintFree(painter, ground, NodeState::ready, 2);
            paintGauge(painter, QRectF(x + 2, middle - 2, kNodeLegendGauge - 4, 4), 0.6);
            text = x + kNodeLegendGauge + kToText;
            break;
        }
        case Kind::ramp:
            for (int i = 0; i < kRamp; ++i)
                painter.fillRect(QRectF(x + i, box.top(), 1, kSwatch), allocationColor(i / kRamp));
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
    const double room = width() - 2 * kNodeLegendMargin - stateWidth_;
    const QFontMetricsF metrics(apportion::ui::font(Type::second));
    int shown = std::min(teamCount_, kMostTeams);
    QString others;
    double texts = 0;
    for (;; --shown) {
        others = shown < teamCount_ ? tr("and %1 more").arg(teamCount_ - shown) : QString();
        const double rest = others.isEmpty() ? 0 : metrics.horizontalAdvance(others) + kBetween;
        texts = textRoom(shown, room - rest);
        if (shown == 0 || texts >= kLeastText)
            break;
    }
    double x = kNodeLegendMargin;
    const auto showOthers = [&] {
        painter.setPen(color(Role::text2));
        painter.setFont(apportion::ui::font(Type::second));
        painter.drawText(QPointF(x, baselineIn(rect(), painter.font())), others);
        x += metrics.horizontalAdvance(others) + kBetween;
    };
    int team = 0;
    for (Entry entry : entries_) {
        if (entry.kind == Entry::Kind::team && team++ >= shown)
            continue;
        if (entry.kind != Entry::Kind::team && !others.isEmpty()) {
            showOthers();
            others.clear();
        }
        if (entry.kind == Entry::Kind::team) {
            const double full = metrics.horizontalAdvance(entry.text);
            entry.text = metrics.elidedText(entry.text, Qt::ElideRight, std::max(texts, 1.0));
            entry.width += metrics.horizontalAdvance(entry.text) - full;
        }
        paint(painter, entry, x);
        x += entry.width;
    }
}

}  // namespace apportion::ui
