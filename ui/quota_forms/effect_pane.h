// SPDX-License-Identifier: GPL-3.0-or-later
// Beside the sheet of a quota: who runs how much before and after, the numbers of the quota and of
// others that become different, and what happens to workloads, evictions first.
#pragma once

#include <QWidget>

#include "core/plan/draft/quota_effect.h"

class QPushButton;

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
    // How long workloads of the quota wait in the day ahead, if its size alone changes; nothing =
    // it is not known.
    void showWait(const std::optional<ScaleWait>& wait);
    // In place of it: nothing was tried.
    void say(const QString& why);
    QString plainText() const;
    bool warns() const;

signals:
    // What is left over, to a sibling that would have so much then.
    void giveWanted(const QString& quota, apportion::Gpu guaranteed);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showParts(bool shown);

    TextLabel* when_;
    BadgeLabel* exact_;
    BeforeAfter* bars_;
    TextLabel* quotaHead_;
    FactList* quota_;
    TextLabel* sizesHead_;
    FactList* sizes_;
    TextLabel* othersHead_;
    FactList* others_;
    SentenceBox* work_;
    TextLabel* left_;
    QPushButton* give_;
    std::optional<std::pair<std::string, Gpu>> giving_;
};

}  // namespace apportion::ui
