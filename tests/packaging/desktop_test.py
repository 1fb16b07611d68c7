"""The installed files for desktops and software centers are valid."""

import configparser

import installed


class Desktop(installed.Test):
    def entry(self):
        parser = configparser.ConfigParser(interpolation=None, strict=True)
        parser.optionxform = str
        parser.read(self.share / "applications" / "milkomeda.desktop")
        return parser["Desktop Entry"]

    def test_the_desktop_entry_is_valid(self):
        self.assertEqual(self.run_quietly("desktop-file-validate", self.share / "applications" / "milkomeda.desktop"), "")

    def test_the_desktop_entry_starts_the_installed_program(self):
        self.assertEqual(self.entry()["Exec"], "milkomeda %f")
        self.assertRegex(self.program("--version"), r"^Milkomeda \d")
        self.assertTrue((self.share / "icons/hicolor/scalable/apps" / (self.entry()["Icon"] + ".svg")).is_file())

    def test_xml_and_svg_files_are_well_formed(self):
        # Only the folder mime/packages is read, because a further test runs update-mime-database, which adds files to
        # the folder mime.
        files = [file for kind in ("metainfo/*.xml", "mime/packages/*.xml", "icons/**/*.svg")
                 for file in self.share.glob(kind)]
        self.assertEqual(len(files), 3, files)
        self.run_quietly("xmllint", "--noout", *files)

    def test_all_file_types_are_registered(self):
        self.run_quietly("update-mime-database", "-V", self.share / "mime")
        ours = {line.split(":")[1] for line in (self.share / "mime" / "globs2").read_text().splitlines()
                if not line.startswith("#")}
        opened = set(self.entry()["MimeType"].rstrip(";").split(";"))
        self.assertEqual(opened, ours | {"application/x-hdf"})
        about = (self.share / "metainfo" / "milkomeda.metainfo.xml").read_text()
        for name in opened:
            self.assertIn(f"<mediatype>{name}</mediatype>", about)

    def test_the_metadata_for_software_catalogs_is_valid(self):
        # appstreamcli expects an application name that begins with a domain, but the project has no domain.
        self.run_quietly("appstreamcli", "validate", "--no-net", "--override=cid-desktopapp-is-not-rdns=info",
                   self.share / "metainfo" / "milkomeda.metainfo.xml")

    def test_the_license_is_installed(self):
        self.assertIn("License: Expat", (self.share / "doc" / "milkomeda" / "copyright").read_text())


if __name__ == "__main__":
    installed.main("desktop-file-validate", "xmllint", "update-mime-database", "appstreamcli")
