// Small pictures of scenes, each drawn once by this program itself: by a process of the lowest priority, one
// after another, only while somebody looks. They are kept in the user's cache folder; another text of the
// scene, or another version of the program, makes another one.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/system/child_process.hpp"
#include "app/panels/scene_cards.hpp"
#include "render/gl/texture.hpp"

namespace milkomeda {

inline constexpr int thumbnail_width = 320, thumbnail_height = 180;

struct ThumbnailOptions {
    std::string devices;           // value of --device; may be empty
    std::filesystem::path assets;  // value of --assets; may be empty
    bool writes_cache = true;      // without a cache no pictures are made
};

// Returns the words of the command that draws the card's picture, without the program's name and the output.
std::vector<std::string> thumbnail_command(const SceneCard& card, const ThumbnailOptions& options);

// For SceneCard::picture: "mice-0123456789abcdef.png", after all that the picture depends on.
std::string thumbnail_name(const SceneCard& card, const ThumbnailOptions& options);

class Thumbnails {
  public:
    explicit Thumbnails(const ThumbnailOptions& options);

    // Once a frame while somebody looks: takes in one picture that is there, or has the next one drawn; that
    // of the chosen card before all others.
    void advance(std::span<const SceneCard> cards, std::size_t chosen);
    void rest();  // nobody does: the one that is being drawn is given up

    bool is_busy() const { return is_busy_; }  // pictures are to come

    // Null while there is none; words() says why.
    const PictureTexture* find(const SceneCard& card) const;
    std::string words(const SceneCard& card) const;

  private:
    std::filesystem::path file_of(const SceneCard& card) const { return *folder_ / card.picture; }
    bool take_in(const SceneCard& card);
    void begin(const SceneCard& card);
    void end();

    ThumbnailOptions options_;
    std::optional<std::filesystem::path> folder_;
    std::map<std::string, PictureTexture> pictures_;  // by their files' names
    std::map<std::string, std::string> troubles_;     // the same
    struct Drawing {
        Drawing(const SceneCard& shown, std::vector<std::string> command)
            : card{shown}, process{std::move(command)} {}
        SceneCard card;
        ChildProcess process;
    };
    std::optional<Drawing> drawing_;
    bool is_busy_ = false;
};

}  // namespace milkomeda
