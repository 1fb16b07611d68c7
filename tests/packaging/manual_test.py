"""The program and each command have a manual page with a description, the examples of --help, and every option."""

import re

import installed


class Manual(installed.Test):
    def page(self, name):
        """Returns the page as a terminal displays it. The test fails if groff reports invalid markup."""
        return self.run_quietly("groff", "-man", "-ww", "-Tascii", "-P-cbou", self.share / "man" / "man1" / f"{name}.1")

    def commands(self):
        return re.findall(r"^  ([\w-]+)  ", self.program("--help").split("Subcommands:")[1], re.M)

    def test_every_command_has_a_manual_page(self):
        pages = {f"milkomeda-{command}.1" for command in self.commands()} | {"milkomeda.1"}
        self.assertGreater(len(pages), 5)
        self.assertEqual({file.name for file in (self.share / "man" / "man1").iterdir()}, pages)

    def test_every_option_is_described_in_its_manual_page(self):
        for command in [None, *self.commands()]:
            page = self.page(f"milkomeda-{command}" if command else "milkomeda")
            options = re.findall(r"^  (-\S+)", self.program(*filter(None, [command]), "--help"), re.M)
            self.assertGreater(len(options), 3, command)
            for option in options:
                with self.subTest(command=command, option=option):
                    self.assertRegex(page, rf"(?m)^ +{', '.join(option.split(','))}\b")

    def test_every_manual_page_has_a_description_and_the_examples_of_the_help(self):
        for command in [None, *self.commands()]:
            page = self.page(f"milkomeda-{command}" if command else "milkomeda")
            for heading in ("DESCRIPTION", "EXAMPLES"):
                self.assertRegex(page, rf"(?m)^{heading}\n +\w", command)
            help_text = self.program(*filter(None, [command]), "--help")
            examples = re.findall(r"^  (milkomeda\b.*)\n +(\w.*\.)$", help_text.split("Examples:")[1], re.M)
            self.assertIn(len(examples), (2, 3, 4), command)
            for words in (word for example in examples for word in example):
                self.assertIn("".join(words.split()), "".join(page.split()))

    def test_the_manual_page_of_the_program_has_all_sections(self):
        page = self.page("milkomeda")
        for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXAMPLES", "FILES", "EXIT STATUS",
                        "SEE ALSO"):
            self.assertRegex(page, rf"(?m)^{heading}$")


if __name__ == "__main__":
    installed.main("groff")
