// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <QSettings>
#include <QStandardPaths>

namespace apportion::ui {

namespace {

constexpr int kMostRecent = 10;
constexpr int kLayoutVersion = 1;  // raise it when panes change, so that old states are left alone

std::unique_ptr<QSettings> makeStore(const QString& profile) {
    if (profile.isEmpty())
        return std::make_unique<QSettings>(QStringLiteral("Apportion"),
                                           QStringLiteral("apportion"));
    return std::make_unique<QSettings>(profile + QStringLiteral("/apportion.ini"),
                                       QSettings::IniFormat);
}

QString layoutKey(const QString& part) {
    return QStringLiteral("layout%1/%2").arg(kLayoutVersion).arg(part);
}

}  // namespace

Settings::Settings(const QString& profile) : profile_(profile), store_(makeStore(profile)) {}

Settings::~Settings() = default;

QString Settings::theme() const {
    return store_->value(QStringLiteral("theme"), QStringLiteral("system")).toString();
}

void Settings::setTheme(const QString& theme) {
    store_->setValue(QStringLiteral("theme"), theme);
}

QByteArray Settings::layout(const QString& part) const {
    return store_->value(layoutKey(part)).toByteArray();
}

void Settings::setLayout(const QString& part, const QByteArray& state) {
    store_->setValue(layoutKey(part), state);
}

void Settings::forgetLayout() {
    store_->remove(QStringLiteral("layout%1").arg(kLayoutVersion));
    store_->remove(QStringLiteral("shown"));
}

bool Settings::isShown(const QString& pane, bool otherwise) const {
    return store_->value(QStringLiteral("shown/") + pane, otherwise).toBool();
}

void Settings::setShown(const QString& pane, bool shown) {
    store_->setValue(QStringLiteral("shown/") + pane, shown);
}

QList<RecentFile> Settings::recentFiles() const {
    QList<RecentFile> files;
    const int count = store_->beginReadArray(QStringLiteral("recent"));
    for (int i = 0; i < count; ++i) {
        store_->setArrayIndex(i);
        files.append({store_->value(QStringLiteral("path")).toString(),
                      store_->value(QStringLiteral("name")).toString(),
                      store_->value(QStringLiteral("opened")).toDateTime()});
    }
    store_->endArray();
    return files;
}

void Settings::write(const QList<RecentFile>& files) {
    store_->remove(QStringLiteral("recent"));
    store_->beginWriteArray(QStringLiteral("recent"), static_cast<int>(files.size()));
    for (int i = 0; i < files.size(); ++i) {
        store_->setArrayIndex(i);
        store_->setValue(QStringLiteral("path"), files[i].path);
        store_->setValue(QStringLiteral("name"), files[i].name);
        store_->setValue(QStringLiteral("opened"), files[i].opened);
    }
    store_->endArray();
}

void Settings::addRecent(const QString& path, const QString& name) {
    QList<RecentFile> files = recentFiles();
    files.removeIf([&](const RecentFile& file) { return file.path == path; });
    files.prepend({path, name, QDateTime::currentDateTimeUtc()});
    write(files.mid(0, kMostRecent));
}

void Settings::removeRecent(const QString& path) {
    QList<RecentFile> files = recentFiles();
    files.removeIf([&](const RecentFile& file) { return file.path == path; });
    write(files);
}

std::filesystem::path Settings::recoveryFolder() const {
    const QString base = profile_.isEmpty()
                             ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                             : profile_;
    return std::filesystem::path(base.toStdString()) / "recovery";
}

}  // namespace apportion::ui
