// SPDX-License-Identifier: GPL-3.0-or-later
// What the console remembers between two starts. One table of keys with defaults; everything else
// asks here.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

class QSettings;

namespace apportion::ui {

// A setting that a person chooses. The one table of them makes the page of settings, too.
struct SettingInfo {
    const char* key;    // in the store
    const char* title;  // both translated in the context "settings"
    const char* help;
    const char* otherwise;
    // Value and its word; empty = a switch, "true" or "false".
    std::vector<std::pair<const char*, const char*>> choices;
};
const std::vector<SettingInfo>& settingsTable();

enum class FileKind { project, scenario, plan };
// As its name says.
FileKind fileKindOf(const QString& path);

struct RecentFile {
    QString path;
    QString name;  // of the pool; empty = it was not read yet
    QDateTime opened;
};

class Settings {
public:
    // An empty profile = the user's own place; else everything lies in that folder.
    explicit Settings(const QString& profile = {});
    ~Settings();

    // Of the table, by key; its default where nothing was chosen.
    QString value(const QString& key) const;
    bool isOn(const QString& key) const { return value(key) == QLatin1String("true"); }
    void setValue(const QString& key, const QString& value);
    void reset(const QString& key);

    QString theme() const;  // "light", "dark", "system"
    void setTheme(const QString& theme);

    // Shortcuts that a person gave an action; nothing = those of the program.
    std::optional<QStringList> shortcuts(const QString& action) const;
    void setShortcuts(const QString& action, const QStringList& keys);
    void forgetShortcuts();

    // What was in front when the program last ended, also badly; empty = nothing.
    QString lastFile() const;
    void setLastFile(const QString& path);
    // Those that windows have open, or had when they ended badly; in the order of their opening.
    QStringList openFiles() const;
    void setOpen(const QString& path, bool open);
    // Of those: whose window was ended from outside in good order, as with the desktop.
    void markLeft(const QString& path);
    QStringList leftFiles() const;
    QString lastPage() const;
    void setLastPage(const QString& page);
    QByteArray layout(const QString& part) const;  // geometry, splitters
    void setLayout(const QString& part, const QByteArray& state);
    void forgetLayout();
    // Of a part that is remembered for each file, whatever its place on disk looks like.
    static QString partOf(const QString& name, const QString& file);
    // Of a form that submits work and was neither sent nor left; empty = there is none.
    QByteArray submitDraft(const QString& file) const;
    void setSubmitDraft(const QString& file, const QByteArray& draft);
    // The folder of weekly reports of a project; empty = none are written.
    QString weeklyReport(const QString& file) const;
    void setWeeklyReport(const QString& file, const QString& folder);
    bool isShown(const QString& pane, bool otherwise) const;
    void setShown(const QString& pane, bool shown);

    QList<RecentFile> recentFiles() const;  // latest first, at most ten
    void addRecent(const QString& path, const QString& name);
    // Whose pool it has, once that is known; false = it stands so already, or is not among them.
    bool nameRecent(const QString& path, const QString& name);

    std::filesystem::path recoveryFolder() const;

private:
    void write(const QList<RecentFile>& files);

    QString profile_;
    std::unique_ptr<QSettings> store_;
};

}  // namespace apportion::ui
