// SPDX-License-Identifier: GPL-3.0-or-later
// One window per file and user: whoever opens a file that a window shows already brings that window
// to the front instead.
#pragma once

#include <memory>

#include <QObject>
#include <QString>

class QLocalServer;

namespace apportion::ui {

inline constexpr int kPatience = 300;  // ms; a program that is there answers within this
// In a folder that only this user can enter.
QString userSocket(const QString& about);
// Takes over what a killed program left behind; the caller knows that no living one has the name.
std::unique_ptr<QLocalServer> listenAt(const QString& socket);

class SingleInstance final : public QObject {
    Q_OBJECT

public:
    explicit SingleInstance(QObject* parent = nullptr);
    ~SingleInstance() override;

    // From now on this program is the one for the file; empty = for none.
    void hold(const QString& file);
    // True if another program has the file and was told to show itself.
    static bool raiseOther(const QString& file);
    // Whether a program has the file; it hears nothing of the question.
    static bool isHeld(const QString& file);

signals:
    void wanted();

private:
    std::unique_ptr<QLocalServer> server_;
    QString file_;
};

}  // namespace apportion::ui
