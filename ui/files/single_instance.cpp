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

QString socketOf(const QString& file) {
    return userSocket(QFileInfo(file).canonicalFilePath());
}

}  // namespace

QString userSocket(const QString& about) {
    const QByteArray hash =
        QCryptographicHash::hash(about.toUtf8(), QCryptographicHash::Sha256).toHex().left(24);
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) +
           QStringLiteral("/apportion-") + QString::fromLatin1(hash);
}

std::unique_ptr<QLocalServer> listenAt(const QString& socket) {
    auto server = std::make_unique<QLocalServer>();
    server->setSocketOptions(QLocalServer::UserAccessOption);
    if (!server->listen(socket)) {
        QLocalServer::removeServer(socket);
        server->listen(socket);
    }
    return server;
}

SingleInstance::SingleInstance(QObject* parent) : QObject(parent) {}

SingleInstance::~SingleInstance() = default;

void SingleInstance::hold(const QString& file) {
    if (file == file_)
        return;
    file_ = file;
    server_.reset();
    if (file.isEmpty())
        return;
    server_ = listenAt(socketOf(file));
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
