// SPDX-License-Identifier: GPL-3.0-or-later
// The first window of a user. A program that is started with a file hands the file to it and ends.
#pragma once

#include <memory>

#include <QLockFile>
#include <QObject>
#include <QString>

class QLocalServer;
class QLocalSocket;

namespace apportion::ui {

class FirstWindow final : public QObject {
    Q_OBJECT

public:
    // Windows of another profile are others'. Of several windows the first one that asks is it, and
    // when that one is closed, another.
    explicit FirstWindow(const QString& profile, QObject* parent = nullptr);
    ~FirstWindow() override;

    // True if a window took the file.
    static bool hand(const QString& profile, const QString& file);

signals:
    void handed(const QString& file);

private:
    void follow();
    void listen();

    QString name_;
    QLockFile lock_;                       // held by the window that is it
    std::unique_ptr<QLocalSocket> first_;  // to the window that is it; its end is noticed
    std::unique_ptr<QLocalServer> server_;
};

}  // namespace apportion::ui
