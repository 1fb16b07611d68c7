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

#include "app/panels/scene_cards.hpp"
#include "app/cli/options.hpp"
#include "data/system/child_process.hpp"
#include "render/gl/texture.hpp"

namespace milkomeda {

inline constexpr int thumbnail_width = 320, thumbnail_height = 180;

// The command that draws it, but for the program and the file.
std::vector<std::string> thumbnail_command(const SceneCard& card, const Options& options);

// For SceneCard::picture: "mice-0123456789abcdef.png", after all that the picture depends on.
std::string thumbnail_name(const SceneCard& card, const Options& options);

class Thumbnails {
  public:
    // Without --no-settings.
    explicit Thumbnails(const Options& options);

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

    Options options_;
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
