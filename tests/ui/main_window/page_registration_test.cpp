// SPDX-License-Identifier: GPL-3.0-or-later
// A page that the program does not have: one registration brings it into the window, with all that
// a page of the program has.
#include <algorithm>

#include <QAbstractButton>
#include <QFile>
#include <QFileDialog>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QVBoxLayout>

#include "tests/ui/main_window/project_console.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/cheat_sheet.h"
#include "ui/main_window/palette_entries.h"
#include "ui/main_window/render.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"

namespace apportion::ui {
namespace {

// The quotas of a pool, one a line.
class LedgerPage final : public Page {
public:
    explicit LedgerPage(PageHost& host)
        : host_(host),
          filter_(new SearchField(QStringLiteral("Filter the ledger"), this)),
          list_(new QListWidget(this)) {
        auto* layout = new QVBoxLayout(this);
        layout->addWidget(filter_);
        layout->addWidget(list_);
        filter_->setDelay(0);
        connect(filter_, &SearchField::searched, this, [this] {
            fill();
            emit host_.changed();
        });
        connect(list_, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
            emit host_.selected({ObjectKind::quota, item->text()});
        });
        connect(host_.actions["ledger-close-books"], &QAction::triggered, this,
                [this] { emit host_.said(QStringLiteral("The books are closed")); });
        connect(&host_, &PageHost::enabling, this, [this](const View& view) {
            const bool recorded = view.document.open && !view.document.can.journal;
            host_.actions.enable("ledger-close-books", view.document.open && !recorded,
                                 recorded ? QStringLiteral("Only a project has books")
                                          : QStringLiteral("Nothing is open"));
        });
        host_.addExport(
            "export-ledger", this,
            [this] {
                host_.exportTable(QStringLiteral("Export the ledger"), QStringLiteral("ledger"),
                                  [this] { return lines().join(QLatin1Char('\n')); });
            },
            [](const View& view) {
                return view.quotas.empty() ? QStringLiteral("The ledger is empty") : QString();
            });
    }

    void setView(const ViewPtr& view) override {
        ++views;
        view_ = view;
        fill();
    }
    int count(const View&) const override { return list_->count(); }
    SearchField* filter() const override { return filter_; }
    void reveal(const Subject& subject) override { revealed = subject.name; }
    void setExplained(const Subject& subject, const View&) override { explained = subject.name; }

    QListWidget* list() const { return list_; }
    QStringList lines() const {
        QStringList lines;
        for (int i = 0; i < list_->count(); ++i)
            lines << list_->item(i)->text();
        return lines;
    }

    int views = 0;
    QString revealed;
    QString explained;

private:
    void fill() {
        list_->clear();
        for (const QuotaRow& row : view_->quotas)
            if (qt(row.name).contains(filter_->text()))
                list_->addItem(qt(row.name));
    }

    PageHost& host_;
    SearchField* filter_;
    QListWidget* list_;
    ViewPtr view_;
};

PageRegistration ledgerPage() {
    return {.row = {.name = "ledger",
                    .text = "&Ledger",
                    .icon = Icon::file,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_9)}},
            .make = [](PageHost& host) -> Page* { return new LedgerPage(host); },
            .actions = {{.name = "ledger-close-books",
                         .menu = Menu::edit,
                         .text = "Close the &books",
                         .shortcuts = {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_L)}},
                        {.name = "export-ledger",
                         .menu = Menu::exports,
                         .text = "&Ledger as CSV…",
                         .alone = "Export the ledger as CSV…"}},
            .dialogs = {QStringLiteral("new-ledger")}};
}

class PageRegistrationTest : public ProjectConsole {
protected:
    PageRegistrationTest() { put(ledgerPage()); }

    // Beside the pages of the program.
    void put(PageRegistration page) {
        pages = consolePages();
        pages.push_back(std::move(page));
        window = std::make_unique<MainWindow>(settings, pages);
        window->resize(1440, 900);
        window->show();
    }
    LedgerPage& ledger() const {
        Centre& centre = window->centre();
        return *dynamic_cast<LedgerPage*>(centre.page(centre.indexOf(QStringLiteral("ledger"))));
    }
    const QTabBar& tabs() const { return *window->centre().findChild<QTabBar*>(); }
    bool isInFront() const {
        return window->centre().page(window->centre().current()) == &ledger();
    }
    QStringList menu(const char* title) const {
        QStringList texts;
        for (const QAction* top : window->findChild<QMenuBar*>()->actions())
            if (top->text() == QString::fromLatin1(title))
                for (const QAction* each : top->menu()->actions())
                    texts << each->text();
        return texts;
    }

    Pages pages;
};

TEST_F(PageRegistrationTest, ItStandsAmongTheTabsAndInTheMenus) {
    open(sample("four-teams.json"));
    EXPECT_EQ(tabs().count(), 12);
    EXPECT_EQ(tabs().tabText(11), QStringLiteral("Ledger  %1").arg(view().quotas.size()));
    const QStringList shown = menu("&View");
    EXPECT_EQ(shown.indexOf(QStringLiteral("&Ledger")),
              shown.indexOf(QStringLiteral("&History")) + 1);
    EXPECT_EQ(shown.indexOf(QStringLiteral("Quota &tree")),
              shown.indexOf(QStringLiteral("&Ledger")) + 1);
    EXPECT_EQ(menu("&Edit").back(), QStringLiteral("Close the &books"));
    EXPECT_TRUE(viewNames(pages).contains(QStringLiteral("ledger")));
    EXPECT_TRUE(viewNames(pages).contains(QStringLiteral("dialog:new-ledger")));
    EXPECT_TRUE(window->showView(QStringLiteral("ledger")));
    EXPECT_TRUE(isInFront());
}

TEST_F(PageRegistrationTest, TabsStandCloserAndAMenuHasThemAllWhereTheyDoNotFit) {
    open(sample("four-teams.json"));
    const Centre& centre = window->centre();
    const auto button = [&] {
        const auto all = centre.findChildren<IconButton*>();
        const auto found = std::find_if(all.begin(), all.end(), [](const IconButton* each) {
            return each->accessibleName() == QStringLiteral("All views");
        });
        return found == all.end() ? nullptr : *found;
    };
    window->resize(2400, 900);
    ASSERT_TRUE(waitFor([&] { return !tabs().property("tight").toBool(); }));
    const int loose = tabs().sizeHint().width();
    EXPECT_FALSE(button()->isVisible());
    window->resize(960, 700);
    ASSERT_TRUE(waitFor([&] { return button()->isVisible(); }));
    EXPECT_LT(tabs().sizeHint().width(), loose);
    EXPECT_LE(button()->geometry().right(), centre.width());
    button()->click();
    auto* menu = button()->findChild<QMenu*>();
    ASSERT_TRUE(waitFor([&] { return menu->isVisible(); }));
    for (QAction* each : menu->actions())
        if (each->text() == QStringLiteral("&Ledger"))
            each->trigger();
    menu->close();
    EXPECT_TRUE(isInFront());
}

TEST_F(PageRegistrationTest, ATabThatIsNotThereLeavesNoGap) {
    window->resize(2400, 900);
    open(sample("four-teams.json"));
    int end = -1;
    int hidden = 0;
    for (int i = 0; i < tabs().count(); ++i) {
        if (!tabs().isTabVisible(i)) {
            ++hidden;
            continue;
        }
        EXPECT_EQ(tabs().tabRect(i).left(), end + 1) << tabs().tabText(i).toStdString();
        end = tabs().tabRect(i).right();
    }
    EXPECT_GT(hidden, 0);
    EXPECT_EQ(end + 1, tabs().sizeHint().width());
}

TEST_F(PageRegistrationTest, PaletteAndCheatSheetTellItsActionsAndKeys) {
    open(sample("four-teams.json"));
    const std::vector<PaletteItem> items = paletteEntries(view(), window->actions(), {});
    const auto entry = [&](const char* title) {
        const auto found = std::find_if(items.begin(), items.end(), [&](const PaletteItem& item) {
            return item.title == QString::fromUtf8(title);
        });
        return found == items.end() ? PaletteItem() : *found;
    };
    EXPECT_EQ(entry("Ledger").shortcut, QStringLiteral("Ctrl Alt 9"));
    EXPECT_EQ(entry("Close the books").shortcut, QStringLiteral("Ctrl Alt L"));
    ASSERT_TRUE(entry("Export the ledger as CSV…").run);
    entry("Ledger").run();
    EXPECT_TRUE(isInFront());
    const auto lines = window->findChild<CheatSheet*>()->lines();
    for (const char* text : {"Ledger", "Close the books"})
        EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const CheatSheet::Line& line) {
            return line.text == QString::fromLatin1(text) && !line.keys.isEmpty();
        })) << text;
}

TEST_F(PageRegistrationTest, ItGetsEachViewAndWhatIsExplained) {
    EXPECT_EQ(ledger().views, 0);
    open(sample("four-teams.json"));
    EXPECT_GT(ledger().views, 0);
    EXPECT_EQ(ledger().list()->count(), static_cast<int>(view().quotas.size()));
    window->selectQuota(QStringLiteral("team-b"));
    EXPECT_EQ(ledger().explained, QStringLiteral("team-b"));
    emit ledger().list()->itemActivated(ledger().list()->item(0));
    EXPECT_EQ(ledger().explained, ledger().list()->item(0)->text());
    EXPECT_EQ(window->quotas().selected(), ledger().list()->item(0)->text());
}

TEST_F(PageRegistrationTest, TheKeyboardReachesItAndItsFilter) {
    open(sample("four-teams.json"));
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    QTest::keyClick(window.get(), Qt::Key_9, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(isInFront());
    int stops = 0;
    while (!ledger().isAncestorOf(window->focusWidget()) && ++stops < 100)
        QTest::keyClick(window->focusWidget(), Qt::Key_Tab);
    EXPECT_LT(stops, 100) << "Tab never comes to it";
    ledger().list()->setFocus();
    QTest::keyClick(window.get(), Qt::Key_F, Qt::ControlModifier);
    EXPECT_EQ(window->focusWidget(), ledger().filter());
    QTest::keyClicks(ledger().filter(), QStringLiteral("team-b"));
    EXPECT_TRUE(waitFor([&] { return tabs().tabText(11) == QStringLiteral("Ledger  1"); }))
        << qPrintable(tabs().tabText(11));
    EXPECT_EQ(ledger().lines(), QStringList{QStringLiteral("team-b")});
}

TEST_F(PageRegistrationTest, ItsExportWritesWhatStandsThere) {
    EXPECT_EQ(window->actions().whyNot("export-ledger"), QStringLiteral("Nothing is open"));
    open(sample("four-teams.json"));
    action("export-ledger")->trigger();
    EXPECT_TRUE(isInFront());
    auto* place = window->findChild<QFileDialog*>();
    ASSERT_NE(place, nullptr);
    const QString path = profile.filePath(QStringLiteral("ledger.csv"));
    emit place->fileSelected(path);
    QFile written(path);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    EXPECT_EQ(QString::fromUtf8(written.readAll()), ledger().lines().join(QLatin1Char('\n')));
}

TEST_F(PageRegistrationTest, ItsActionsAreEnabledAsItSays) {
    EXPECT_EQ(window->actions().whyNot("ledger-close-books"), QStringLiteral("Nothing is open"));
    open(sample("four-teams.json"));
    EXPECT_EQ(window->actions().whyNot("ledger-close-books"),
              QStringLiteral("Only a project has books"));
    makePool();
    EXPECT_TRUE(action("ledger-close-books")->isEnabled());
}

// As a page that only a project has.
TEST_F(PageRegistrationTest, ItIsThereWhereThePoolHasIt) {
    PageRegistration page = ledgerPage();
    page.whyNot = [](const View& view) {
        return view.clock == 0 ? QStringLiteral("Nothing has run yet") : QString();
    };
    put(std::move(page));
    open(sample("four-teams.json"));
    EXPECT_TRUE(tabs().isTabVisible(11));
    EXPECT_TRUE(action("ledger")->isEnabled());
    ASSERT_TRUE(window->showView(QStringLiteral("ledger")));
    action(ActionId::toStart)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock == 0; }));
    EXPECT_FALSE(tabs().isTabVisible(11));
    EXPECT_FALSE(isInFront()) << "another page comes in its place";
    EXPECT_EQ(window->actions().whyNot("ledger"), QStringLiteral("Nothing has run yet"));
    EXPECT_FALSE(window->showView(QStringLiteral("ledger")));
    const int views = ledger().views;
    action(ActionId::nextEvent)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock > 0; }));
    EXPECT_TRUE(tabs().isTabVisible(11));
    EXPECT_GT(ledger().views, views);
}

// A recorded run has no journal, and nothing of it to filter.
TEST_F(PageRegistrationTest, CtrlFGoesToTheFilterOfThePageInFront) {
    const auto filtered = [&](const char* name) {
        EXPECT_TRUE(window->showView(QString::fromLatin1(name)));
        window->inspector().setFocus();
        action(ActionId::filter)->trigger();
        const Page* page = window->centre().page(window->centre().current());
        return page->filter() != nullptr && window->focusWidget() == page->filter();
    };
    open(sample("four-teams.json"));
    for (const char* name : {"workloads", "nodes", "ledger"})
        EXPECT_TRUE(filtered(name)) << name;
    EXPECT_FALSE(filtered("history"));
    EXPECT_TRUE(window->quotas().isAncestorOf(window->focusWidget()));
    makePool();
    window->inspector().setFocus();
    EXPECT_TRUE(filtered("history"));
}

// The window has no page of its own.
TEST_F(PageRegistrationTest, ItCanBeTheOnlyOne) {
    PageRegistration page = ledgerPage();
    page.shows = ObjectKind::node;
    pages = {page};
    window = std::make_unique<MainWindow>(settings, pages);
    window->show();
    open(sample("four-teams.json"));
    EXPECT_EQ(tabs().count(), 1);
    window->reveal({ObjectKind::node, view().nodes.rows.front().name.c_str()});
    EXPECT_EQ(ledger().revealed.toStdString(), view().nodes.rows.front().name);
    window->selectWorkload(QStringLiteral("nothing"));
    window->reveal({ObjectKind::workload, QStringLiteral("nothing")});
    EXPECT_EQ(ledger().explained, QStringLiteral("nothing"));
}

}  // namespace
}  // namespace apportion::ui
