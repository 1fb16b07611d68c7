"""In a shell, the Tab key completes commands, options and values. The last argument of the script names the shell."""

import os
import pty
import select
import subprocess
import time

import installed

patience = int(os.environ.get("TEST_PATIENCE", 60))  # time limit in seconds, long enough for a busy machine


class Completion(installed.Test):
    def typed(self, keys, expected):
        """Types keys into the shell and waits until the shell displays the expected text."""
        shell = self.words[0]
        files = {"bash": "bash-completion/completions/milkomeda", "fish": "fish/vendor_completions.d/milkomeda.fish",
                 "zsh": "zsh/site-functions"}
        file = self.share / files[shell]
        if shell == "fish":  # Unlike bash and zsh, fish can print completions without a terminal.
            ask = ["fish", "--no-config", "-c", 'source $argv[1]; complete -C $argv[2]', file, keys.rstrip("\t")]
            self.assertIn(expected.split()[-1], self.run_quietly(*ask).split())
            return
        start = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"]}[shell]
        setup = {"bash": f". '{file}'", "zsh": f"fpath=('{file}' $fpath); autoload -U compinit; compinit -u -D"}[shell]
        try:
            ours, theirs = pty.openpty()
        except OSError as error:  # A chroot may lack pseudo-terminals.
            self.skipTest(str(error))
        self.addCleanup(os.close, ours)
        process = subprocess.Popen([shell, *start], stdin=theirs, stdout=theirs, stderr=theirs, cwd=self.share,
                                   start_new_session=True, env=os.environ | {"TERM": "dumb", "PS1": "> "})
        os.close(theirs)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        os.write(ours, f"{setup}; echo rea''dy\n".encode())
        self.wait_for(ours, "ready\r\n")
        os.write(ours, keys.encode())
        self.wait_for(ours, expected)

    def wait_for(self, terminal, expected):
        said, end = "", time.monotonic() + patience
        while expected not in said:
            if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
                self.fail(f"{expected!r} does not come: {said!r}")
            said += os.read(terminal, 4096).decode(errors="replace")

    def test_tab_completes_commands(self):
        self.typed("milkomeda ren\t", "milkomeda render ")

    def test_tab_completes_options(self):
        self.typed("milkomeda render --sol\t", "render --solver")

    def test_tab_completes_values_of_options(self):
        self.typed("milkomeda simulate --solver di\t", "--solver direct ")

    def test_tab_completes_names_of_scenes(self):
        self.typed("milkomeda generate whirl\t", "generate whirlpool ")

    def test_tab_completes_options_that_only_one_command_accepts(self):
        self.typed("milkomeda simulate --diagnostics-\t", "--diagnostics-every")


if __name__ == "__main__":
    installed.main()
