// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>
#include <QWidget>

#include "ui/widgets/theme.h"

class QVBoxLayout;

namespace apportion::ui {

// One step of an explanation. The texts are plain and translated.
struct RailStep {
    Role dot = Role::text3;  // accentText: a rule; err: an eviction; good: a start
    QString fact;            // bold: "Quota1 can evict from its children"
    QString sentence;        // plain
    QString link;            // "Rule 16, child-level preemption"
    QString target = {};     // what linkActivated() carries
    QString about = {};      // what stands behind the link; it opens below it
    friend bool operator==(const RailStep&, const RailStep&) = default;
};

// Two to four steps with dots on a rail: why a number is what it is. Text can be selected, links
// reached by Tab and followed by Enter.
class ExplanationRail final : public QWidget {
    Q_OBJECT

public:
    explicit ExplanationRail(QWidget* parent = nullptr);
    void setSteps(const QList<RailStep>& steps);
    const QList<RailStep>& steps() const { return m_steps; }

    bool isOpen(const RailStep& step) const { return m_open.contains(keyOf(step)); }
    void follow(const RailStep& step);

signals:
    void linkActivated(const QString& target);

private:
    static QString keyOf(const RailStep& step) { return step.link + step.about; }

    QVBoxLayout* m_column;
    QList<RailStep> m_steps;
    QStringList m_open;  // also when the steps are told anew
};

}  // namespace apportion::ui
