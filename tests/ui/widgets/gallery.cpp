// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/widgets/gallery.h"

#include <memory>

#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QWidget>

#include "ui/widgets/theme.h"

namespace apportion::ui {

bool saveGalleryPage(const QString& name, const std::function<QWidget*()>& build) {
    const QDir folder(QApplication::applicationDirPath() + QStringLiteral("/../gallery"));
    folder.mkpath(QStringLiteral("."));
    bool saved = true;
    for (const Theme::Choice choice : {Theme::Light, Theme::Dark}) {
        Theme::apply(choice);
        const std::unique_ptr<QWidget> page(build());
        page->setAttribute(Qt::WA_DontShowOnScreen);
        page->show();
        QApplication::processEvents();
        QApplication::processEvents();
        const QPixmap picture = page->grab();
        const QString theme = QLatin1String(choice == Theme::Dark ? "dark" : "light");
        const QString scale = picture.devicePixelRatio() > 1.5 ? QStringLiteral("@2x") : QString();
        saved =
            picture.save(folder.filePath(QStringLiteral("%1-%2%3.png").arg(name, theme, scale))) &&
            saved;
    }
    Theme::apply(Theme::Light);
    return saved;
}

}  // namespace apportion::ui
