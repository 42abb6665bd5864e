// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/single_instance.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>

namespace apportion::ui {

namespace {

constexpr int kPatience = 300;  // ms; whoever answers, answers at once

// In a folder that only this user can enter.
QString socketOf(const QString& file) {
    const QString path = QFileInfo(file).canonicalFilePath();
    const QByteArray hash =
        QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256).toHex().left(24);
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) +
           QStringLiteral("/apportion-") + QString::fromLatin1(hash);
}

}  // namespace

SingleInstance::SingleInstance(QObject* parent) : QObject(parent) {}

SingleInstance::~SingleInstance() = default;

void SingleInstance::hold(const QString& file) {
    if (file == file_)
        return;
    file_ = file;
    server_.reset();
    if (file.isEmpty())
        return;
    server_ = std::make_unique<QLocalServer>();
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* asker = server_->nextPendingConnection()) {
            connect(asker, &QLocalSocket::disconnected, asker, &QObject::deleteLater);
            // Who says nothing only looks whether somebody has the file.
            connect(asker, &QLocalSocket::readyRead, this, [this, asker] {
                asker->readAll();
                emit wanted();
            });
        }
    });
    const QString socket = socketOf(file);
    // What a killed program left behind; a living one would have been found before.
    if (!server_->listen(socket)) {
        QLocalServer::removeServer(socket);
        server_->listen(socket);
    }
}

bool SingleInstance::raiseOther(const QString& file) {
    if (!QFileInfo::exists(file))
        return false;
    QLocalSocket socket;
    socket.connectToServer(socketOf(file));
    if (!socket.waitForConnected(kPatience))
        return false;
    socket.write("raise");
    socket.waitForBytesWritten(kPatience);
    return true;
}

bool SingleInstance::isHeld(const QString& file) {
    if (!QFileInfo::exists(file))
        return false;
    QLocalSocket socket;
    socket.connectToServer(socketOf(file));
    return socket.waitForConnected(kPatience);
}

}  // namespace apportion::ui
