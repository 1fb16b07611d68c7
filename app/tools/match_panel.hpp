// The card of the picture to match.
#pragma once

#include "app/tools/match_tool.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Requests of the user from the card.
enum class MatchRequest {
    none,
    open_picture,
    open_pair,
    save_pair,
    sky_view,
    place_at_galaxy,
    start_search,
    continue_search,
    save_result,
    open_result,
    show_model,
    confirm_model,
    cancel_confirmation,
    open_confirmed
};

MatchRequest match_panel(Widgets& widgets, MatchTool& tool);

}  // namespace milkomeda
