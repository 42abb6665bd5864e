// SPDX-License-Identifier: GPL-3.0-or-later
// A console with the scaling wizard open.
#pragma once

#include <future>
#include <optional>
#include <vector>

#include <QApplication>
#include <QPushButton>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/scaling/gpu_field.h"
#include "ui/scaling/scale_bar.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/scaling/targets_page.h"
#include "ui/widgets/message_bar.h"

namespace apportion::ui {

// Ten notebooks hold all 80 of Quota1.2; later Quota1 takes 16 of them.
inline constexpr Instant kFull = 300 * kSecond;
inline constexpr Instant kTaken = 1500 * kSecond;

class WizardTest : public ConsoleTest {
protected:
    void openAt(const QString& file, Instant at) {
        open(file);
        window->bridge().session().seek(at);
        ASSERT_TRUE(waitFor([&] { return view().clock == at && window->isSettled(); }));
    }

    void begin(const ScaleTargets& targets = {}) {
        window->openScaling(targets);
        wizard = window->findChild<ScaleWizard*>();
        ASSERT_NE(wizard, nullptr);
        ASSERT_TRUE(settled());
        QApplication::setActiveWindow(wizard);
        ASSERT_TRUE(waitFor([this] { return wizard->isActiveWindow(); }));
    }
    bool settled() {
        return waitFor([this] { return wizard->isSettled(); });
    }
    // With questions that come before the wizard's, so that its answers are not there at once.
    void keepBusy() {
        for (int i = 0; i < 100; ++i)
            busy_.push_back(window->bridge().session().draftScale(
                ScaleRequest{to(56, 72), ScaleMode::reclaim, 60 * kSecond}));
    }
    ScaleBar& bar() { return *wizard->targets().bar(); }
    std::vector<Gpu> sizes() {
        std::vector<Gpu> gpus;
        for (const ScaleRow& row : bar().level().rows)
            gpus.push_back(row.target / kOneGpu);
        return gpus;
    }
    Gpu guaranteed(const std::string& quota) const {
        for (const QuotaRow& row : view().quotas)
            if (row.name == quota)
                return row.numbers.guaranteed / kOneGpu;
        return -1;
    }
    void next() {
        ASSERT_TRUE(wizard->next()->isEnabled()) << wizard->consequence().toStdString();
        QTest::mouseClick(wizard->next(), Qt::LeftButton);
        ASSERT_TRUE(settled());
    }
    QString refusal() const {
        for (const MessageBar* bar : wizard->findChildren<MessageBar*>())
            if (bar->isVisibleTo(wizard))
                return bar->sentence();
        return {};
    }
    static ScaleTargets to(Gpu first, Gpu second) {
        return {{"Quota1.1", first * kOneGpu}, {"Quota1.2", second * kOneGpu}};
    }

    ScaleWizard* wizard = nullptr;

private:
    std::vector<std::future<std::optional<Effect>>> busy_;
};

}  // namespace apportion::ui
