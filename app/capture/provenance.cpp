#include "app/capture/provenance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/cli/program_version.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/io/video_comment.hpp"
#include "app/scene/setting_json.hpp"
#include "data/base/hash.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// Returns a hash of the initial positions and velocities. A different hash shows that the source has changed.
std::string bodies_hash(const ParticleSet& particles) {
    std::uint64_t hash = fnv_offset_basis;
    for (const auto* column : {&particles.positions, &particles.velocities})
        hash = hash_of({reinterpret_cast<const char*>(column->data()), column->size() * sizeof(Float4)}, hash);
    return hexadecimal(hash);
}

void append(std::vector<std::string>& words, const std::vector<ParsedOption>& said) {
    for (const ParsedOption& option : said)
        for (std::string& word : option.words()) words.push_back(std::move(word));
}

bool has(const std::vector<ParsedOption>& said, const std::string& name) {
    return std::ranges::find(said, name, &ParsedOption::name) != said.end();
}

// Removes the option --assets from `own`, the options stored in the file `file`: a file must not decide which kernels
// and shaders run on this machine. Logs a message, unless the command line has --assets (`is_said_otherwise`).
void leave_out_assets(std::vector<ParsedOption>& own, const std::string& file, bool is_said_otherwise) {
    constexpr const char* option = "--assets";
    const auto found = std::ranges::find(own, option, &ParsedOption::name);
    if (found == own.end()) return;
    if (!is_said_otherwise)
        log_info(fmt::format(
            "{} was made with {} {}. This option of the file is ignored for safety; to use the kernels and shaders of "
            "that folder, give the option on the command line",
            file, option, found->value.value_or("")));
    std::erase_if(own, [&](const ParsedOption& said) { return said.name == option; });
}

}  // namespace

std::string provenance(const MadeOf& output) {
    Json json{{"program", program_version()},
              {"command", output.words},
              {"seed", output.seed},
              {"bodies", output.initial.particles.size()},
              {"start", output.start},
              {"start_hash", bodies_hash(output.initial.particles)},
              {"time", output.initial.particles.time},
              {"parameters", to_json(output.parameters)},
              {"solver", output.solver.name},
              {"kernel", output.solver.kernel},
              {"device", output.solver.device},
              {"scene", output.initial.scene_text}};
    if (output.script) json["frames"] = output.script->json();
    if (!output.without.empty()) json["without"] = output.without;
    if (!output.why_never.empty()) json["why_never"] = output.why_never;
    return json_line(json);
}

RenderRecipe::RenderRecipe(const std::filesystem::path& file) : file_{file} {
    const auto comment = comment_of(file);
    if (!comment || !comment->starts_with('{'))
        throw std::runtime_error(fmt::format(
            "{} does not say how it was made: the file is not a video or picture of this program, or its metadata was "
            "removed",
            file.string()));
    std::string why_never;
    try {
        const Json json = parse_json(*comment);
        why_never = json.value("why_never", "");
        lacks_ = json.value("without", "");
        for (auto [key, text] :
             {std::pair{"program", &program_}, std::pair{"start", &start_}, std::pair{"start_hash", &start_hash_}})
            *text = json.at(key).get<std::string>();
        solver_ = {json.at("solver").get<std::string>(), json.at("kernel").get<std::string>(),
                   json.at("device").get<std::string>()};
        take_words(json.at("command").get<std::vector<std::string>>());
        if (json.contains("frames")) frames_ = VideoScript::frames_of(json.at("frames"));
    } catch (const std::exception& error) {
        throw std::runtime_error(fmt::format("{}: its metadata is invalid: {}", file.string(), json_fault(error)));
    }
    if (!why_never.empty())
        throw std::runtime_error(fmt::format("{} cannot be made again: {}", file.string(), why_never));
}

void RenderRecipe::take_words(const std::vector<std::string>& command) {
    words_ = parse_render_words(command);
    const auto render = std::ranges::find(words_, "render", &ParsedOption::name);
    if (render == words_.end()) throw std::runtime_error("its stored command is not a render command");
    words_.erase(render);
    std::erase_if(words_, [](const ParsedOption& said) { return said.name == "--output" || said.name == "--again"; });
    if (!start_.empty()) words_.insert(words_.begin(), {beside(start_).string(), {}});
}

void RenderRecipe::require_undecided(const std::vector<ParsedOption>& others) const {
    if (frames_.empty()) return;
    constexpr std::array undecided{"--output",      "--size",       "--fps",     "--detail",         "--device",
                                   "--interop",     "--solver",     "--kernel",  "--retune",         "--accuracy",
                                   "--bodies",      "--components", "--seed",    "--position-scale", "--velocity-scale",
                                   "--mass-scale",  "--units",      "--require", "--columns",        "--center",
                                   "--periodic",    "--set",        "--resume",  "--assets",         "--verbose",
                                   "--no-settings", "--version",    "--json"};
    for (const ParsedOption& said : others)
        if (!said.is_word() && std::ranges::find(undecided, said.name) == undecided.end())
            throw UsageError(fmt::format(
                "{} cannot be changed: {} stores each frame as the window showed it; -o, --size, --fps, --detail "
                "and --device can be changed",
                said.name, file_.string()));
}

std::filesystem::path RenderRecipe::beside(const std::string& file) const {
    const std::filesystem::path name = std::filesystem::path{file}.filename();
    return file_.has_parent_path() ? file_.parent_path() / name : "." / name;
}

std::filesystem::path RenderRecipe::unused_output() const {
    constexpr const char* notes = ".json";  // extension of the file that describes numbered pictures
    if (file_.extension() != notes) return unused_name(file_);
    std::filesystem::path pictures = file_;
    return unused_series(pictures.replace_extension() += "-%05d.png", notes);
}

std::vector<std::string> RenderRecipe::words(const std::vector<std::string>& command_line) {
    const auto asks = [](const std::string& word) { return word.starts_with("--again"); };
    if (std::ranges::none_of(command_line, asks)) return command_line;
    std::vector<ParsedOption> others = parse_render_words({command_line.begin() + 1, command_line.end()});
    const auto asked = std::ranges::find(others, "--again", &ParsedOption::name);
    if (asked == others.end() || !has(others, "render") || has(others, "--help")) return command_line;
    if (!asked->value) throw UsageError("--again needs a FILE: a video or picture of this program");
    const std::string file = *asked->value;
    others.erase(asked);
    others.erase(std::ranges::find(others, "render", &ParsedOption::name));
    const RenderRecipe again{file};
    again.require_undecided(others);
    std::vector<ParsedOption> own = again.words_;
    leave_out_assets(own, file, has(others, "--assets"));
    // Options of the command line replace stored options, except --set, which may be given several times.
    std::erase_if(own, [&](const ParsedOption& said) {
        return !said.is_word() && said.name != "--set" && has(others, said.name);
    });
    std::vector<std::string> words{command_line.front(), "render"};
    append(words, own);
    append(words, others);
    words.insert(words.end(), {"--again", file});
    if (!has(others, "--output")) words.insert(words.end(), {"-o", again.unused_output().string()});
    return words;
}

std::string RenderRecipe::difference(const SceneSetup& initial, const SavedSolver& solver) const {
    if (program_ != program_version())
        return fmt::format("the file was made by {}, and this program is {}", program_, program_version());
    if (start_.empty() && start_hash_ != bodies_hash(initial.particles))
        return "the initial bodies have changed since the file was made";
    const auto words_of = [](const SavedSolver& said) {
        return fmt::format("{}{}{} on {}", said.name, said.kernel.empty() ? "" : " ", said.kernel, said.device);
    };
    if (!compute_alike(solver_, solver))
        return fmt::format("the forces of the original were computed by {}, and the forces of the copy by {}",
                           words_of(solver_), words_of(solver));
    return {};
}

}  // namespace milkomeda
