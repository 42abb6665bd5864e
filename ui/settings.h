// SPDX-License-Identifier: GPL-3.0-or-later
// What the console remembers between two starts. One table of keys with defaults; everything else
// asks here.
#pragma once

#include <filesystem>
#include <memory>

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

class QSettings;

namespace apportion::ui {

struct RecentFile {
    QString path;
    QString name;  // of the scenario
    QDateTime opened;
};

class Settings {
public:
    // An empty profile = the user's own place; else everything lies in that folder.
    explicit Settings(const QString& profile = {});
    ~Settings();

    QString theme() const;  // "light", "dark", "system"
    void setTheme(const QString& theme);
    QByteArray layout(const QString& part) const;  // geometry, splitters
    void setLayout(const QString& part, const QByteArray& state);
    void forgetLayout();
    bool isShown(const QString& pane, bool otherwise) const;
    void setShown(const QString& pane, bool shown);

    QList<RecentFile> recentFiles() const;  // latest first, at most ten
    void addRecent(const QString& path, const QString& name);
    void removeRecent(const QString& path);

    std::filesystem::path recoveryFolder() const;

private:
    void write(const QList<RecentFile>& files);

    QString profile_;
    std::unique_ptr<QSettings> store_;
};

}  // namespace apportion::ui
