// SPDX-License-Identifier: GPL-3.0-or-later
// Beside the sheet of a quota: who runs how much before and after, the numbers of the quota and of
// others that become different, and what happens to workloads, evictions first.
#pragma once

#include <QWidget>

#include "core/plan/draft/quota_effect.h"

namespace apportion::ui {

class BadgeLabel;
class BeforeAfter;
class FactList;
class SentenceBox;
class TextLabel;

class EffectPane final : public QWidget {
    Q_OBJECT

public:
    explicit EffectPane(QWidget* parent = nullptr);

    void showEffect(const View& view, const QuotaDraft& draft, const Effect& trial);
    // In place of it: nothing was tried.
    void say(const QString& why);
    QString plainText() const;
    bool warns() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showParts(bool shown);

    TextLabel* when_;
    BadgeLabel* exact_;
    BeforeAfter* bars_;
    TextLabel* quotaHead_;
    FactList* quota_;
    TextLabel* othersHead_;
    FactList* others_;
    SentenceBox* work_;
    TextLabel* left_;
};

}  // namespace apportion::ui
