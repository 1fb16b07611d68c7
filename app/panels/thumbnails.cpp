#include "app/panels/thumbnails.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/program_version.hpp"
#include "app/io/log.hpp"
#include "app/io/user_folders.hpp"
#include "app/scene/encounter_source.hpp"
#include "data/base/hash.hpp"
#include "data/files/small_file.hpp"
#include "data/system/this_process.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Field of view in radians that fills the small picture of a pair; the published pictures have wide margins.
constexpr const char* pair_camera = "fov=0.9";

// Returns the model of a pair of galaxies; empty for scenes.
std::string model_of(const SceneCard& card) {
    return is_encounter(card.source) ? card.source.substr(std::string_view{encounter_prefix}.size()) : "";
}

std::string stem_of(const SceneCard& card) {
    const std::string model = model_of(card), stem = model.empty() ? fs::path{card.source}.stem().string() : model;
    return card.preset.empty() ? stem : stem + '-' + card.preset;
}

// Removes pictures of the scene's earlier versions, whose names are `stem` with a different hash.
void remove_older(const fs::path& file, const std::string& stem) {
    constexpr std::size_t hash_and_ending = 1 + 16 + 4;
    std::error_code error;
    for (fs::directory_iterator entry{file.parent_path(), error}, end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const bool is_alike =
            name.size() == stem.size() + hash_and_ending && name.starts_with(stem + '-') && name.ends_with(".png");
        if (is_alike && name != file.filename()) fs::remove(entry->path(), error);
    }
}

}  // namespace

// Returns a command with few bodies and large timesteps, which draws the picture in a few seconds.
std::vector<std::string> thumbnail_command(const SceneCard& card, const ThumbnailOptions& options) {
    const std::string size = fmt::format("{}x{}", thumbnail_width, thumbnail_height);
    std::vector<std::string> command{"render"};
    if (const std::string model = model_of(card); !model.empty())
        command.insert(command.end(), {"--spam", model, "--camera", pair_camera});
    else
        command.push_back(card.source);
    command.insert(command.end(), {"--size", size, "--at", short_number(card.picture_time)});
    for (const char* word :
         {"--bodies", "2048", "--softening", "0.15", "--dt", "0.06", "--solver", "direct", "--show", "none"})
        command.emplace_back(word);
    if (!card.preset.empty()) command.insert(command.end(), {"--preset", card.preset});
    if (!options.assets.empty()) command.insert(command.end(), {"--assets", options.assets.string()});
    if (!options.devices.empty()) command.insert(command.end(), {"--device", options.devices});
    return command;
}

std::string thumbnail_name(const SceneCard& card, const ThumbnailOptions& options) {
    std::uint64_t hash = hash_of(card.text, hash_of(program_version()));
    for (const std::string& word : thumbnail_command(card, options)) hash = hash_of(word + '\n', hash);
    return stem_of(card) + '-' + hexadecimal(hash) + ".png";
}

Thumbnails::Thumbnails(const ThumbnailOptions& options) : options_{options} {
    if (const auto cache = options.writes_cache ? cache_folder() : std::nullopt) folder_ = *cache / "thumbnails";
}

void Thumbnails::advance(std::span<const SceneCard> cards, std::size_t chosen) {
    if (!folder_ || cards.empty()) return;
    end();
    const bool is_shown = drawing_ && std::ranges::count(cards, drawing_->card.picture, &SceneCard::picture) > 0;
    if (!is_shown) drawing_.reset();
    for (std::size_t i = 0; i <= cards.size(); ++i) {
        const SceneCard& card = cards[i == 0 ? chosen : i - 1];
        if (!card.trouble.empty() || find(card) || troubles_.contains(card.picture)) continue;
        is_busy_ = take_in(card);
        if (is_busy_) return;  // loads at most one picture per frame
        if (!drawing_) begin(card);
    }
    is_busy_ = drawing_.has_value();
}

void Thumbnails::rest() {
    drawing_.reset();
    is_busy_ = false;
}

// Loads a finished picture. Returns false if its file does not exist yet or is invalid.
bool Thumbnails::take_in(const SceneCard& card) try {
    const fs::path file = file_of(card);
    const auto content = read_small_file(file);
    if (!content) return false;
    pictures_[card.picture] = picture_texture(file.string(), *content);
    remove_older(file, stem_of(card));
    return true;
    // An invalid file, for example from a full disk, is removed, so that the picture is drawn again.
} catch (const std::exception& error) {
    log_warning(error.what());
    std::error_code ignored;
    if (!fs::remove(file_of(card), ignored)) troubles_[card.picture] = error.what();
    return false;
}

void Thumbnails::begin(const SceneCard& card) try {
    fs::create_directories(*folder_);
    std::vector<std::string> command = thumbnail_command(card, options_);
    command.insert(command.begin(), executable_path().string());
    command.insert(command.end(), {"-o", file_of(card).string()});
    drawing_.emplace(card, background_command(std::move(command)));
} catch (const fs::filesystem_error& error) {
    const std::string reason = error.path1().string() + ": " + error.code().message();
    troubles_[card.picture] = reason;
    log_warning(fmt::format("the picture of scene {} cannot be drawn: {}", card.source, reason));
}

// If the child process has ended, releases the process. If the process has not written its picture, stores an error
// message for the card.
void Thumbnails::end() {
    if (!drawing_ || !drawing_->process.ended()) return;
    std::error_code ignored;
    if (!fs::exists(file_of(drawing_->card), ignored)) {
        troubles_[drawing_->card.picture] = "the program that draws the picture failed";
        log_warning(fmt::format("the picture of scene {} was not drawn; this command shows the reason: milkomeda {}",
                                drawing_->card.source, join(thumbnail_command(drawing_->card, options_), {}, " ")));
    }
    drawing_.reset();
}

const PictureTexture* Thumbnails::find(const SceneCard& card) const {
    const auto found = pictures_.find(card.picture);
    return found == pictures_.end() ? nullptr : &found->second;
}

std::string Thumbnails::words(const SceneCard& card) const {
    if (!folder_) return "no picture: no cache folder (HOME is not set, or --no-settings is given)";
    const auto trouble = troubles_.find(card.picture);
    if (trouble != troubles_.end()) return "no picture: " + trouble->second;
    return drawing_ && drawing_->card.picture == card.picture ? "picture is being drawn" : "picture is not drawn yet";
}

}  // namespace milkomeda
