#include "app/shell/match_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/scene_draft.hpp"
#include "data/files/small_file.hpp"
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
    p_.tools.match.rigid_galaxies = options.scene.rigid_galaxies.value_or(RigidGalaxy::archive);
    if (options.picture_to_match.empty()) return;
    open_now(std::make_shared<MatchPicture>(options.picture_to_match, options.pair));
    // The free part of the picture is known after the first frame.
    p_.screen.work.add(
        {.notice = fmt::format("showing {} ...", name_of(options.picture_to_match)), .run = [this] { look_at_sky(); }});
}

bool MatchControl::take_file(const std::filesystem::path& file) {
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
    if (is_match_result(file))
        open_result(file);
    else if (is_picture_file(file))
        open(file);
    else
        return false;
    return true;
}

void MatchControl::perform(MatchRequest request) {
    follow_loaded_model();
    show_opened_result();
    confirmation_.advance();
    MatchTool& tool = p_.tools.match;
    const MatchPicture* const picture = tool.picture();
    const std::filesystem::path file = picture ? picture->file() : "";
    FileDialog& files = p_.panels.files();
    switch (request) {
        case MatchRequest::none:
            return;
        case MatchRequest::open_picture:
            return files.ask(FilePurpose::picture, file);
        case MatchRequest::open_pair:
            return files.ask(FilePurpose::pair, file);
        case MatchRequest::save_pair:
            return files.ask(FilePurpose::save_pair,
                             picture->pair_file().empty() ? file_beside_picture(".pair") : picture->pair_file());
        case MatchRequest::sky_view:
            return look_at_sky();
        case MatchRequest::place_at_galaxy:
            return place_at_galaxy();
        case MatchRequest::start_search:
            return report([&] { tool.search.start(search_task()); });
        case MatchRequest::continue_search:
            return report([&] { tool.search.go_on(search_task()); });
        case MatchRequest::save_result:
            return files.ask(FilePurpose::save_result, file_beside_picture("-match.toml"));
        case MatchRequest::open_result:
            return files.ask(FilePurpose::result, file);
        case MatchRequest::show_model:
            return show_model();
        case MatchRequest::confirm_model:
            return files.ask(FilePurpose::save_confirmed, file_beside_picture("-live.toml"));
        case MatchRequest::cancel_confirmation:
            return confirmation_.cancel();
        case MatchRequest::open_confirmed:
            return load_at_present(tool.confirming.result->scene.string(), tool.confirming.result->bodies);
    }
}

void MatchControl::perform(const ChosenFile& file) {
    if (file.purpose == FilePurpose::picture) open(file.path);
    if (file.purpose == FilePurpose::pair) read_pair(file.path);
    if (file.purpose == FilePurpose::save_pair) save_pair(file.path);
    if (file.purpose == FilePurpose::result) open_result(file.path);
    if (file.purpose == FilePurpose::save_result) report([&] { save_result(file.path); });
    const auto chosen = p_.tools.match.gallery.chosen();
    if (file.purpose == FilePurpose::save_confirmed && chosen)
        report([&] { confirmation_.start(search_result(), *chosen, file.path); });
}

// Returns a name beside the picture: NAME-match.toml for NAME.png and the ending "-match.toml".
std::filesystem::path MatchControl::file_beside_picture(const char* ending) const {
    std::filesystem::path file = p_.tools.match.picture()->file();
    return file.replace_filename(file.stem().string() + ending);
}

// Carries out an action, and shows its error as a notice.
void MatchControl::report(const std::function<void()>& action) try { action(); } catch (const UsageError& error) {
    p_.screen.notices.hint(error.what());
} catch (const std::exception& error) {
    p_.screen.notices.fail(in_words(error));
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
                            report([&] {
                                require_possible(why_impossible());
                                open_now(read());
                                look_at_sky();
                            });
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

void MatchControl::read_pair(const std::filesystem::path& file) {
    report([&] {
        if (!p_.tools.match.picture()) throw UsageError(no_picture);
        p_.tools.match.read_pair(file);
        p_.screen.notices.add(fmt::format("read {}", name_of(file)));
    });
}

void MatchControl::save_pair(const std::filesystem::path& file) {
    report([&] {
        p_.tools.match.picture()->write_pair(file);
        p_.screen.notices.add(fmt::format("wrote {}", file.string()));
    });
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

SearchTask MatchControl::search_task() const {
    const MatchPicture& picture = *p_.tools.match.picture();
    const PreparedPicture& prepared = picture.prepared();
    const auto& device = p_.run.device_context.device;
    if (!device) throw UsageError("the search needs an OpenCL device: choose a device in the Device drawer");
    if (!picture.is_prepared()) throw UsageError("the picture is being prepared: try again");
    if (!prepared.target) throw UsageError(prepared.fault);
    ObservedPair pair = picture.marks().pair;
    if (!pair.has_ranges) set_own_ranges(pair);
    return {pair, *prepared.target, *device, p_.tools.match.rigid_galaxies};
}

MatchResult MatchControl::search_result() const {
    const MatchPicture& picture = *p_.tools.match.picture();
    const SearchState& state = p_.tools.match.search.state();
    std::error_code ignored;
    // Pairs that the program has guessed have no name of their own.
    const ObservedPair& pair = picture.marks().pair;
    const bool has_name = !pair.name.empty() && pair.name != pair.galaxies[0].name;
    return {.picture = std::filesystem::absolute(picture.file(), ignored),
            .pair_file = {},
            .name = has_name ? pair.name : picture.file().stem().string(),
            .velocity_difference = velocity_difference(pair),
            .rigid_galaxies = p_.tools.match.search.rigid_galaxies(),
            .encounters = state.encounters,
            .seconds = state.seconds,
            .end = SearchEnd::stopped,
            .models = state.models};
}

// Writes the result, and beside it the state of the search and the marks of the picture.
void MatchControl::save_result(const std::filesystem::path& file) {
    MatchTool& tool = p_.tools.match;
    MatchResult result = search_result();
    result.pair_file = std::filesystem::path{file}.replace_extension(".pair");
    tool.picture()->write_pair(result.pair_file);
    write_small_file(search_file_beside(file), tool.search.save());
    write_small_file(file, match_toml(match_json(result)));
    p_.screen.notices.add(fmt::format("wrote {}, and the state and the marks beside it", file.string()));
}

// Opens a result and its picture after a notice. show_opened_result() shows the models when the picture is prepared.
void MatchControl::open_result(const std::filesystem::path& file) {
    p_.screen.work.add({.notice = fmt::format("reading {} ...", name_of(file)), .run = [this, file] {
                            report([&] {
                                require_possible(why_impossible());
                                StoredSearch stored = read_stored_search(file);
                                if (!stored.picture.empty()) {
                                    open_now(std::make_shared<MatchPicture>(stored.picture, stored.pair_file));
                                    look_at_sky();
                                } else if (!p_.tools.match.picture()) {
                                    throw UsageError(
                                        "the picture of the result does not exist: open the picture first");
                                }
                                opened_ = std::move(stored);
                            });
                        }});
}

void MatchControl::show_opened_result() {
    const MatchPicture* const picture = p_.tools.match.picture();
    if (!opened_ || (picture && !picture->is_prepared())) return;
    const StoredSearch stored = *std::exchange(opened_, std::nullopt);
    if (!picture) return;
    report([&] {
        p_.tools.match.rigid_galaxies = stored.rigid_galaxies;
        p_.tools.match.search.restore(search_task(), stored);
        p_.screen.notices.add("opened the result: \"Continue\" goes on with the search");
    });
}

void MatchControl::show_model() {
    const MatchTool& tool = p_.tools.match;
    const EncounterParameters& encounter = tool.search.state().models[*tool.gallery.chosen()].encounter;
    load_at_present(source_of(encounter), {});
}

// Loads an encounter or a scene with live galaxies; follow_loaded_model() then shows its present. `bodies`: the number
// of bodies of a confirmed run; otherwise the device determines the number.
void MatchControl::load_at_present(const std::string& source, std::optional<std::size_t> bodies) {
    SceneOptions options = with_source(p_.run.options.scene, source);
    options.settings.clear();  // the settings of another scene
    options.selection.bodies = bodies;
    p_.loader.load_at_rest(options);
    awaited_ = source;
}

// Shows the present of a model that was loaded since the last frame, under the picture. Live galaxies must be computed
// up to the present.
void MatchControl::follow_loaded_model() {
    if (awaited_.empty() || p_.run.options.scene.source != awaited_) return;
    const bool is_restricted = is_encounter(std::exchange(awaited_, ""));
    if (is_restricted)
        p_.control.show(0);
    else
        p_.control.head_for(p_.run.loaded.initial().famous_time);
    if (!p_.tools.match.picture()) return;
    p_.tools.match.place_at(glm::vec3{0});
    look_at_sky();
}

}  // namespace milkomeda
