// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the middle, what registers one, and what the window does for it. Neither the window nor
// this header knows any page.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QStringList>
#include <QWidget>

#include "core/change/command_request.h"
#include "core/plan/outlook.h"
#include "ui/pages/actions.h"
#include "ui/pages/subject.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class CommandRunner;
class DialogFrame;
class SearchField;

// Empty where it can be done or is there.
using WhyNot = std::function<QString(const View&)>;

// What undo and save act on while a page with a document of its own is in front. The pool is not
// touched then.
struct OwnDocument {
    QString name;
    bool canUndo = false, canRedo = false, canSave = false;
};

class Page : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    // Each that comes while a file is open. One that costs much waits for showEvent().
    virtual void setView(const ViewPtr& view) = 0;
    // Whether it has something to show of a file whose work is still read. Else it gets no view,
    // and a cover stands in its place.
    virtual bool knows(const View& /*reading*/) const { return false; }
    // In the title of its tab; 0 = none.
    virtual int count(const View& /*view*/) const { return 0; }
    // What Ctrl+F goes to; the quota tree's where there is none or it is hidden.
    virtual SearchField* filter() const { return nullptr; }
    // As if somebody had typed it.
    virtual void showMatching(const QString& /*text*/) {}
    // One of the kind that it is registered for. What hides it goes.
    virtual void reveal(const Subject& /*subject*/) {}
    // The quota or workload of that view that is explained now.
    virtual void setExplained(const Subject& /*subject*/, const View& /*view*/) {}
    // Of that kind, what is selected here; nothing = it shows none.
    virtual std::optional<QStringList> chosen(ObjectKind /*kind*/) const { return {}; }
    // What is explained as one comes to the page, in place of a workload.
    virtual Subject own() const { return {}; }
    // What was explained when the file was last open; told once.
    virtual Subject takeRemembered() { return {}; }
    // Also where no pool is open it has something to show.
    virtual bool standsAlone() const { return false; }
    // It takes the room of the quota tree and the inspector.
    virtual bool isWide() const { return false; }
    // What is asked before the window closes; empty = nothing would be lost here.
    virtual QString unsaved() const { return {}; }
    // Nothing = undo and save act on the pool.
    virtual std::optional<OwnDocument> ownDocument() const { return {}; }
    virtual void undo() {}
    virtual void redo() {}
    virtual void save() {}
    virtual void saveAs() {}
    // The person does not want to save that.
    virtual void dropUnsaved() {}
    // Pictures wait for it.
    virtual bool isUpToDate() const { return true; }
    virtual void resetLayout() {}
};

// What a page has of the window. Pages emit its signals, but for `enabling`, which the window
// emits.
class PageHost final : public QObject {
    Q_OBJECT

public:
    PageHost(SessionBridge& bridge, CommandRunner& commands, Settings& settings,
             const Actions& actions, QWidget* window);

    SessionBridge& bridge;
    CommandRunner& commands;
    Settings& settings;
    const Actions& actions;
    QWidget* const window;

    // What several pages share, made of the bridge when the first of them wants it.
    template <typename Shared>
    Shared& shared() {
        auto* made = findChild<Shared*>(QString(), Qt::FindDirectChildrenOnly);
        return made != nullptr ? *made : *new Shared(bridge, this);
    }

    // Makes those that it knows: null for another name or where there is nothing to ask about.
    using Dialogs = std::function<DialogFrame*(const QString& name)>;
    void addDialogs(Dialogs dialogs) { dialogs_.push_back(std::move(dialogs)); }
    // Made but not shown.
    DialogFrame* dialog(const QString& name) const;

    // Asks where to, with this title and file name, and writes the table there.
    void exportTable(const QString& title, const QString& file,
                     const std::function<QString()>& csv);
    // What that action does, with its page in front. `whyNot`: once all of a file is known.
    void addExport(const char* action, Page* page, const std::function<void()>& act,
                   const WhyNot& whyNot);

signals:
    void said(const QString& sentence);
    // `again`: asks for another place.
    void failed(const QString& sentence, const std::function<void()>& again);
    // By the person: the inspector explains it.
    void selected(const apportion::ui::Subject& subject);
    // In the page of its kind.
    void revealWanted(const apportion::ui::Subject& subject);
    // The page of that kind, with what matches the text if that is given.
    void listWanted(apportion::ui::ObjectKind kind, const QString& matching);
    void pageWanted(apportion::ui::Page* page);
    // A file that the window opens.
    void openWanted(const QString& path);
    // Shown first what it would do, then run.
    void changeWanted(const std::vector<apportion::CommandRequest>& requests, const QString& verb,
                      const QString& about);
    void undoWanted(qint64 revision);
    // In the wizard, which shows first what it would do.
    void scaleWanted(const apportion::ScaleRequest& request);
    // The same, to be applied later.
    void scheduleWanted(const apportion::ScaleRequest& request);
    // After a preview where that moves or evicts.
    void nodeStateWanted(const QString& node, apportion::NodeState to);
    // What it counts, or what its actions ask for.
    void changed();
    // For each view, and when something has changed: who has actions enables them.
    void enabling(const apportion::View& view);

private:
    std::vector<Dialogs> dialogs_;
};

// One page more is one of these, in the list that the window is made with.
struct PageRegistration {
    // Goes to the page, from the menu View. Its name is that of the view and in settings, its text
    // without the access key the title of the tab.
    ActionRow row;
    std::function<Page*(PageHost&)> make;
    std::vector<ActionRow> actions{};
    QStringList dialogs{};                // of --list-views
    ObjectKind shows = ObjectKind::none;  // objects of which it reveals
    WhyNot whyNot{};                      // it is not there; none = always there
};

using Pages = std::vector<PageRegistration>;  // one at least

}  // namespace apportion::ui
