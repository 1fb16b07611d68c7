#include "app/shell/match_control.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/usage_error.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_picture = "no picture is open: open a picture with \"Picture to match...\" in the File menu";

std::string name_of(const std::filesystem::path& file) { return file.filename().string(); }

}  // namespace

void MatchControl::register_commands(CommandRegistry& registry) {
    const auto needs_picture = [this] { return std::string{tools_.match.picture() ? why_impossible() : no_picture}; };
    registry.add(
        {Menu::file, 27, "Picture to match...", "",
         "opens a photograph of two galaxies (PNG, JPEG or FITS) over the model"},
        {.act = [this] { perform(MatchRequest::open_picture); }, .why_disabled = [this] { return why_impossible(); }});
    registry.add({Menu::view, 116, "Match a picture", "",
                  "marks the galaxies of a photograph, and shows the photograph over or under the model"},
                 {.act = [this] { toggle(); },
                  .is_on = [this] { return tools_.match.is_on(); },
                  .says = no_notice,
                  .why_disabled = [this] { return tools_.match.is_on() ? "" : why_impossible(); }});
    registry.add({Menu::view, 117, "Sky view of the picture", "", "looks at the picture as the observer does"},
                 {.act = [this] { look_at_sky(); }, .why_disabled = needs_picture});
    registry.add({Menu::view, 118, "Blink", "", "shows the picture and the model in turn, for 0.7 s each"},
                 {.act = [this] { tools_.match.overlay.look.blinks ^= true; },
                  .is_on = [this] { return tools_.match.overlay.look.blinks; },
                  .why_disabled = needs_picture});
    registry.add({Menu::view, 119, "Picture alone", "hold a", "shows the picture to match without the model"});
}

std::string MatchControl::why_impossible() const {
    if (run_.source().box()) return "a picture cannot be compared with a mixed box, whose lengths have no unit";
    return view_.split.is_asked_for() ? "no picture can be shown over two runs: end the comparison" : "";
}

void MatchControl::toggle() {
    editor_.take_tool(PlayTool::none);
    tools_.measure.choose(MeasureKind::none);
    tools_.match.toggle();
}

void MatchControl::begin(const ViewOptions& options) {
    if (options.picture_to_match.empty()) return;
    open_now(options.picture_to_match, options.pair);
    // The free part of the picture is known after the first frame.
    screen_.work.add(
        {.notice = fmt::format("showing {} ...", name_of(options.picture_to_match)), .run = [this] { look_at_sky(); }});
}

bool MatchControl::take_dropped(const std::filesystem::path& file) {
    if (file.extension() == ".pair") {
        std::filesystem::path picture = file;
        const bool has_picture = std::ranges::any_of(
            std::array{".png", ".jpg", ".jpeg", ".fits"},
            [&](const char* end) { return std::filesystem::exists(picture.replace_extension(end)); });
        if (has_picture)
            open(picture, file);
        else
            read_pair(file);
        return true;
    }
    if (!is_picture_file(file)) return false;
    open(file);
    return true;
}

void MatchControl::perform(MatchRequest request) {
    const MatchPicture* const picture = tools_.match.picture();
    const std::filesystem::path file = picture ? picture->file() : "";
    switch (request) {
        case MatchRequest::none:
            return;
        case MatchRequest::open_picture:
            return panels_.files().ask(FilePurpose::picture, file);
        case MatchRequest::open_pair:
            return panels_.files().ask(FilePurpose::pair, file);
        case MatchRequest::save_pair: {
            std::filesystem::path pair = picture->pair_file();
            if (pair.empty()) pair = std::filesystem::path{file}.replace_extension(".pair");
            return panels_.files().ask(FilePurpose::save_pair, pair);
        }
        case MatchRequest::sky_view:
            return look_at_sky();
        case MatchRequest::place_at_galaxy:
            return place_at_galaxy();
    }
}

void MatchControl::perform(const ChosenFile& file) {
    if (file.purpose == FilePurpose::picture) open(file.path);
    if (file.purpose == FilePurpose::pair) read_pair(file.path);
    if (file.purpose == FilePurpose::save_pair) save_pair(file.path);
}

// Opens a picture after a notice, because reading a large picture takes a second.
void MatchControl::open(const std::filesystem::path& file, const std::filesystem::path& pair_file) {
    screen_.work.add({.notice = fmt::format("reading {} ...", name_of(file)), .run = [this, file, pair_file] {
                          try {
                              require_possible(why_impossible());
                              open_now(file, pair_file);
                              look_at_sky();
                          } catch (const UsageError& error) {
                              screen_.notices.hint(error.what());
                          } catch (const std::exception& error) {
                              screen_.notices.fail(in_words(error));
                          }
                      }});
}

void MatchControl::open_now(const std::filesystem::path& file, const std::filesystem::path& pair_file) {
    tools_.match.open(file, pair_file);
    editor_.take_tool(PlayTool::none);
    tools_.measure.choose(MeasureKind::none);
    const MatchPicture& picture = *tools_.match.picture();
    if (picture.pair_file().empty())
        screen_.notices.add("nuclei, ellipses and scale are a guess: drag the handles, and set the scale");
    else
        screen_.notices.add(fmt::format("read {} and {}", name_of(file), name_of(picture.pair_file())));
}

void MatchControl::read_pair(const std::filesystem::path& file) try {
    if (!tools_.match.picture()) throw UsageError(no_picture);
    tools_.match.read_pair(file);
    screen_.notices.add(fmt::format("read {}", name_of(file)));
} catch (const UsageError& error) {
    screen_.notices.hint(error.what());
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

void MatchControl::save_pair(const std::filesystem::path& file) try {
    tools_.match.picture()->write_pair(file);
    screen_.notices.add(fmt::format("wrote {}", file.string()));
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

void MatchControl::look_at_sky() {
    view_.camera.look_from(sky_camera(*tools_.match.picture(), tools_.match.placement(), viewport_.free_view()));
}

void MatchControl::place_at_galaxy() {
    const std::vector<Landmark>& galaxies = run_.loaded.galaxies();
    if (galaxies.empty()) return screen_.notices.hint("the centers of the galaxies are not known yet: try again");
    const auto followed = std::ranges::find(galaxies, view_.camera.followed(), &Landmark::name);
    tools_.match.place_at(followed == galaxies.end() ? galaxies.front().position : followed->position);
    look_at_sky();
}

}  // namespace milkomeda
