#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a package brings besides the programs: desktop file, metainfo, types of files, icons, units, manual, completion.

Usage: installer.py ROOT BUILD. A check whose tool is not installed is named as skipped.
"""
import gzip
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ID = "io.github.apportion.Apportion"
MOST_EXPOSURE = 4.0
SIZES = (16, 24, 32, 48, 64, 128, 256)


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=60, check=False, **options)
    return done.returncode, done.stdout.strip()


class Checks:
    def __init__(self, root, build):
        self.installer, self.share = root / "installer", build / "installer/share"
        self.root, self.build = root, build
        self.problems = []

    def valid(self, *command, **options):
        code, said = run(*command, **options)
        if code != 0 or "warning" in said.lower():
            self.problems.append(f"{' '.join(map(str, command))}:\n{said}")

    def desktop_file(self):
        self.valid("desktop-file-validate", self.installer / f"desktop/{ID}.desktop")

    def appstreamcli(self):
        self.valid("appstreamcli", "validate", "--no-net", self.build / f"installer/{ID}.metainfo.xml")

    def one_id(self):
        """The same id in the desktop file, the metainfo and the program."""
        for path, form in ((f"installer/desktop/{ID}.desktop", f"Icon={ID}\n"),
                           (f"installer/desktop/{ID}.metainfo.xml.in", f"<id>{ID}</id>"),
                           ("app/console/main.cpp", f'setDesktopFileName(QStringLiteral("{ID}"))')):
            if form not in (self.root / path).read_text(encoding="utf-8"):
                self.problems.append(f"{path} does not have {form.strip()}")

    def update_mime_database(self):
        """Each kind of file has a type, which the desktop file opens."""
        with tempfile.TemporaryDirectory() as folder:
            packages = Path(folder, "mime/packages")
            packages.mkdir(parents=True)
            shutil.copy(self.installer / f"desktop/{ID}.xml", packages)
            code, said = run("update-mime-database", packages.parent, env={"XDG_DATA_DIRS": folder, "PATH": "/usr/bin"})
            if code != 0 or "error" in said.lower():
                self.problems.append(said)
            globs = (packages.parent / "globs2").read_text(encoding="utf-8")
            for line in ("50:application/vnd.apportion.project+sqlite3:*.apportion",
                         "60:application/vnd.apportion.plan+json:*.plan.json",
                         "60:application/vnd.apportion.scenario+json:*.scenario.json"):
                if line not in globs:
                    self.problems.append(f"there is no {line}")
        listed = (self.installer / f"desktop/{ID}.desktop").read_text(encoding="utf-8")
        for kind in re.findall(r'<mime-type type="([^"]+)"', (self.installer / f"desktop/{ID}.xml").read_text()):
            if f"{kind};" not in listed:
                self.problems.append(f"the desktop file does not open {kind}")

    def icons(self):
        """Every size is as large as it says, and no picture is empty."""
        if not (self.build / "bin/apportion").exists():
            return
        for drawing in ("application", "project", "scenario", "plan"):
            for size in SIZES:
                data = (self.share / f"icons/{drawing}-{size}.png").read_bytes()
                if struct.unpack(">II", data[16:24]) != (size, size) or len(data) < 100:
                    self.problems.append(f"{drawing}-{size}.png is not {size} pixels, or is empty")

    def systemd_analyze(self):
        with tempfile.TemporaryDirectory() as folder:
            for unit in sorted((self.installer / "systemd").glob("*.service")):
                code, said = run("systemd-analyze", "security", "--user", "--offline=true", "--no-pager", unit,
                                 env={"XDG_RUNTIME_DIR": folder, "PATH": "/usr/bin:/bin"})
                found = re.search(r"exposure level for \S+ ([\d.]+)", said)
                if found is None or float(found[1]) > MOST_EXPOSURE:
                    self.problems.append(f"{unit.name}: {found[0] if found else said}")
        for unit in (self.installer / "systemd").glob("*.service"):
            text = unit.read_text(encoding="utf-8")
            if "Open on purpose:" not in text:
                self.problems.append(f"{unit.name} does not say what stays open")

    def man(self):
        """Each page is formatted without a complaint; each command has one."""
        pages = sorted(self.share.glob("apportion*/man/man?/*.gz"))
        names = {page.name for page in pages}
        for name in ("apportion.1", "apportionctl.1", "apportionctl-simulate.1", "apportionctl-project-scale.1",
                     "apportion-scenario.5", "apportion-plan.5", "apportion-project.5", "apportion-exit-status.7"):
            if f"{name}.gz" not in names:
                self.problems.append(f"there is no page {name}")
        for page in pages:
            code, said = run("man", "--warnings", "--local-file", "-E", "UTF-8", "-T", "utf8", page,
                             env={"MANWIDTH": "100", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
            if code != 0 or "warning" in said[:200]:
                self.problems.append(f"{page.name}: {said[:300]}")
        scenario = gzip.decompress((self.share / "apportionctl/man/man5/apportion-scenario.5.gz").read_bytes()).decode()
        for key in ("guaranteed", "selfPreemption", "minReplicas", "childPreemption"):
            if f"\\fB{key}\\fR" not in scenario:
                self.problems.append(f"apportion-scenario(5) does not name {key}")

    def shells(self):
        for shell, files in (("bash", ("completion/apportionctl.bash",)), ("zsh", ("completion/_apportionctl",)),
                             ("fish", ("completion/apportionctl.fish",))):
            made = {"bash": "bash-completion/completions/apportion", "zsh": "zsh/vendor-completions/_apportion",
                    "fish": "fish/vendor_completions.d/apportion.fish"}[shell]
            if shutil.which(shell) is None:
                print(f"skipped: {shell} is not installed")
                continue
            for script in [self.installer / each for each in files] + [self.share / "apportion" / made]:
                self.valid(shell, "-n", script)

    def no_folders(self):
        """Nothing of this machine is in what is written while building."""
        for page in self.share.glob("apportion*/man/man?/*.gz"):
            if str(self.root) in gzip.decompress(page.read_bytes()).decode():
                self.problems.append(f"{page.name} names a folder of this machine")


def main():
    checks = Checks(*(Path(argument).resolve() for argument in sys.argv[1:3]))
    needs = {"desktop_file": "desktop-file-validate", "appstreamcli": "appstreamcli",
             "update_mime_database": "update-mime-database", "systemd_analyze": "systemd-analyze", "man": "man"}
    for name in ("one_id", "desktop_file", "appstreamcli", "update_mime_database", "icons", "systemd_analyze", "man",
                 "shells", "no_folders"):
        if name in needs and shutil.which(needs[name]) is None:
            print(f"skipped: {needs[name]} is not installed")
        else:
            getattr(checks, name)()
    print("\n".join(checks.problems) or "what a package brings is valid")
    sys.exit(1 if checks.problems else 0)


if __name__ == "__main__":
    main()
