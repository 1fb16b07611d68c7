// The gallery over the picture: scenes and published models of pairs of galaxies as cards with pictures. A click on a
// card loads its scene or model.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panels/scene_cards.hpp"
#include "app/panels/thumbnails.hpp"
#include "app/ui/widgets.hpp"

struct ImVec2;

namespace milkomeda {

inline constexpr const char* gallery_title = "Gallery";

class Gallery {
  public:
    Gallery(const ThumbnailOptions& options, const Assets& assets);

    bool is_open() const { return open_; }
    void open(const std::string& loaded);  // opens the gallery and selects the card of the loaded source
    void close();

    // Draws the gallery between the bars at the top and bottom, whose heights are `above` and `below`. If the
    // user chooses a card, closes the gallery and returns the source of the card.
    std::optional<std::string> draw(Widgets& widgets, float above, float below, const std::string& loaded);

    // State of the gallery that --trace prints.
    bool shows_pairs() const { return chosen_ >= pairs_; }
    std::span<const SceneCard> cards() const;  // cards of the shown section
    const Thumbnails& thumbnails() const { return thumbnails_; }
    std::string chosen() const { return cards_.empty() ? "" : cards_[chosen_].source; }

  private:
    void draw_sections(Widgets& widgets);
    void draw_cards(Widgets& widgets, std::size_t columns, const std::string& loaded,
                    std::optional<std::string>& picked);
    std::size_t first_card() const { return shows_pairs() ? pairs_ : 0; }            // of the shown section
    std::size_t end_card() const { return shows_pairs() ? cards_.size() : pairs_; }  // of the shown section
    void choose(std::size_t card);
    float row_height(std::size_t first, std::size_t count, float width) const;
    std::size_t columns_in(const ImVec2& room) const;
    bool take_keys(std::size_t columns);
    bool card(Widgets& widgets, std::size_t index, float height, const std::string& loaded);

    ThumbnailOptions options_;
    const Assets& assets_;
    Thumbnails thumbnails_;
    bool open_ = false;
    bool has_moved_ = false;  // true: the selected card must be scrolled into view; set by open() and by arrow keys
    std::vector<SceneCard> cards_;  // scenes, then pairs
    std::size_t pairs_ = 0;         // index of the first pair
    std::size_t chosen_ = 0;        // selected card; its section is shown
};

}  // namespace milkomeda
