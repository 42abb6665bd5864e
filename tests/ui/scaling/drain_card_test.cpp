// SPDX-License-Identifier: GPL-3.0-or-later
// What the wizard's card of mode drain says of the sizes above it.
#include <QFile>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/scaling/targets_page.h"
#include "ui/widgets/choice_card.h"

namespace apportion::ui {
namespace {

// Nobody may borrow, and all of A runs without an end; what waits in B has a claim once B is
// larger.
constexpr const char* kPool = R"({"apportion": 1, "name": "drain",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 8}, "overQuota": "off"},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 8}, "overQuota": "off"}],
 "workloads": [{"name": "a-1", "quota": "A", "gpu": 4}, {"name": "a-2", "quota": "A", "gpu": 4},
               {"name": "b-1", "quota": "B", "gpu": 8}WAITS]})";

class DrainCard : public ConsoleTest {
protected:
    QString says(const QByteArray& waits) {
        const QString path = profile.filePath(QStringLiteral("drain.json"));
        QFile written(path);
        EXPECT_TRUE(written.open(QIODevice::WriteOnly));
        written.write(QByteArray(kPool).replace("WAITS", waits));
        written.close();
        open(path);
        window->openScaling({{"A", 4 * kOneGpu}, {"B", 12 * kOneGpu}});
        auto* wizard = window->findChild<ScaleWizard*>();
        EXPECT_TRUE(waitFor([&] { return wizard->isSettled(); }));
        EXPECT_TRUE(wizard->targets().asksForMode());
        return wizard->targets().card(ScaleMode::drain)->accessibleDescription();
    }
};

TEST_F(DrainCard, WaitsForWorkToEnd) {
    EXPECT_EQ(says(""),
              QStringLiteral(
                  "No new workloads start in A until usage fits the target. The end is unknown."));
}

TEST_F(DrainCard, TellsThatOthersTakeAtOnce) {
    EXPECT_EQ(says(R"(, {"name": "b-2", "quota": "B", "gpu": 4})"),
              QStringLiteral("No new workloads start in A. Waiting workloads of other quotas "
                             "reclaim the rest immediately."));
}

}  // namespace
}  // namespace apportion::ui
