// SPDX-License-Identifier: GPL-3.0-or-later
// Run while a package is built: draws the program's icons. Arguments: an SVG, a size in pixels and
// a PNG to write, as often as wanted.
#include <cstdio>

#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

namespace {

bool draw(const char* source, int size, const char* target) {
    QSvgRenderer drawing(QString::fromLocal8Bit(source));
    QImage picture(size, size, QImage::Format_ARGB32);
    picture.fill(Qt::transparent);
    {
        QPainter painter(&picture);
        drawing.render(&painter);
    }
    return drawing.isValid() && picture.save(QString::fromLocal8Bit(target), "PNG");
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i + 2 < argc; i += 3)
        if (!draw(argv[i], QByteArray(argv[i + 1]).toInt(), argv[i + 2])) {
            std::fprintf(stderr, "%s cannot be drawn into %s\n", argv[i], argv[i + 2]);
            return 1;
        }
    return argc > 1 && argc % 3 == 1 ? 0 : 1;
}
