#include "app/capture/export_plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "app/cli/options.hpp"
#include "data/text/text.hpp"

using namespace milkomeda;

namespace {

ExportChoice video() {
    ExportChoice choice;
    choice.kind = ExportKind::video;
    choice.name = "tail";
    choice.until = 30;
    return choice;
}

const ExportSource from_state{{"run.milkomeda"}, 10, true}, from_series{{"snap_*.hdf5"}, 10, false};

std::string line_of(const ExportSource& source, const ExportChoice& choice) {
    return join(export_words(source, choice, output_of(choice)), {}, " ");
}

// Parses an export's command line as the program does.
RenderOptions options_of(std::vector<std::string> words) {
    words.insert(words.begin(), "milkomeda");
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    return std::get<RenderOptions>(
        parse_command_line(static_cast<int>(pointers.size()), pointers.data()).value().command);
}

}  // namespace

TEST_CASE("the command line of a video gives size, length, frame rate and, except for a state file, the start") {
    CHECK(line_of(from_state, video()) ==
          "render run.milkomeda --size 1920x1080 --until 30 --time-per-second 1 --steps-per-frame auto --fps 30 -o "
          "tail.mp4");
    CHECK(
        line_of(from_series, video()) ==
        "render snap_*.hdf5 --size 1920x1080 --from 10 --until 30 --time-per-second 1 --steps-per-frame auto --fps 30 "
        "-o tail.mp4");
    CHECK(frames_of(video()) == 601);
}

TEST_CASE("the command line of a picture gives the size and, except for a state file, the time") {
    ExportChoice picture;
    picture.name = "still.png";
    picture.size = 4;
    CHECK(line_of(from_state, picture) == "render run.milkomeda --size 7680x4320 -o still.png");
    CHECK(line_of(from_series, picture) == "render snap_*.hdf5 --size 7680x4320 --at 10 -o still.png");
    CHECK(frames_of(picture) == 1);
}

TEST_CASE("render accepts the command line of every size, camera motion and format") {
    ExportChoice choice = video();
    for (choice.size = 0; choice.size < export_sizes().size(); ++choice.size)
        for (const ExportCamera camera : {ExportCamera::still, ExportCamera::circle}) {
            choice.camera = camera;
            const RenderOptions options = options_of(export_words(from_state, choice, output_of(choice)));
            CHECK(options.picture.width == size_of(choice).width);
            CHECK(options.picture.height == size_of(choice).height);
            CHECK(options.scene.camera.turn == (camera == ExportCamera::circle ? 360 : 0));
            CHECK(options.frames_per_second == 30);
        }
    CHECK(std::ranges::any_of(export_sizes(), [](const ExportSize& size) { return size.width == 7680; }));
    CHECK(
        std::ranges::any_of(export_sizes(), [](const ExportSize& size) { return size.is_dome && size.width == 8192; }));
}

TEST_CASE("the command line of a web page has no frame rate, and a web page has no circling camera and no dome") {
    ExportChoice choice = video();
    choice.kind = ExportKind::page;
    CHECK(line_of(from_state, choice) ==
          "render run.milkomeda --size 1920x1080 --until 30 --time-per-second 1 --steps-per-frame auto -o tail.html");
    CHECK(frames_of(choice) == usual_page_moments);
    CHECK(export_fault(choice, 10).empty());
    choice.camera = ExportCamera::circle;
    CHECK(export_fault(choice, 10) == "In a web page the viewer turns the camera; choose another camera");
    ExportChoice dome = choice;
    dome.size = export_sizes().size() - 1;
    CHECK(export_fault(dome, 10) == "A web page is not drawn for domes; choose another size");
    // A trial draws pictures, so it has a frame rate.
    CHECK(join(trial_words(from_state, choice, 384, "folder"), {}, " ").find("--fps 30") != std::string::npos);
}

TEST_CASE("the name of the output has the extension of its format exactly once") {
    ExportChoice choice = video();
    CHECK(output_of(choice) == "tail.mp4");
    choice.name = "tail.mp4";
    CHECK(output_of(choice) == "tail.mp4");
    choice.ending = ".png";
    choice.name = "tail";
    CHECK(output_of(choice) == "tail-%05d.png");
    CHECK(state_beside(output_of(choice)) == "tail.milkomeda");
    choice.name = "a/tail_%03d";
    CHECK(output_of(choice) == "a/tail_%03d.png");
    choice.kind = ExportKind::picture;
    choice.name = "tail";
    CHECK(output_of(choice) == "tail.png");
    CHECK(state_beside("a/tail.mp4") == "a/tail.milkomeda");
}

TEST_CASE("a missing name, a duration of zero, and an impossible pace or frame rate are faults of an export") {
    CHECK(export_fault(video(), 10) == "");
    ExportChoice choice = video();
    CHECK(export_fault(choice, 30).find("after the present time") != std::string::npos);
    choice.until = 10 + 1e-4;
    CHECK(export_fault(choice, 10).find("units of time per second") != std::string::npos);
    choice = video();
    choice.ending = ".gif";
    choice.frames_per_second = 60;
    CHECK(export_fault(choice, 10).find("at most 50 frames") != std::string::npos);
    choice.name.clear();
    CHECK(export_fault(choice, 10) == "The file has no name");
}

TEST_CASE("a trial of an export draws the first two frames of the video with fewer pixels and the same aspect ratio") {
    ExportChoice choice = video();
    choice.size = 4;
    CHECK(trial_size(choice, 384) == std::array{384, 216});
    const RenderOptions options = options_of(trial_words(from_state, choice, 384, "/tmp/x"));
    CHECK(options.output == "/tmp/x/trial-%d.png");
    // A frame of the video shows 1/30 unit of time, so the trial ends between its second and its third frame.
    CHECK(*options.scene.times.until == doctest::Approx(10 + 1.5 / 30));
    choice.size = 0;
    CHECK(trial_size(choice, 4000) == std::array{1280, 720});
}

TEST_CASE("the expected duration grows linearly with the number of pixels and frames") {
    ExportChoice choice = video();
    choice.size = 0;  // 921,600 pixels
    const double pixels = 921600;
    const TrialTime small{0.25 * pixels, 3, 0.5}, large{0.5 * pixels, 4, 1};
    // Each additional quarter of the pixels adds 1 s to the total time of a trial and 0.5 s to the time of a frame.
    CHECK(expected_seconds(choice, small, large) == doctest::Approx(6 + 599 * 2));
    choice.kind = ExportKind::picture;
    CHECK(expected_seconds(choice, small, large) == doctest::Approx(6));
    // If the larger trial was faster by chance, the estimate is not smaller than the first measurement.
    CHECK(expected_seconds(choice, large, small) >= 4);
}

TEST_CASE("a duration is written with one or two digits and a unit") {
    CHECK(duration_text(0.2) == "1 s");
    CHECK(duration_text(42.4) == "42 s");
    CHECK(duration_text(150) == "2.5 min");
    CHECK(duration_text(1200) == "20 min");
    CHECK(duration_text(7200) == "2 h");
}
