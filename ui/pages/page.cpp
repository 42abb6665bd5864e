// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

#include <QAction>
#include <QFileInfo>

#include "core/session/commands/commands.h"
#include "ui/command_runner.h"
#include "ui/widgets/save_dialog.h"

namespace apportion::ui {

PageHost::PageHost(SessionBridge& itsBridge, CommandRunner& itsCommands, Settings& itsSettings,
                   const Actions& itsActions, QWidget* itsWindow)
    : QObject(itsWindow),
      bridge(itsBridge),
      commands(itsCommands),
      settings(itsSettings),
      actions(itsActions),
      window(itsWindow) {}

DialogFrame* PageHost::dialog(const QString& name) const {
    for (const Dialogs& dialogs : dialogs_)
        if (DialogFrame* made = dialogs(name))
            return made;
    return nullptr;
}

void PageHost::exportTable(const QString& title, const QString& file,
                           const std::function<QString()>& csv) {
    auto* place =
        new SaveDialog(window, title, tr("Tables in UTF-8 (*.csv)"), QStringLiteral("csv"));
    place->propose(file);
    connect(place, &QFileDialog::fileSelected, this, [this, title, file, csv](const QString& path) {
        if (const auto written = writeOutput(path.toStdString(), csv().toStdString()))
            emit said(tr("Exported to %1").arg(QFileInfo(path).fileName()));
        else
            emit failed(refusalText(written.error()),
                        [this, title, file, csv] { exportTable(title, file, csv); });
    });
    place->open();
}

void PageHost::addExport(const char* action, Page* page, const std::function<void()>& act,
                         const WhyNot& whyNot) {
    connect(actions[action], &QAction::triggered, this, [this, page, act] {
        if (page != nullptr)
            emit pageWanted(page);
        act();
    });
    connect(this, &PageHost::enabling, this, [this, action, whyNot](const View& view) {
        const QString why = !view.document.open         ? tr("Nothing is open")
                            : view.document.reading > 0 ? tr("The workloads are still being read")
                                                        : whyNot(view);
        actions.enable(action, why.isEmpty(), why);
    });
}

}  // namespace apportion::ui
