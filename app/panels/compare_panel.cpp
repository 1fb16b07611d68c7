// The Compare card, which starts and ends the comparison of two runs.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/ui/text_fit.hpp"
#include "app/ui/user_commands.hpp"

namespace milkomeda {

void compare_panel(Widgets& widgets, const UserCommand& command, PanelActions& actions) {
    const bool is_on = command.is_on();
    write_wrapped(is_on ? "The left run has exact forces, the right run has the forces chosen under Physics. The plot "
                          "shows the differences between the runs."
                        : "Starts a second run with exact forces at this time, and shows both runs side by side.");
    const std::string why_disabled = command.why_disabled();
    write_warning(why_disabled);
    if (!why_disabled.empty()) return;
    const std::string tooltip = command.detail + " ( " + command.keys + " )";
    if (widgets.button(is_on ? "End comparison###compare" : "Compare with exact forces###compare", tooltip.c_str()))
        actions.command = &command;
}

}  // namespace milkomeda
