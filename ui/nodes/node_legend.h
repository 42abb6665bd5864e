// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours and hatches of the heat map mean, a line under it. Teams leave from the right
// where there is no room; the states stay.
#pragma once

#include <vector>

#include <QWidget>

#include "core/view/view.h"

namespace apportion::ui {

class NodeLegend final : public QWidget {
    Q_OBJECT

public:
    explicit NodeLegend(QWidget* parent = nullptr);
    void setTeams(const std::vector<TeamInfo>& teams);
    void setByAllocation(bool byAllocation);
    void setUsesKnown(bool known);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        enum class Kind { team, free, cordoned, down, ramp, gauge };
        Kind kind = Kind::team;
        int colour = 0;
        QString text;
        double width = 0;
    };
    void makeEntries();
    void addEntry(Entry::Kind kind, int colour, const QString& text);
    // How wide the texts of the first teams may be so that `count` of them fit into the room; they
    // are cut before a team is left out.
    double textRoom(int count, double room) const;
    void paint(QPainter& painter, const Entry& entry, double x) const;

    std::vector<TeamInfo> teams_;
    bool byAllocation_ = false;
    bool usesKnown_ = false;
    std::vector<Entry> entries_;
    int teamCount_ = 0;
    double stateWidth_ = 0;
};

}  // namespace apportion::ui
