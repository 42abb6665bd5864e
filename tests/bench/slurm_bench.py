#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""slurm_bench.py APPORTIONCTL: seconds until a picture of 100 nodes and 20,000 waiting jobs, and until a change of it
is told; what watching costs where nothing changes. Starts a Slurm cluster of its own on loopback; needs what
tests/system/slurm_lab needs."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

LAB = pathlib.Path(__file__).resolve().parents[1] / "system/slurm_lab"
ACCOUNTS = [f"team{index:02}" for index in range(60)]
SEPARATE, ARRAYS, OF_AN_ARRAY = 15_000, 5, 5_000  # jobs with a record of their own; tasks in one record
PORT = 28700
CALM_SECONDS = 30


def cpu_of(pid):
    """Seconds that a process has used, and the commands that it has run."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    user, system, of_children, system_of_children = (int(each) / os.sysconf("SC_CLK_TCK") for each in fields[11:15])
    return user + system, of_children + system_of_children


def main(program):
    folder = tempfile.mkdtemp(prefix="apslurm-", dir="/tmp")
    os.rmdir(folder)
    calm = "SchedulerParameters=batch_sched_delay=20,sched_interval=60,bf_interval=60,defer"
    subprocess.run([LAB, "start", folder, "--nodes", "100", "--port", str(PORT), "--set", calm], check=True,
                   stdout=subprocess.DEVNULL, timeout=180)
    try:
        environment = {**os.environ, "SLURM_CONF": f"{folder}/etc/slurm.conf"}
        run = lambda *words, **more: subprocess.run(words, env=environment, check=True, capture_output=True, text=True,
                                                    timeout=300, **more).stdout
        names = ",".join(ACCOUNTS)
        run("sacctmgr", "-i", "add", "account", names, "parent=root", "GrpTRES=gres/gpu=40")
        run("sacctmgr", "-i", "add", "user", "root", f"account={names}")
        job = ["sbatch", "--parsable", "--hold", "--chdir=/tmp", "--output=/dev/null", "--gres=gpu:2", "--wrap=sleep 9"]
        each = SEPARATE // ARRAYS
        arrays = [run(*job, "-A", ACCOUNTS[index], f"--array=1-{each}").strip() for index in range(ARRAYS)]
        # A task that is changed gets a record of its own.
        run("scontrol", input="".join(f"update JobId={array}_{task} Nice=1\n" for array in arrays
                                      for task in range(1, each + 1)))
        run(*job, "-A", ACCOUNTS[9], f"--array=1-{OF_AN_ARRAY}")
        run(program, "cluster", "show", "here")
        for words in (("show", "here"), ("show", "here", "--json")):
            began = time.monotonic()
            run(program, "cluster", *words)
            print(f"cluster {' '.join(words)}: {time.monotonic() - began:.2f} s")
        began = time.monotonic()
        with subprocess.Popen([program, "cluster", "watch", "here", "--json"], stdout=subprocess.PIPE, text=True,
                              env=environment) as watch:
            look = json.loads(watch.stdout.readline())
            print(f"cluster watch, first picture ({look['waiting']} waiting): {time.monotonic() - began:.2f} s")
            for _ in range(3):
                new = run(*job, "-A", ACCOUNTS[20]).strip()
                began = time.monotonic()
                while not any(new in change["message"] for change in json.loads(watch.stdout.readline())["changes"]):
                    pass
                print(f"a new job is told after {time.monotonic() - began:.2f} s")
            before = cpu_of(watch.pid)
            time.sleep(CALM_SECONDS)
            own, children = (after - first for after, first in zip(cpu_of(watch.pid), before))
            print(f"CPU of a second where nothing changes: {1000 * own / CALM_SECONDS:.0f} ms, "
                  f"commands of Slurm {1000 * children / CALM_SECONDS:.0f} ms")
            watch.terminate()
    finally:
        subprocess.run([LAB, "stop", folder], check=False, timeout=300)


if __name__ == "__main__":
    if shutil.which("sbatch") is None:
        sys.exit("needs the packages of Slurm")
    main(sys.argv[1])
