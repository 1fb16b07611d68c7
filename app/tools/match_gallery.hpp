// Small pictures of the models that the search has found, as a part of the Match card.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/tools/match_search.hpp"
#include "app/ui/widgets.hpp"
#include "render/gl/gl.hpp"

namespace milkomeda {

class MatchGallery {
  public:
    // Draws the pictures of the models with their scores. A click selects a model.
    void draw(Widgets& widgets, const std::vector<FoundModel>& models);
    // Returns the index of the selected model; empty if no model is selected.
    std::optional<std::size_t> chosen() const { return chosen_; }
    // Returns the closest approach of the selected model in words.
    const std::string& facts() const { return facts_; }
    // Must be called when the models have changed. The selected model stays selected if it is among the models.
    void note_change(const std::vector<FoundModel>& models);

  private:
    void upload(const std::vector<FoundModel>& models);

    std::optional<GlTexture> pictures_;  // a row of pictures
    bool is_new_ = true;
    std::optional<std::size_t> chosen_;
    SearchPoint point_;  // of the selected model
    std::string facts_;  // about the selected model
};

}  // namespace milkomeda
