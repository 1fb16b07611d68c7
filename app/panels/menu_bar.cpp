#include "app/panels/menu_bar.hpp"

#include <imgui.h>

#include "app/ui/text_fit.hpp"

namespace milkomeda {
namespace {

// Returns the width of the row of all menu titles.
float width_of_menus() {
    float width = 0;
    for (const std::string_view name : names<Menu>)
        width += width_of(std::string{name}) + 2 * ImGui::GetStyle().ItemSpacing.x;
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
        // A window that is too narrow for the menu titles and the status line has a single menu "Menu" that contains
        // all menus.
        const float status = 10 * ImGui::GetTextLineHeight();
        narrow_ = width_of_menus() + status > ImGui::GetContentRegionAvail().x;
        if (narrow_)
            menu(widgets, "Menu", [&] { folded_menus(widgets, commands); });
        else
            for (std::size_t i = 0; i < names<Menu>.size(); ++i)
                menu(widgets, names<Menu>[i].data(), [&] { entries(widgets, commands, static_cast<Menu>(i)); });
        ImGui::EndMainMenuBar();
    }
    closing_ = false;
    return chosen_;
}

// Draws a menu title, and the contents while the menu is open.
void MenuBar::menu(Widgets& widgets, const char* label, const std::function<void()>& contents, bool can_be_opened) {
    if (!widgets.begin_menu(label, can_be_opened)) return;
    open_ = true;
    contents();
    if (closing_) ImGui::CloseCurrentPopup();
    ImGui::EndMenu();
}

// Lists the menu titles in a column. The entries of the unfolded menu follow the title of this menu.
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
            this->menu(
                widgets, command.title.c_str(),
                [&] {
                    listed_ = command.list();
                    for (const UserCommand& each : listed_) entry(widgets, each);
                },
                !command.why_disabled || command.why_disabled().empty());
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

}  // namespace milkomeda
