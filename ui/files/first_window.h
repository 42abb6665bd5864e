// SPDX-License-Identifier: GPL-3.0-or-later
// The first window of a user. A program that is started with a file hands the file to it and ends.
#pragma once

#include <memory>

#include <QObject>
#include <QString>

class QLocalServer;

namespace apportion::ui {

class FirstWindow final : public QObject {
    Q_OBJECT

public:
    // Windows of another profile are others'. Of several windows the first one that asks is it.
    explicit FirstWindow(const QString& profile, QObject* parent = nullptr);
    ~FirstWindow() override;

    // True if a window took the file.
    static bool hand(const QString& profile, const QString& file);

signals:
    void handed(const QString& file);

private:
    std::unique_ptr<QLocalServer> server_;
};

}  // namespace apportion::ui
