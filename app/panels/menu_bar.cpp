#include "app/panels/menu_bar.hpp"

#include <imgui.h>

namespace milkomeda {
namespace {

// Width of all menu titles side by side.
float width_of_menus() {
    float width = 0;
    for (const std::string_view name : names<Menu>)
        width += ImGui::CalcTextSize(name.data()).x + 2 * ImGui::GetStyle().ItemSpacing.x;
    return width;
}

}  // namespace

float MenuBar::height() {
    return ImGui::GetFrameHeight();
}

const Control* MenuBar::draw(Widgets& widgets, std::span<const Control> controls) {
    chosen_ = nullptr;
    open_ = false;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    const bool begun = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (begun) {
        widgets.begin_panel("Menu");
        // A narrow window has a single menu "Menu" that contains all menus.
        narrow_ = width_of_menus() > ImGui::GetContentRegionAvail().x;
        if (!narrow_) {
            menus(widgets, controls);
        } else if (widgets.begin_menu("Menu")) {
            open_ = true;
            folded_menus(widgets, controls);
            if (closing_) ImGui::CloseCurrentPopup();
            ImGui::EndMenu();
        }
        ImGui::EndMainMenuBar();
    }
    closing_ = false;
    return chosen_;
}

void MenuBar::menus(Widgets& widgets, std::span<const Control> controls) {
    for (std::size_t i = 0; i < names<Menu>.size(); ++i) {
        if (!widgets.begin_menu(names<Menu>[i].data())) continue;
        open_ = true;
        entries(widgets, controls, static_cast<Menu>(i));
        if (closing_) ImGui::CloseCurrentPopup();
        ImGui::EndMenu();
    }
}

// Lists the menus one below the other; the unfolded menu has its entries below its title.
void MenuBar::folded_menus(Widgets& widgets, std::span<const Control> controls) {
    if (ImGui::IsWindowAppearing()) unfolded_.reset();
    for (std::size_t i = 0; i < names<Menu>.size(); ++i) {
        const Menu menu = static_cast<Menu>(i);
        if (widgets.fold(name_of(menu).data(), unfolded_ == menu))
            unfolded_ = unfolded_ == menu ? std::nullopt : std::optional{menu};
        if (unfolded_ != menu) continue;
        ImGui::Indent();
        entries(widgets, controls, menu);
        ImGui::Unindent();
    }
}

void MenuBar::entries(Widgets& widgets, std::span<const Control> controls, Menu menu) {
    for (const Control& control : controls) {
        if (control.menu != menu) continue;
        if (control.list)
            list(widgets, control);
        else if (control.act)
            entry(widgets, control);
    }
}

void MenuBar::entry(Widgets& widgets, const Control& control) {
    const bool on = control.is_on && control.is_on(), can_be_chosen = control.act != nullptr;
    std::string label = control.title;
    if (control.subject && !narrow_) label += ' ' + control.subject() + "###" + control.title;
    if (widgets.menu_entry(label.c_str(), control.keys.c_str(), on, control.detail.c_str(), can_be_chosen))
        chosen_ = &control;
}

void MenuBar::list(Widgets& widgets, const Control& control) {
    if (!widgets.begin_menu(control.title.c_str())) return;
    listed_ = control.list();
    for (const Control& each : listed_) entry(widgets, each);
    if (closing_) ImGui::CloseCurrentPopup();
    ImGui::EndMenu();
}

}  // namespace milkomeda
