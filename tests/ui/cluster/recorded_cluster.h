// SPDX-License-Identifier: GPL-3.0-or-later
// A console beside a cluster of recorded answers: the commands of Slurm are a script in PATH.
#pragma once

#include <QFile>
#include <QFileInfo>

#include "core/cluster/slurm/connections_file.h"
#include "core/session/slurm/cluster_name.h"
#include "tests/ui/main_window/console_fixture.h"

namespace apportion::ui {

// Before the window, which reads the list of clusters.
struct RecordedCommands {
    RecordedCommands() : path(qgetenv("PATH")), config(qgetenv("XDG_CONFIG_HOME")) {
        const QString data = QStringLiteral(APPORTION_SOURCE_DIR "/tests/data/slurm/");
        for (const char* name : {"squeue", "sinfo", "sacctmgr", "scontrol", "sdiag", "sbatch"}) {
            QFile::copy(data + QStringLiteral("commands.sh"), file(name));
            QFile::setPermissions(file(name),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        }
        for (const char* name : {"squeue.txt", "sinfo.txt", "assoc.txt", "qos.txt", "config.txt"})
            QFile::copy(data + QString::fromLatin1(name), file(name));
        put("account.txt", {});
        put("sdiag.txt", "Jobs submitted: 1\n");
        qputenv("PATH", folder.path().toLocal8Bit() + ":" + path);
        qputenv("XDG_CONFIG_HOME", folder.path().toLocal8Bit());
        qunsetenv("SLURM_JWT");
    }
    ~RecordedCommands() {
        qputenv("PATH", path);
        qputenv("XDG_CONFIG_HOME", config);
        qunsetenv("SLURM_JWT");
    }

    QString file(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    void put(const char* name, const QByteArray& text) const {
        QFile out(file(name));
        if (out.open(QIODevice::WriteOnly | QIODevice::Truncate))
            out.write(text);
    }
    QByteArray text(const char* name) const {
        QFile in(file(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    void drop(const char* name) const { QFile::remove(file(name)); }

    QTemporaryDir folder;
    QByteArray path, config;
};

class RecordedClusterBase {
protected:
    RecordedCommands commands;
};

class ClusterConsole : public RecordedClusterBase, public ConsoleTest {
protected:
    // As apportionctl cluster add does.
    static void add(const std::string& name, const std::string& place) {
        auto connection = *slurm::connectionTo(place);
        connection.name = name;
        ASSERT_TRUE(slurm::addConnection(connection));
    }
    void openCluster(const QString& name) {
        window->files().openCluster(name);
        ASSERT_TRUE(waitFor([this] {
            return view().document.open && clusterOf(view().document.file) && window->isSettled();
        }));
    }
};

}  // namespace apportion::ui
