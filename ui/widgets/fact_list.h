// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>

#include "ui/widgets/theme.h"

namespace apportion::ui {

// "Guaranteed ... 80 GPUs". Texts are translated and formatted.
struct Fact {
    QString label;
    QString value;
    Role role = Role::text;
    QString about;  // where it comes from, as tool tip
    friend bool operator==(const Fact&, const Fact&) = default;
};

// Facts below each other: label left, value at the right edge, hairlines between. Where both have
// no room on one line the value stands below.
class FactList final : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);
    void setFacts(QList<Fact> facts);
    const QList<Fact>& facts() const { return m_facts; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    // Of the row at that height; empty = none.
    QString aboutAt(int y) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isTall(const Fact& fact, int width) const;
    int heightOf(const Fact& fact, int width) const;

    QList<Fact> m_facts;
    // Those that had no room on one line once: what ticks does not move what is below it.
    QStringList m_tall;
};

}  // namespace apportion::ui
