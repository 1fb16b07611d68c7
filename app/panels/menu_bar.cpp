#include "app/panels/menu_bar.hpp"

#include <imgui.h>

namespace milkomeda {
namespace {

// Returns the width of all menu titles beside each other.
float width_of_menus() {
    float width = 0;
    for (const std::string_view name : names<Menu>)
        width += ImGui::CalcTextSize(name.data()).x + 2 * ImGui::GetStyle().ItemSpacing.x;
    return width;
}

}  // namespace

float MenuBar::height() { return ImGui::GetFrameHeight(); }

const UserCommand* MenuBar::draw(Widgets& widgets, std::span<const UserCommand> commands) {
    chosen_ = nullptr;
    open_ = false;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    const bool begun = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (begun) {
        widgets.begin_panel("Menu");
        // A window that is too narrow for the menu titles has a single menu "Menu" that contains all menus.
        narrow_ = width_of_menus() > ImGui::GetContentRegionAvail().x;
        if (!narrow_) {
            menus(widgets, commands);
        } else if (widgets.begin_menu("Menu")) {
            open_ = true;
            folded_menus(widgets, commands);
            if (closing_) ImGui::CloseCurrentPopup();
            ImGui::EndMenu();
        }
        ImGui::EndMainMenuBar();
    }
    closing_ = false;
    return chosen_;
}

void MenuBar::menus(Widgets& widgets, std::span<const UserCommand> commands) {
    for (std::size_t i = 0; i < names<Menu>.size(); ++i) {
        if (!widgets.begin_menu(names<Menu>[i].data())) continue;
        open_ = true;
        entries(widgets, commands, static_cast<Menu>(i));
        if (closing_) ImGui::CloseCurrentPopup();
        ImGui::EndMenu();
    }
}

// Lists the menu titles below each other; the entries of the unfolded menu follow its title.
void MenuBar::folded_menus(Widgets& widgets, std::span<const UserCommand> commands) {
    if (ImGui::IsWindowAppearing()) unfolded_.reset();
    for (std::size_t i = 0; i < names<Menu>.size(); ++i) {
        const Menu menu = static_cast<Menu>(i);
        if (widgets.fold(name_of(menu).data(), unfolded_ == menu))
            unfolded_ = unfolded_ == menu ? std::nullopt : std::optional{menu};
        if (unfolded_ != menu) continue;
        ImGui::Indent();
        entries(widgets, commands, menu);
        ImGui::Unindent();
    }
}

void MenuBar::entries(Widgets& widgets, std::span<const UserCommand> commands, Menu menu) {
    for (const UserCommand& command : commands) {
        if (command.menu != menu) continue;
        if (command.list)
            list(widgets, command);
        else if (command.act)
            entry(widgets, command);
    }
}

void MenuBar::entry(Widgets& widgets, const UserCommand& command) {
    const bool on = command.is_on && command.is_on();
    const std::string why_disabled = command.why_disabled ? command.why_disabled() : "";
    const std::string& tooltip = why_disabled.empty() ? command.detail : why_disabled;
    const bool can_be_chosen = command.act && why_disabled.empty();
    std::string label = command.title;
    if (command.subject && !narrow_) label += ' ' + command.subject() + "###" + command.title;
    if (widgets.menu_entry(label.c_str(), command.keys.c_str(), on, tooltip.c_str(), can_be_chosen)) chosen_ = &command;
}

void MenuBar::list(Widgets& widgets, const UserCommand& command) {
    if (!widgets.begin_menu(command.title.c_str())) return;
    listed_ = command.list();
    for (const UserCommand& each : listed_) entry(widgets, each);
    if (closing_) ImGui::CloseCurrentPopup();
    ImGui::EndMenu();
}

}  // namespace milkomeda
