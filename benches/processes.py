"""Running a command and measuring what it takes, for the scripts beside this one."""

import os
import re
import resource
import subprocess
import tempfile
import time
from pathlib import Path


def run(command, cap=None):
    """Runs a command, asked to stop after `cap` CPU seconds; returns its output, CPU seconds, largest resident set in MiB and exit code."""

    def limit():
        if cap:
            resource.setrlimit(resource.RLIMIT_CPU, (cap, cap + 5))

    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, preexec_fn=limit)
        sampled = 0
        while True:
            try:
                found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{child.pid}/status").read_text())
                sampled = max(sampled, int(found[1]) if found else 0)
            except OSError:
                pass
            done, status, usage = os.wait4(child.pid, os.WNOHANG)
            if done:
                break
            time.sleep(0.01)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        # A checker may print anything.
        text = output.read().decode(errors="replace")
    # The system's own figure includes this script's size before the child became its command: exact only when larger.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory = usage.ru_maxrss if usage.ru_maxrss > own else sampled
    return text, usage.ru_utime + usage.ru_stime, memory / 1024, child.returncode


def mebibytes(memory):
    """A size for a table; nothing where the command had ended before it was looked at."""
    return f"{memory:.0f}" if memory >= 1 else ""


def ratio(theirs, own):
    """How many times as long the other program took, to two digits."""
    return f"{float(f'{theirs / max(own, 0.005):.2g}'):g}"
