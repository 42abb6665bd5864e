// SPDX-License-Identifier: GPL-3.0-or-later
// How busy the devices of this machine are, from the driver to the heat map: with a driver that is
// not there.
#include <dlfcn.h>

#include "tests/ui/main_window/project_console.h"
#include "ui/live/live_dialog.h"
#include "ui/nodes/node_legend.h"
#include "ui/nodes/node_map.h"
#include "ui/nodes/nodes_page.h"
#include "ui/widgets/fact_list.h"

namespace apportion::ui {
namespace {

class DeviceUseTest : public ProjectConsole {
protected:
    DeviceUseTest() : driver_(dlopen(APPORTION_FAKE_NVML, RTLD_NOW)) {
        qputenv("APPORTION_FAKE_NVML", "8");
        qputenv("XDG_STATE_HOME", profile.filePath(QStringLiteral("state")).toUtf8());
        EXPECT_NE(driver_, nullptr) << dlerror();
    }
    ~DeviceUseTest() override {
        window.reset();
        qunsetenv("APPORTION_FAKE_NVML");
        qunsetenv("XDG_STATE_HOME");
        if (driver_ != nullptr)
            dlclose(driver_);
    }
    NodeMapView* map() { return nodes().map(); }
    bool legendNamesIt() {
        return nodes().findChild<NodeLegend*>()->accessibleName().contains(
            QStringLiteral("utilization"));
    }
    bool inspectorNamesIt() {
        for (const FactList* list : window->findChildren<FactList*>())
            if (list->isVisible() &&
                list->accessibleDescription().contains(QStringLiteral("Utilization: 20 %")))
                return true;
        return false;
    }

private:
    void* driver_;
};

TEST_F(DeviceUseTest, ALivePoolShowsItAndOneAtRestDoesNot) {
    makePool(1);
    action("nodes")->trigger();
    map()->selectNode(qt(view().nodes.rows.front().name), 1);
    EXPECT_FALSE(map()->accessibleDescription().contains(QStringLiteral("Utilization")));
    EXPECT_FALSE(legendNamesIt());
    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().document.isLive(); }));
    ASSERT_TRUE(waitFor([&] {
        return map()->accessibleDescription().contains(
            QStringLiteral("Utilization 20 %, read by NVML at "));
    })) << qPrintable(map()->accessibleDescription());
    EXPECT_TRUE(legendNamesIt());
    QTest::mouseClick(map()->viewport(), Qt::LeftButton, {}, map()->rectOf({0, 1}).center());
    EXPECT_TRUE(waitFor([&] { return inspectorNamesIt(); }));
    // What nobody sees is not asked for, and what was read is not shown as if it still held.
    action("overview")->trigger();
    EXPECT_TRUE(waitFor([&] { return !inspectorNamesIt(); }));
    EXPECT_FALSE(map()->accessibleDescription().contains(QStringLiteral("Utilization")));
}

}  // namespace
}  // namespace apportion::ui
