// SPDX-License-Identifier: GPL-3.0-or-later
// Names that are markup to Qt, in every kind of name and every view: a picture in a pipe, which
// would be opened, and hang whoever reads it. They are read as they are.
#include <atomic>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QHelpEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPainter>
#include <QSet>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QToolTip>

#include "core/session/commands/commands.h"
#include "core/session/project/desk.h"
#include "core/store/project_file.h"
#include "tests/ui/main_window/live_console.h"
#include "ui/main_window/render.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/cell_delegate.h"

namespace apportion::ui {
namespace {

// Nothing may open it for reading. Whoever does is let go on, with an empty picture.
class Pipe {
public:
    Pipe() : path_(folder_.path() + QStringLiteral("/f")) {
        EXPECT_EQ(mkfifo(qPrintable(path_), 0600), 0);
        watch_ = std::jthread([this, name = path_.toLocal8Bit()](const std::stop_token& stop) {
            for (; !stop.stop_requested();
                 std::this_thread::sleep_for(std::chrono::milliseconds(2)))
                if (const int end = open(name.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
                    end >= 0) {
                    ++opened_;
                    close(end);
                }
        });
    }

    // "/" has no place in a name, and none in that of a file.
    QString markup() const {
        return QStringLiteral("<img src=%1>")
            .arg(QString(path_).replace(QLatin1Char('/'), QLatin1String("&#47;")));
    }
    int opened() const { return opened_; }

private:
    QTemporaryDir folder_{QStringLiteral("/tmp/aXXXXXX")};
    QString path_;
    std::atomic<int> opened_ = 0;
    std::jthread watch_;
};

constexpr QChar kTurn(0x202E);  // letters behind it go the other way

class Names : public LiveConsole {
protected:
    // A kind of name with a number, so that each is another.
    QString hostile(QChar kind, int number) const {
        return QString(kind) + QString::number(number) + kTurn + pipe.markup();
    }

    // The sample with other names: those of quotas, teams, workspaces, users, nodes, types, work.
    QJsonValue renamed(const QJsonValue& value, const QHash<QString, QString>& names) const {
        if (value.isString())
            return names.value(value.toString(), value.toString());
        if (value.isArray()) {
            QJsonArray array;
            for (const QJsonValue& each : value.toArray())
                array.append(renamed(each, names));
            return array;
        }
        if (!value.isObject())
            return value;
        QJsonObject object;
        const QJsonObject from = value.toObject();
        for (auto each = from.begin(); each != from.end(); ++each)
            object.insert(names.value(each.key(), each.key()), renamed(each.value(), names));
        return object;
    }

    // Under a name of the same kind.
    QString hostileFile() {
        QFile from(sample("pool-128.json"));
        EXPECT_TRUE(from.open(QIODevice::ReadOnly));
        QJsonObject pool = QJsonDocument::fromJson(from.readAll()).object();
        QHash<QString, QString> names;
        const auto rename = [&](const char* list, const char* key, QChar kind) {
            for (const QJsonValue& each : pool[QLatin1String(list)].toArray())
                if (const QString name = each[QLatin1String(key)].toString(); !name.isEmpty())
                    names.insert(name, hostile(kind, static_cast<int>(names.size())));
        };
        rename("nodes", "name", u'n');
        rename("nodes", "gpuType", u'g');
        rename("quotas", "name", u'q');
        rename("quotas", "team", u't');
        rename("workspaces", "name", u's');
        rename("workloads", "name", u'w');
        pool = renamed(pool, names).toObject();
        pool[QStringLiteral("name")] = hostile(u'p', 0);
        QJsonArray work = pool[QStringLiteral("workloads")].toArray();
        for (qsizetype i = 0; i < work.size(); ++i) {
            QJsonObject one = work[i].toObject();
            one[QStringLiteral("user")] = hostile(u'u', static_cast<int>(i % 3));
            work[i] = one;
        }
        pool[QStringLiteral("workloads")] = work;
        QJsonArray spaces = pool[QStringLiteral("workspaces")].toArray();
        for (qsizetype i = 0; i < spaces.size(); ++i) {
            QJsonObject one = spaces[i].toObject();
            QJsonArray members;
            for (int user = 0; user < 3; ++user)
                members.append(QJsonObject{{QStringLiteral("user"), hostile(u'u', user)},
                                           {QStringLiteral("role"), QStringLiteral("member")}});
            one[QStringLiteral("members")] = members;
            spaces[i] = one;
        }
        pool[QStringLiteral("workspaces")] = spaces;
        const QString path =
            profile.filePath(QStringLiteral("f") + pipe.markup() + QStringLiteral(".json"));
        QFile to(path);
        EXPECT_TRUE(to.open(QIODevice::WriteOnly));
        to.write(QJsonDocument(pool).toJson());
        return path;
    }

    void expectPlain(const QString& text, const QString& where) const {
        EXPECT_FALSE(text.contains(kTurn)) << qPrintable(where) << ": " << qPrintable(text);
    }

    // As it stands in the label, which takes it for what it is.
    void expectLiteral(const QLabel& label, const QString& where) {
        expectPlain(label.text(), where);
        EXPECT_NE(label.textFormat(), Qt::AutoText)
            << qPrintable(where) << qPrintable(label.text());
        if (label.textFormat() != Qt::RichText)
            return;
        const QString read = QTextDocumentFragment::fromHtml(label.text()).toPlainText();
        EXPECT_FALSE(read.contains(QChar::ObjectReplacementCharacter)) << qPrintable(where);
    }

    // Shown as Qt shows one.
    void showTip(const QString& text, const QString& where) {
        if (text.isEmpty() || tips.contains(text))
            return;
        tips.insert(text);
        if (!text.contains(QLatin1String("<img")) && !text.contains(kTurn))
            return;
        QToolTip::showText(QPoint(10, 10), text, window.get());
        expectTip(where);
    }
    void expectTip(const QString& where) {
        for (QWidget* each : QApplication::topLevelWidgets()) {
            auto* tip = qobject_cast<QLabel*>(each);
            if (tip == nullptr || !tip->isVisible())
                continue;
            tip->grab();  // a tip is made visible when it is painted
            expectLiteral(*tip, where);
            literalTips += tip->text().contains(QLatin1String("<img")) ? 1 : 0;
        }
    }

    void askTip(QWidget* widget, const QPoint& at, const QString& where) {
        QHelpEvent help(QEvent::ToolTip, at, widget->mapToGlobal(at));
        QCoreApplication::sendEvent(widget, &help);
        if (!QToolTip::isVisible() || tips.contains(QToolTip::text()))
            return;
        tips.insert(QToolTip::text());
        expectTip(where);
    }

    void askModel(const QAbstractItemModel& model, const QString& where,
                  const QModelIndex& parent = {}) {
        constexpr int kMost = 40;
        for (int row = 0; row < std::min(model.rowCount(parent), kMost); ++row) {
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                showTip(index.data(Qt::ToolTipRole).toString(), where);
                showTip(index.data(Qt::WhatsThisRole).toString(), where);
                const Cell cell = cellOf(index);
                expectPlain(cell.text + cell.second, where);
                literalCells += cell.text.contains(QLatin1String("<img")) ? 1 : 0;
            }
            askModel(model, where, model.index(row, 0, parent));
        }
    }

    // Every tool tip of what is to be seen.
    void askTips(const QString& where) {
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (!top->isVisible())
                continue;
            for (QAction* action : top->findChildren<QAction*>())
                showTip(action->toolTip(), where + QStringLiteral(", action"));
            for (QWidget* widget : top->findChildren<QWidget*>()) {
                showTip(widget->toolTip(), where);
                showTip(widget->whatsThis(), where);
                showTip(widget->statusTip(), where);
                if (!widget->isVisible() || widget->isWindow())
                    continue;
                if (const auto* label = qobject_cast<QLabel*>(widget)) {
                    expectLiteral(*label, where);
                    literalLabels += label->text().contains(QLatin1String("&lt;img")) ||
                                             label->text().contains(QLatin1String("<img"))
                                         ? 1
                                         : 0;
                }
                if (const auto* view = qobject_cast<QAbstractItemView*>(widget);
                    view != nullptr && view->model() != nullptr)
                    askModel(*view->model(), where);
                if (!widget->toolTip().isEmpty())
                    continue;              // it was shown
                constexpr int kStep = 48;  // what is drawn has its tips where the mouse is
                constexpr int kMost = 12;
                for (int y = 6, i = 0; y < widget->height() && i < kMost; y += kStep, ++i)
                    for (int x = 6, j = 0; x < widget->width() && j < kMost; x += kStep, ++j)
                        if (widget->childAt(x, y) == nullptr)
                            askTip(widget, {x, y}, where);
            }
        }
    }

    void look(const QString& name) {
        QElapsedTimer timer;
        timer.start();
        ASSERT_TRUE(window->showView(name)) << qPrintable(name);
        QTest::qWait(60);
        window->grab();
        for (QWidget* top : QApplication::topLevelWidgets())
            if (top->isVisible())
                top->grab();
        EXPECT_EQ(pipe.opened(), 0) << qPrintable(name) << " is drawn";
        askTips(name);
        EXPECT_EQ(pipe.opened(), 0) << qPrintable(name) << ", its tool tips";
        EXPECT_LT(timer.elapsed(), 10'000) << qPrintable(name);
        for (DialogFrame* dialog : window->findChildren<DialogFrame*>())
            dialog->close();
    }

    Pipe pipe;
    QSet<QString> tips;
    int literalTips = 0;
    int literalCells = 0;
    int literalLabels = 0;
};

TEST_F(Names, AreNoMarkupInAnyViewOfARun) {
    open(hostileFile());
    ASSERT_FALSE(::testing::Test::HasFailure());
    QStringList names = viewNames(consolePages());
    // Overlays come last: they stay open.
    std::stable_partition(names.begin(), names.end(), [](const QString& name) {
        return name != QLatin1String("palette") && name != QLatin1String("shortcuts");
    });
    for (const QString& name : names)
        look(name);
    EXPECT_GT(literalTips, 10);
    EXPECT_GT(literalCells, 50);
    EXPECT_GT(literalLabels, 20);
    EXPECT_TRUE(window->windowTitle().contains(pipe.markup()));
}

// What somebody asks, and why; a command and its folder.
TEST_F(Names, AreNoMarkupInAnyViewOfAProject) {
    auto pool = loadScenario(hostileFile().toStdString());
    ASSERT_TRUE(pool);
    file = profile.filePath(QStringLiteral("p") + pipe.markup() + QStringLiteral(".apportion"));
    ASSERT_TRUE(window->bridge().session().newProject(file.toStdString(), *pool->scenario).get());
    ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    const QString work = QStringLiteral("c") + pipe.markup();
    {
        auto desk = ProjectDesk::open(file.toStdString(), OpenMode::readWrite);
        ASSERT_TRUE(desk);
        CommandRequest request = commandOf("submit", {{"name", work.toStdString()},
                                                      {"quota", pool->scenario->quotas.back().name},
                                                      {"gpu", "1"},
                                                      {"directory", profile.path().toStdString()},
                                                      {"command", "/bin/sh"},
                                                      {"command", hostile(u'a', 1).toStdString()}});
        request.why = hostile(u'y', 1).toStdString();
        const auto done = desk->run(request);
        ASSERT_TRUE(done) << done.error().front().message.code;
    }
    ASSERT_TRUE(waitFor([&] { return this->work(work) != nullptr; }));
    window->showView(QStringLiteral("workloads"));
    look(QStringLiteral("dialog:go-live"));
    look(QStringLiteral("dialog:approve:") + work);
    for (const char* name : {"overview", "workloads", "charts", "workspaces", "nodes", "history",
                             "issues", "dialog:submit", "dialog:rename-quota", "wizard:scale"})
        look(QString::fromLatin1(name));
    EXPECT_GT(literalTips, 5);
    EXPECT_GT(literalCells, 20);
}

// A question of Qt's own, as before a file is replaced.
TEST_F(Names, AreNoMarkupInALabelOfQt) {
    QLabel label(pipe.markup());
    label.show();
    EXPECT_EQ(label.textFormat(), Qt::PlainText);
    label.grab();
    EXPECT_EQ(pipe.opened(), 0);
}

// The watch itself: what is taken for markup opens it.
TEST_F(Names, OpenThePipeWhereTheyAreMarkup) {
    QTextDocument document;
    document.setHtml(pipe.markup());
    QPixmap page(100, 100);
    QPainter painter(&page);
    document.drawContents(&painter);
    EXPECT_TRUE(waitFor([this] { return pipe.opened() > 0; }));
}

}  // namespace
}  // namespace apportion::ui
