// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/first_window.h"

#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QTimer>

#include "ui/files/single_instance.h"

namespace apportion::ui {

namespace {

constexpr int kAnswerWithin = 2000;  // ms; a window that answers later is busy

QString socketOfProfile(const QString& profile) {
    return userSocket("window" +
                      (profile.isEmpty() ? QString() : QFileInfo(profile).absoluteFilePath()));
}

}  // namespace

FirstWindow::FirstWindow(const QString& profile, QObject* parent)
    : QObject(parent),
      name_(socketOfProfile(profile)),
      lock_(name_ + QStringLiteral(".lock")),
      first_(std::make_unique<QLocalSocket>()) {
    lock_.setStaleLockTime(0);  // until its program has ended
    connect(first_.get(), &QLocalSocket::disconnected, this, &FirstWindow::follow);
    follow();
}

void FirstWindow::follow() {
    if (lock_.tryLock(0)) {
        listen();
        return;
    }
    first_->connectToServer(name_);
    // The window that holds the lock listens soon, or has ended.
    if (!first_->waitForConnected(kPatience))
        QTimer::singleShot(kPatience, this, &FirstWindow::follow);
}

void FirstWindow::listen() {
    server_ = listenAt(name_);
    connect(server_.get(), &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* asker = server_->nextPendingConnection()) {
            connect(asker, &QLocalSocket::disconnected, asker, &QObject::deleteLater);
            connect(asker, &QLocalSocket::readyRead, this, [this, asker] {
                if (!asker->canReadLine())
                    return;
                const QByteArray file = QByteArray::fromBase64(asker->readLine().trimmed());
                asker->write("taken\n");
                asker->flush();
                emit handed(QString::fromUtf8(file));
            });
        }
    });
}

FirstWindow::~FirstWindow() {
    first_->disconnect(this);
}

bool FirstWindow::hand(const QString& profile, const QString& file) {
    QLocalSocket socket;
    socket.connectToServer(socketOfProfile(profile));
    if (!socket.waitForConnected(kPatience))
        return false;
    socket.write(QFileInfo(file).absoluteFilePath().toUtf8().toBase64() + '\n');
    return socket.waitForReadyRead(kAnswerWithin) && socket.readAll() == "taken\n";
}

}  // namespace apportion::ui
