// Small pictures of the models that the search has found, as a part of the Match card.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/match/match_search.hpp"
#include "app/ui/widgets.hpp"
#include "render/gl/gl.hpp"

namespace milkomeda {

class MatchGallery {
  public:
    // Draws the pictures of the models with their scores. A click selects a model, whose number chosen() returns.
    void draw(Widgets& widgets, const std::vector<FoundModel>& models);
    std::optional<std::size_t> chosen() const { return chosen_; }
    void choose(std::optional<std::size_t> model) { chosen_ = model; }
    void note_change() { is_new_ = true; }  // must be called when the models have changed

  private:
    void upload(const std::vector<FoundModel>& models);

    std::optional<GlTexture> pictures_;  // a row of pictures
    bool is_new_ = true;
    std::optional<std::size_t> chosen_;
};

}  // namespace milkomeda
