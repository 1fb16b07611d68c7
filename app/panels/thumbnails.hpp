// Small pictures of scenes and pairs of galaxies for the gallery, stored in the user's cache folder. While the gallery
// is open, child processes of lowest priority draw missing pictures one after another. A change of the scene file or of
// the program version makes a new picture necessary.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panels/scene_cards.hpp"
#include "data/system/child_process.hpp"
#include "render/gl/texture.hpp"

namespace milkomeda {

inline constexpr int thumbnail_width = 320, thumbnail_height = 180;

struct ThumbnailOptions {
    std::string devices;           // value of --device; may be empty
    std::filesystem::path assets;  // value of --assets; may be empty
    bool writes_cache = true;      // false: draws no pictures, because pictures must not be stored
};

// Returns the arguments of the program command that draws the picture of `card`, without the program's name and the
// output file.
std::vector<std::string> thumbnail_command(const SceneCard& card, const ThumbnailOptions& options);

// Returns the file name for SceneCard::picture, such as "mice-0123456789abcdef.png". The name contains a hash
// of everything that the picture depends on.
std::string thumbnail_name(const SceneCard& card, const ThumbnailOptions& options);

class Thumbnails {
  public:
    // Without a cache folder, or with --no-settings, no pictures are drawn.
    explicit Thumbnails(const ThumbnailOptions& options);

    // Loads one finished picture, or starts to draw the next missing picture, beginning with the selected card, whose
    // index is `chosen`. Stops to draw the picture of a card that is not among `cards`. Must be called once a frame
    // while the gallery is open.
    void advance(std::span<const SceneCard> cards, std::size_t chosen);
    void rest();  // stops drawing pictures; must be called when the gallery is closed

    bool is_busy() const { return is_busy_; }  // true while pictures are being drawn or loaded

    // Returns the picture of a card, or null if the picture is missing; words() then returns the reason.
    const PictureTexture* find(const SceneCard& card) const;
    std::string words(const SceneCard& card) const;

  private:
    std::filesystem::path file_of(const SceneCard& card) const { return *folder_ / card.picture; }
    bool take_in(const SceneCard& card);
    void begin(const SceneCard& card);
    void end();

    ThumbnailOptions options_;
    std::optional<std::filesystem::path> folder_;
    std::map<std::string, PictureTexture> pictures_;  // loaded pictures by file name
    std::map<std::string, std::string> troubles_;     // reasons why pictures are missing, by file name
    struct Drawing {
        Drawing(const SceneCard& shown, std::vector<std::string> command) : card{shown}, process{std::move(command)} {}
        SceneCard card;
        ChildProcess process;
    };
    std::optional<Drawing> drawing_;
    bool is_busy_ = false;
};

}  // namespace milkomeda
