#include "app/share/provenance.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/film/film_comment.hpp"
#include "app/options/shell_words.hpp"
#include "app/output/json_text.hpp"
#include "app/output/output_file.hpp"
#include "app/state/setting_json.hpp"
#include "data/base/hash.hpp"
#include "data/files/unused_name.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// Of what bodies begin as: a file may be another one by now, and a scene, too.
std::string bodies_hash(const Particles& particles) {
    std::uint64_t hash = hash_of_nothing;
    for (const auto* column : {&particles.positions, &particles.velocities})
        hash =
            hash_of({reinterpret_cast<const char*>(column->data()), column->size() * sizeof(Float4)}, hash);
    return hexadecimal(hash);
}

bool is_option(const std::string& word) {
    return word.size() > 1 && word.starts_with('-') && !(word[1] >= '0' && word[1] <= '9') && word[1] != '.';
}

// Without the options that `others` say, but for those that may be said many times.
std::vector<std::string> without(const std::vector<std::string>& words,
                                 const std::vector<std::string>& others) {
    std::vector<std::string> rest;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_said =
            is_option(words[i]) && words[i] != "--set" && std::ranges::find(others, words[i]) != others.end();
        if (!is_said) {
            rest.push_back(words[i]);
            continue;
        }
        if (i + 1 < words.size() && !is_option(words[i + 1])) ++i;
    }
    return rest;
}

}  // namespace

std::string provenance(const MadeOf& film) {
    Json json{{"program", program_version()},
              {"command", film.words},
              {"seed", film.seed},
              {"bodies", film.initial.particles.size()},
              {"start", film.start},
              {"start_hash", bodies_hash(film.initial.particles)},
              {"time", film.initial.particles.time},
              {"parameters", to_json(film.parameters)},
              {"solver", film.solver.name},
              {"kernel", film.solver.kernel},
              {"device", film.solver.device},
              {"scene", film.initial.scene_text}};
    if (film.script) json["frames"] = film.script->json();
    if (!film.without.empty()) json["without"] = film.without;
    if (!film.why_never.empty()) json["why_never"] = film.why_never;
    return json_line(json);
}

Again::Again(const std::filesystem::path& file) : file_{file} {
    const auto comment = comment_of(file);
    if (!comment || !comment->starts_with('{'))
        throw std::runtime_error(file.string() +
                                 " does not say how it was made: it is no film or picture of " +
                                 "this program, or somebody has taken its metadata away");
    std::string why_never;
    try {
        const Json json = parse_json(*comment);
        json_ = std::make_shared<const Json>(json);
        why_never = json.value("why_never", "");
        solver_ = {json.at("solver").get<std::string>(), json.at("kernel").get<std::string>(),
                   json.at("device").get<std::string>()};
        own_words();
        if (json.contains("frames")) frames_ = FilmScript::frames_of(json.at("frames"));
    } catch (const std::exception& error) {
        throw std::runtime_error(file.string() +
                                 ": what it says of itself makes no sense: " + json_fault(error));
    }
    if (!why_never.empty()) throw std::runtime_error(file.string() + " cannot be made again: " + why_never);
}

std::vector<std::string> Again::own_words() const {
    auto words = json_->at("command").get<std::vector<std::string>>();
    if (words.empty() || words.front() != "render") throw std::runtime_error("its command is none");
    if (const auto start = json_->at("start").get<std::string>(); !start.empty())
        words.insert(words.begin() + 1, beside(start).string());
    return words;
}

std::string Again::lacks() const {
    return json_->value("without", "");
}

std::string Again::start() const {
    return json_->at("start").get<std::string>();
}

std::filesystem::path Again::beside(const std::string& file) const {
    const std::filesystem::path name = std::filesystem::path{file}.filename();
    return file_.has_parent_path() ? file_.parent_path() / name : "." / name;
}

std::vector<std::string> Again::words(const std::vector<std::string>& command_line) {
    const auto at = std::ranges::find(command_line, "--again");
    const bool renders = command_line.size() > 1 && command_line[1] == "render";
    if (at == command_line.end() || !renders) return command_line;
    if (at + 1 == command_line.end()) throw UsageError("--again: which FILE?");
    const std::string file = *(at + 1);
    std::vector<std::string> others{command_line.begin() + 2, at};
    others.insert(others.end(), at + 2, command_line.end());
    if (std::ranges::any_of(others, [](const std::string& word) { return word == "--help" || word == "-h"; }))
        return command_line;
    const Again again{file};
    std::vector<std::string> words = without(again.own_words(), others);
    words.insert(words.begin(), command_line.front());
    words.insert(words.end(), others.begin(), others.end());
    words.insert(words.end(), {"--again", file});
    const auto says_output = [](const std::string& word) {
        return word.starts_with("-o") || word.starts_with("--output");
    };
    if (std::ranges::none_of(others, says_output))
        words.insert(words.end(), {"-o", unused_name(file).string()});
    return words;
}

std::string Again::difference(const InitialState& initial, const SavedSolver& solver) const {
    if (const auto version = json_->at("program").get<std::string>(); version != program_version())
        return "it was made by " + version + ", and this is " + program_version();
    if (start().empty() && json_->at("start_hash").get<std::string>() != bodies_hash(initial.particles))
        return "the bodies that it began with are others now";
    const auto words_of = [](const SavedSolver& said) {
        return said.name + (said.kernel.empty() ? "" : " " + said.kernel) + " on " + said.device;
    };
    if (!compute_alike(solver_, solver))
        return "it was computed by " + words_of(solver_) + ", and now is by " + words_of(solver);
    return {};
}

}  // namespace milkomeda
