// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <algorithm>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
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

// A key for each, so that windows that write at once take nothing from each other.
QString keyOf(const char* group, const QString& path) {
    return QLatin1String(group) + QString::fromLatin1(path.toUtf8().toHex());
}

}  // namespace

const std::vector<SettingInfo>& settingsTable() {
    static const std::vector<SettingInfo> table{
        {"theme",
         QT_TRANSLATE_NOOP("settings", "Theme"),
         QT_TRANSLATE_NOOP("settings", "System follows the desktop at the start"),
         "system",
         {{"system", QT_TRANSLATE_NOOP("settings", "System")},
          {"light", QT_TRANSLATE_NOOP("settings", "Light")},
          {"dark", QT_TRANSLATE_NOOP("settings", "Dark")}}},
        {"density",
         QT_TRANSLATE_NOOP("settings", "Rows of the quota tree"),
         QT_TRANSLATE_NOOP("settings", "Automatic gets compact from 40 quotas on"),
         "automatic",
         {{"automatic", QT_TRANSLATE_NOOP("settings", "Automatic")},
          {"roomy", QT_TRANSLATE_NOOP("settings", "Roomy")},
          {"compact", QT_TRANSLATE_NOOP("settings", "Compact")}}},
        {"motion",
         QT_TRANSLATE_NOOP("settings", "Highlight changed numbers"),
         QT_TRANSLATE_NOOP("settings", "For a moment, at most once a second"),
         "true",
         {}},
        {"reopen",
         QT_TRANSLATE_NOOP("settings", "Open the last file at the start"),
         QT_TRANSLATE_NOOP("settings",
                           "With the page that was in front; it goes live only if you said so for "
                           "the file"),
         "true",
         {}},
        {"notice-started",
         QT_TRANSLATE_NOOP("settings", "Notify of starts"),
         QT_TRANSLATE_NOOP("settings",
                           "Of your workloads, while no window of Apportion is in front"),
         "false",
         {}},
        {"notice-evicted",
         QT_TRANSLATE_NOOP("settings", "Notify of evictions"),
         QT_TRANSLATE_NOOP("settings", "Of your workloads, with the reason"),
         "false",
         {}},
        {"notice-waits",
         QT_TRANSLATE_NOOP("settings", "Notify of long waits"),
         QT_TRANSLATE_NOOP("settings", "Once for each of your workloads that waits longer"),
         "off",
         {{"off", QT_TRANSLATE_NOOP("settings", "Off")},
          {"30", QT_TRANSLATE_NOOP("settings", "30 minutes")},
          {"60", QT_TRANSLATE_NOOP("settings", "1 hour")},
          {"240", QT_TRANSLATE_NOOP("settings", "4 hours")},
          {"1440", QT_TRANSLATE_NOOP("settings", "1 day")}}},
        {"notice-node",
         QT_TRANSLATE_NOOP("settings", "Notify of nodes that are down"),
         QT_TRANSLATE_NOOP("settings", "For users who can see all nodes"),
         "false",
         {}},
        {"notice-budget",
         QT_TRANSLATE_NOOP("settings", "Notify of budgets"),
         QT_TRANSLATE_NOOP("settings", "At 80% and 100%, of quotas that you can see"),
         "false",
         {}},
    };
    return table;
}

Settings::Settings(const QString& profile) : profile_(profile), store_(makeStore(profile)) {}

Settings::~Settings() = default;

QString Settings::value(const QString& key) const {
    for (const SettingInfo& info : settingsTable()) {
        if (key != QLatin1String(info.key))
            continue;
        const QString otherwise = QString::fromLatin1(info.otherwise);
        const QString kept = store_->value(key, otherwise).toString();
        // A word that an older or newer program wrote counts as none.
        const bool known =
            info.choices.empty()
                ? kept == QLatin1String("true") || kept == QLatin1String("false")
                : std::any_of(info.choices.begin(), info.choices.end(), [&](const auto& choice) {
                      return kept == QLatin1String(choice.first);
                  });
        return known ? kept : otherwise;
    }
    return {};
}

void Settings::setValue(const QString& key, const QString& value) {
    store_->setValue(key, value);
}

void Settings::reset(const QString& key) {
    store_->remove(key);
}

QString Settings::theme() const {
    return value(QStringLiteral("theme"));
}

void Settings::setTheme(const QString& theme) {
    setValue(QStringLiteral("theme"), theme);
}

std::optional<QStringList> Settings::shortcuts(const QString& action) const {
    const QString key = QStringLiteral("shortcuts/") + action;
    if (!store_->contains(key))
        return std::nullopt;
    return store_->value(key).toStringList();
}

void Settings::setShortcuts(const QString& action, const QStringList& keys) {
    store_->setValue(QStringLiteral("shortcuts/") + action, keys);
}

void Settings::forgetShortcuts() {
    store_->remove(QStringLiteral("shortcuts"));
}

QString Settings::lastFile() const {
    return store_->value(QStringLiteral("last/file")).toString();
}

void Settings::setLastFile(const QString& path) {
    store_->setValue(QStringLiteral("last/file"), path);
    store_->sync();  // also there after a crash
}

void Settings::setOpen(const QString& path, bool open) {
    store_->remove(keyOf("left/", path));
    if (open)
        store_->setValue(keyOf("open/", path), QDateTime::currentMSecsSinceEpoch());
    else
        store_->remove(keyOf("open/", path));
    store_->sync();
}

void Settings::markLeft(const QString& path) {
    store_->setValue(keyOf("left/", path), true);
    store_->sync();
}

QStringList Settings::openFiles() const {
    QList<std::pair<qint64, QString>> files;
    store_->beginGroup(QStringLiteral("open"));
    for (const QString& key : store_->childKeys())
        files.append({store_->value(key).toLongLong(),
                      QString::fromUtf8(QByteArray::fromHex(key.toLatin1()))});
    store_->endGroup();
    std::sort(files.begin(), files.end());
    QStringList paths;
    for (const auto& [opened, path] : files)
        paths << path;
    return paths;
}

QStringList Settings::leftFiles() const {
    QStringList left;
    for (const QString& path : openFiles())
        if (store_->contains(keyOf("left/", path)))
            left << path;
    return left;
}

QString Settings::lastPage() const {
    return store_->value(QStringLiteral("last/page")).toString();
}

void Settings::setLastPage(const QString& page) {
    store_->setValue(QStringLiteral("last/page"), page);
}

QByteArray Settings::layout(const QString& part) const {
    return store_->value(layoutKey(part)).toByteArray();
}

void Settings::setLayout(const QString& part, const QByteArray& state) {
    store_->setValue(layoutKey(part), state);
}

QString Settings::partOf(const QString& name, const QString& file) {
    const QByteArray hash = QCryptographicHash::hash(file.toUtf8(), QCryptographicHash::Sha256);
    return QStringLiteral("%1-%2").arg(name, QString::fromLatin1(hash.toHex().left(16)));
}

namespace {

QString draftKey(const QString& file) {
    return QStringLiteral("drafts/") +
           Settings::partOf(QStringLiteral("submit"), QFileInfo(file).absoluteFilePath());
}

}  // namespace

QByteArray Settings::submitDraft(const QString& file) const {
    return store_->value(draftKey(file)).toByteArray();
}

void Settings::setSubmitDraft(const QString& file, const QByteArray& draft) {
    if (draft.isEmpty())
        store_->remove(draftKey(file));
    else
        store_->setValue(draftKey(file), draft);
}

QString Settings::weeklyReport(const QString& file) const {
    return store_->value(partOf(QStringLiteral("weekly-report"), file)).toString();
}

void Settings::setWeeklyReport(const QString& file, const QString& folder) {
    const QString key = partOf(QStringLiteral("weekly-report"), file);
    folder.isEmpty() ? store_->remove(key) : store_->setValue(key, folder);
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

FileKind fileKindOf(const QString& path) {
    return path.endsWith(QLatin1String(".apportion"))   ? FileKind::project
           : path.endsWith(QLatin1String(".plan.json")) ? FileKind::plan
                                                        : FileKind::scenario;
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
    // Opened again it has the same name until it is read.
    QString known = name;
    for (const RecentFile& file : files)
        if (file.path == path && known.isEmpty())
            known = file.name;
    files.removeIf([&](const RecentFile& file) { return file.path == path; });
    files.prepend({path, known, QDateTime::currentDateTimeUtc()});
    write(files.mid(0, kMostRecent));
}

bool Settings::nameRecent(const QString& path, const QString& name) {
    QList<RecentFile> files = recentFiles();
    const auto file = std::find_if(files.begin(), files.end(),
                                   [&](const RecentFile& each) { return each.path == path; });
    if (file == files.end() || file->name == name)
        return false;
    file->name = name;
    write(files);
    return true;
}

std::filesystem::path Settings::recoveryFolder() const {
    const QString base = profile_.isEmpty()
                             ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                             : profile_;
    return std::filesystem::path(base.toStdString()) / "recovery";
}

}  // namespace apportion::ui
