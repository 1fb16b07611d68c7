"""A web page holds a whole run in one HTML file, which loads nothing else."""

import base64
import json
import re
import zlib

import command

small = ["--bodies", 2000, "--gas", "off", "--set", "with_gas=false", "--dt", 0.1]


def sections(html):
    """Returns the description of the page and its packed columns, read as assets/page/motion.js reads them."""
    places = json.loads(re.search(r'id="sections">(.*?)</script>', html)[1])
    data = base64.b64decode(re.search(r'id="data">(.*?)</script>', html)[1])
    parts = {name: zlib.decompress(data[at:at + size]) for name, (at, size) in places.items()}
    return json.loads(parts.pop("page")), parts


class Pages(command.Test):
    def page(self, *words):
        said = self.done("render", *words, "-o", "run.html").error
        html = (self.folder / "run.html").read_text()
        return said, html, *sections(html)

    def test_a_page_of_a_scene_holds_its_shown_bodies_milestones_and_cameras(self):
        said, html, page, parts = self.page(*small, "--until", 14, "--moments", 20)
        self.assertIn("run.html: 800 bodies at 20 moments", said)
        self.assertIn("<title>The Milky Way and Andromeda collide</title>", html)
        self.assertEqual((page["moments"], page["bodies"]), (20, 800))
        self.assertClose(page["interval"], 14 / 19)
        self.assertEqual(page["galaxies"], ["Milky Way", "Andromeda"])
        self.assertEqual([group["title"] for group in page["groups"]],
                         ["Milky Way disk", "Andromeda disk", "Milky Way bulge", "Andromeda bulge"])
        self.assertEqual(page["chapters"], [{"time": 12, "title": "the rims touch"}])
        self.assertEqual(len(page["cameras"]), 20)
        self.assertEqual(len(parts["constants"]), 4 * 4 * 800)
        self.assertEqual(page["attribute_moments"], 3)  # moments 0, 16 and 19
        self.assertEqual(len(parts["attributes"]), 7 * 3 * 800)

    def test_a_page_loads_nothing_from_elsewhere_and_tells_no_paths(self):
        _, html, page, _ = self.page(*small, "--until", 1, "--moments", 4)
        without_data = re.sub(r'id="data">.*?</script>', "", html)
        self.assertEqual(re.findall(r'(?:src|href|url|action|import)\s*[=(]\s*"?(?!data:)[\w/.:]+', without_data), [])
        self.assertNotIn("http", without_data.replace('"http-equiv', ""))
        self.assertNotIn(str(self.folder), without_data + json.dumps(page))

    def test_a_page_of_a_recording_has_the_recorded_moments_and_passages_as_chapters(self):
        self.put("two.toml", command.two_galaxies)
        self.done("simulate", "two.toml", "--bodies", 1000, "--until", 40, "--every", 1, "--record", "a.recording")
        _, _, page, _ = self.page("a.recording")
        self.assertEqual((page["first"], page["interval"], page["moments"]), (0, 1, 41))
        self.assertEqual([chapter["title"] for chapter in page["chapters"]][:1], ["close passage 1"])
        _, _, page, _ = self.page("a.recording", "--from", 5, "--until", 20, "--moments", 31)
        self.assertEqual((page["first"], page["interval"], page["moments"]), (5, 0.5, 31))

    def test_a_page_shows_at_most_20000_bodies_unless_bodies_are_chosen(self):
        self.done("generate", "uniform-sphere", "--bodies", 24000, "-o", "a.csv")
        content = (self.folder / "a.csv").read_text()
        self.put("s-0.csv", content.replace("time: 0", "time: 0", 1))
        self.put("s-1.csv", content)
        _, _, page, _ = self.page("s-%d.csv")
        self.assertEqual(page["bodies"], 20000)
        self.assertClose(page["groups"][0]["light"].get("stands_for", page["light"].get("stands_for"))[0], 1.2)
        _, _, page, _ = self.page("s-%d.csv", "--bodies", 21000)
        self.assertEqual(page["bodies"], 21000)

    def test_a_page_of_1000_bodies_and_300_moments_takes_less_than_a_megabyte(self):
        # 20,000 bodies must fit into 12 MB; shaders, sky and controls take about 0.2 MB of each page.
        self.done("simulate", *small[:1], 1600, *small[2:], "--until", 60, "--every", 0.2, "--record", "a.recording")
        self.page("a.recording")
        self.assertLess((self.folder / "run.html").stat().st_size, 1.0e6)

    def refused_late(self, reason, *words):
        """Checks a refusal that follows messages about the source or the device."""
        result = self.run_program(*words)
        self.assertEqual(result.code, 2, f"{words}\n{result.error}")
        self.assertIn(reason, result.error.splitlines()[-1], words)
        self.assertFalse((self.folder / "a.html").exists(), words)

    def test_impossible_pages_are_refused(self):
        page = ["-o", "a.html"]
        self.refused(2, "a web page needs at least two moments", "render", "plummer", "--until", 0, *page)
        self.done("generate", "plummer", "--bodies", 64, "-o", "one.recording")
        self.refused_late("a web page needs at least two moments", "render", "one.recording", *page)
        self.refused(2, "there is no component 'gas'", "render", "plummer", "--until", 1, "--components", "gas",
                     *page)
        self.refused_late("a web page shows the mode stars", "render", "plummer", "--until", 1, "--mode", "point", *page)
        self.refused_late("a web page shows the mode stars", "render", "plummer", "--until", 1, "--preset", "infrared",
                     *page)
        self.refused_late("cannot color by density", "render", "plummer", "--until", 1, "--color-by", "density", *page)
        self.refused_late("from outside", "render", "milky-way", *small, "--until", 1, "--sky", *page)
        self.refused(2, "a mixed box", "render", "mixed", "--until", 1, *page)
        self.refused(2, "--at is for a picture", "render", "plummer", "--at", 1, *page)
        self.refused(2, "--fps is for videos", "render", "plummer", "--fps", 30, *page)
        self.refused(2, "--moments must lie between 2 and 2000", "render", "plummer", "--moments", 1, *page)
        self.refused(2, "--moments is for web pages", "render", "plummer", "--moments", 5, "-o", "a.png")
        self.refused(1, "folder", "render", "plummer", "--until", 1, "-o", "missing folder/a.html")

    def test_bodies_that_change_end_a_page_with_a_message(self):
        self.put("two.toml", command.two_galaxies + '[[change]]\ntime = 1\ndelete = "a"\n')
        self.refused(2, "end the page earlier with --until", "render", "two.toml", "--bodies", 400, "--until", 2,
                     "--moments", 5, "-o", "a.html")


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
