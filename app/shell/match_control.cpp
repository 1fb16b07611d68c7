#include "app/shell/match_control.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/usage_error.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/scene_draft.hpp"
#include "data/lesson/lesson_files.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_picture = "no picture is open: open a picture with \"Picture to match...\" in the File menu";

std::string name_of(const std::filesystem::path& file) { return file.filename().string(); }

}  // namespace

void MatchControl::register_commands(CommandRegistry& registry) {
    const auto needs_picture = [this] { return std::string{p_.tools.match.picture() ? why_impossible() : no_picture}; };
    registry.add(
        {Menu::file, 27, "Picture to match...", "",
         "opens a photograph of two galaxies (PNG, JPEG or FITS) over the model"},
        {.act = [this] { perform(MatchRequest::open_picture); }, .why_disabled = [this] { return why_impossible(); }});
    registry.add({Menu::view, 116, "Match a picture", "",
                  "marks the galaxies of a photograph, and shows the photograph over or under the model"},
                 {.act = [this] { toggle(); },
                  .is_on = [this] { return p_.tools.match.is_on(); },
                  .says = no_notice,
                  .why_disabled = [this] { return p_.tools.match.is_on() ? "" : why_impossible(); }});
    registry.add({Menu::view, 117, "Sky view of the picture", "", "looks at the picture as the observer does"},
                 {.act = [this] { look_at_sky(); }, .why_disabled = needs_picture});
    registry.add({Menu::view, 118, "Blink", "", "shows the picture and the model in turn, for 0.7 s each"},
                 {.act = [this] { p_.tools.match.overlay.look.blinks ^= true; },
                  .is_on = [this] { return p_.tools.match.overlay.look.blinks; },
                  .why_disabled = needs_picture});
    registry.add({Menu::view, 119, "Picture alone", "hold a", "shows the picture to match without the model"});
}

std::string MatchControl::why_impossible() const {
    if (p_.run.source().box()) return "a picture cannot be compared with a mixed box, whose lengths have no unit";
    return p_.view.split.is_asked_for() ? "no picture can be shown over two runs: end the comparison" : "";
}

void MatchControl::toggle() {
    p_.editor.take_tool(PlayTool::none);
    p_.tools.measure.choose(MeasureKind::none);
    p_.tools.match.toggle();
}

void MatchControl::begin(const ViewOptions& options) {
    if (options.picture_to_match.empty()) return;
    open_now(std::make_shared<MatchPicture>(options.picture_to_match, options.pair));
    // The free part of the picture is known after the first frame.
    p_.screen.work.add(
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
    follow_loaded_model();
    const MatchPicture* const picture = p_.tools.match.picture();
    const std::filesystem::path file = picture ? picture->file() : "";
    switch (request) {
        case MatchRequest::none:
            return;
        case MatchRequest::open_picture:
            return p_.panels.files().ask(FilePurpose::picture, file);
        case MatchRequest::open_pair:
            return p_.panels.files().ask(FilePurpose::pair, file);
        case MatchRequest::save_pair: {
            std::filesystem::path pair = picture->pair_file();
            if (pair.empty()) pair = std::filesystem::path{file}.replace_extension(".pair");
            return p_.panels.files().ask(FilePurpose::save_pair, pair);
        }
        case MatchRequest::sky_view:
            return look_at_sky();
        case MatchRequest::place_at_galaxy:
            return place_at_galaxy();
        case MatchRequest::start_search:
            return start_search();
        case MatchRequest::show_model:
            return show_model();
    }
}

void MatchControl::perform(const ChosenFile& file) {
    if (file.purpose == FilePurpose::picture) open(file.path);
    if (file.purpose == FilePurpose::pair) read_pair(file.path);
    if (file.purpose == FilePurpose::save_pair) save_pair(file.path);
}

void MatchControl::open(const std::filesystem::path& file, const std::filesystem::path& pair_file) {
    open_after_notice(file, [file, pair_file] { return std::make_shared<MatchPicture>(file, pair_file); });
}

void MatchControl::open_for_lesson(const std::string& file) {
    if (!is_built_in(file)) return open(file);
    open_after_notice(file, [this, file] { return std::make_shared<MatchPicture>(file, p_.run.assets); });
}

// Opens a picture after a notice, because reading a large picture takes a second.
void MatchControl::open_after_notice(const std::filesystem::path& file,
                                     std::function<std::shared_ptr<MatchPicture>()> read) {
    p_.screen.work.add({.notice = fmt::format("reading {} ...", name_of(file)), .run = [this, read = std::move(read)] {
                            try {
                                require_possible(why_impossible());
                                open_now(read());
                                look_at_sky();
                            } catch (const UsageError& error) {
                                p_.screen.notices.hint(error.what());
                            } catch (const std::exception& error) {
                                p_.screen.notices.fail(in_words(error));
                            }
                        }});
}

void MatchControl::open_now(std::shared_ptr<MatchPicture> opened) {
    p_.tools.match.open(std::move(opened));
    p_.editor.take_tool(PlayTool::none);
    p_.tools.measure.choose(MeasureKind::none);
    const MatchPicture& picture = *p_.tools.match.picture();
    if (picture.pair_file().empty())
        p_.screen.notices.add("nuclei, ellipses and scale are a guess: drag the handles, and set the scale");
    else
        p_.screen.notices.add(fmt::format("read {} and {}", name_of(picture.file()), name_of(picture.pair_file())));
}

void MatchControl::read_pair(const std::filesystem::path& file) try {
    if (!p_.tools.match.picture()) throw UsageError(no_picture);
    p_.tools.match.read_pair(file);
    p_.screen.notices.add(fmt::format("read {}", name_of(file)));
} catch (const UsageError& error) {
    p_.screen.notices.hint(error.what());
} catch (const std::exception& error) {
    p_.screen.notices.fail(in_words(error));
}

void MatchControl::save_pair(const std::filesystem::path& file) try {
    p_.tools.match.picture()->write_pair(file);
    p_.screen.notices.add(fmt::format("wrote {}", file.string()));
} catch (const std::exception& error) {
    p_.screen.notices.fail(in_words(error));
}

void MatchControl::look_at_sky() {
    p_.view.camera.look_from(
        sky_camera(*p_.tools.match.picture(), p_.tools.match.placement(), p_.viewport.free_view()));
}

void MatchControl::place_at_galaxy() {
    const std::vector<Landmark>& galaxies = p_.run.loaded.galaxies();
    if (galaxies.empty()) return p_.screen.notices.hint("the centers of the galaxies are not known yet: try again");
    const auto followed = std::ranges::find(galaxies, p_.view.camera.followed(), &Landmark::name);
    p_.tools.match.place_at(followed == galaxies.end() ? galaxies.front().position : followed->position);
    look_at_sky();
}

void MatchControl::start_search() try {
    const MatchPicture& picture = *p_.tools.match.picture();
    const PreparedPicture& prepared = picture.prepared();
    const auto& device = p_.run.device_context.device;
    if (!device) throw UsageError("the search needs an OpenCL device: choose a device in the Device drawer");
    if (!prepared.target)
        throw UsageError(prepared.fault.empty() ? "the picture is being prepared: try again" : prepared.fault);
    ObservedPair pair = picture.marks().pair;
    if (!pair.has_ranges) set_own_ranges(pair);
    p_.tools.match.search.start(pair, *prepared.target, *device);
} catch (const UsageError& error) {
    p_.screen.notices.hint(error.what());
} catch (const std::exception& error) {
    p_.screen.notices.fail(in_words(error));
}

// Loads the encounter of the chosen model; follow_loaded_model() then shows its present.
void MatchControl::show_model() {
    MatchTool& tool = p_.tools.match;
    EncounterParameters encounter = tool.search.state().models[*tool.gallery.chosen()].encounter;
    const std::string source = std::string{encounter_prefix} + spam_line(encounter);
    SceneOptions options = with_source(p_.run.options.scene, source);
    options.settings.clear();  // the settings of another scene
    p_.loader.load_at_rest(options);
    awaited_ = source;
}

// Shows the present of a model that was loaded since the last frame, under the picture.
void MatchControl::follow_loaded_model() {
    if (awaited_.empty() || p_.run.options.scene.source != awaited_) return;
    awaited_.clear();
    if (!p_.tools.match.picture()) return;
    p_.control.show(0);
    p_.tools.match.place_at(glm::vec3{0});
    look_at_sky();
}

}  // namespace milkomeda
