#include "app/ui/column_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cli/shell_words.hpp"
#include "app/ui/keys.hpp"
#include "app/ui/text_fit.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t most_columns = 60;  // ImGui 1.86 draws tables of at most 64 columns
constexpr int heading_rows = 3;           // name, role and unit
constexpr float heading_width = 3.5f;     // in text line heights, like the widths in the next line
constexpr float narrowest_column = 8, widest_column = 14, narrowest_dialog = 40;
// Largest shares of the window that the dialog covers.
constexpr float widest_share = 0.96f, highest_share = 0.94f;

// Returns the entries of the list of roles, "not used" first.
std::vector<std::string> role_names() {
    std::vector<std::string> list{"not used"};
    list.insert(list.end(), names<ColumnRole>.begin(), names<ColumnRole>.end());
    return list;
}

bool is_any_number(const std::string& field) { return is_number(field) || is_number(field, ','); }

// Returns the entry of the list of units for the unit that the file states.
std::string own_unit(const TableColumn& column) {
    return column.unit.empty() ? "model units" : column.unit + " (file)";
}

std::string title_of(const TableColumn& column, std::size_t number) {
    return column.name.empty() ? fmt::format("column {}", number) : column.name;
}

// Returns the width that a column of an ImGui table adds to the width of its contents.
float column_spacing() { return 2 * ImGui::GetStyle().CellPadding.x + 1; }

void write_heading(const char* text) {
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", text);
}

}  // namespace

void ColumnDialog::ask(ColumnAssignment assignment) {
    assignment_ = std::move(assignment);
    focus_frames_ = 3;
    is_new_ = true;
    closing_ = opens_ = list_open_ = list_closing_ = false;
}

void ColumnDialog::end() {
    assignment_.reset();
    closing_ = false;
}

std::size_t ColumnDialog::shown_columns() const { return std::min(assignment_->layout().columns.size(), most_columns); }

void ColumnDialog::choose_role(Widgets& widgets, std::size_t column) {
    static const std::vector<std::string> list = role_names();
    const auto role = assignment_->role(column);
    std::size_t index = role ? static_cast<std::size_t>(*role) + 1 : 0;
    const std::string label = fmt::format("###Role {}", column);
    ImGui::SetNextItemWidth(-1);
    if (widgets.choice(label.c_str(), index, list, 0, "Meaning of this column; a right click chooses \"not used\""))
        assignment_->set_role(column, index == 0 ? std::nullopt : std::optional{static_cast<ColumnRole>(index - 1)});
    if (column == 0 && focus_frames_ > 0) ImGui::SetKeyboardFocusHere(-1);
}

void ColumnDialog::choose_unit(Widgets& widgets, std::size_t column) {
    const auto role = assignment_->role(column);
    if (!role || !is_quantity(*role)) return;
    const std::string& unit = assignment_->unit(column);
    const TableColumn& own = assignment_->layout().columns[column];
    std::vector<std::string> list{own_unit(own)}, values{""};
    const auto add = [&](const std::string& name, const std::string& value) {
        list.push_back(name);
        values.push_back(value);
    };
    for (const std::string_view usual : usual_units(*role))
        if (usual != own.unit) add(std::string{usual}, std::string{usual});
    if (!own.unit.empty()) add("model units", "model");
    if (std::ranges::find(values, unit) == values.end()) add(unit, unit);
    auto index = static_cast<std::size_t>(std::ranges::find(values, unit) - values.begin());
    const std::string label = fmt::format("###Unit {}", column);
    ImGui::SetNextItemWidth(-1);
    if (widgets.choice(label.c_str(), index, list, 0, "Unit of the numbers; a right click chooses the first entry"))
        assignment_->set_unit(column, values[index]);
}

void ColumnDialog::rows() {
    for (std::size_t row = 0; row < assignment_->rows().size(); ++row) {
        const auto& fields = assignment_->rows()[row];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", fmt::format("Row {}", row + 1).c_str());
        for (std::size_t i = 0; i < shown_columns(); ++i) {
            ImGui::TableNextColumn();
            if (i >= fields.size()) continue;
            const float width = ImGui::GetContentRegionAvail().x;
            const std::string text = shortened(fields[i], width);
            if (is_any_number(text)) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + width - width_of(text));
            if (assignment_->role(i))
                ImGui::TextUnformatted(text.c_str());
            else
                ImGui::TextDisabled("%s", text.c_str());
        }
    }
}

// Returns the width in which the name and the fields of the column are readable.
float ColumnDialog::width_of_column(std::size_t column) const {
    const float em = ImGui::GetTextLineHeight();
    float width = std::max(narrowest_column * em, width_of(title_of(assignment_->layout().columns[column], column)));
    for (const auto& row : assignment_->rows())
        if (column < row.size()) width = std::max(width, width_of(row[column]));
    return std::min(std::ceil(width), widest_column * em);
}

float ColumnDialog::width_of_table() const {
    float width = heading_width * ImGui::GetTextLineHeight() + column_spacing() + 2;
    for (std::size_t i = 0; i < shown_columns(); ++i) width += width_of_column(i) + column_spacing();
    return width;
}

float ColumnDialog::height_of_table() const {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float padding = 2 * style.CellPadding.y;
    const bool scrolls = width_of_table() > ImGui::GetContentRegionAvail().x;
    return heading_rows * (ImGui::GetFrameHeight() + padding) +
           static_cast<float>(assignment_->rows().size()) * (ImGui::GetTextLineHeight() + padding) +
           (scrolls ? style.ScrollbarSize : 0) + 2;
}

void ColumnDialog::table(Widgets& widgets) {
    const float em = ImGui::GetTextLineHeight();
    if (!ImGui::BeginTable("preview", static_cast<int>(shown_columns()) + 1,
                           ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Borders |
                               ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings,
                           {0, std::min(height_of_table(), highest_share * ImGui::GetIO().DisplaySize.y - 13 * em)}))
        return;
    ImGui::TableSetupScrollFreeze(1, heading_rows);
    ImGui::TableSetupColumn("heading", ImGuiTableColumnFlags_WidthFixed, heading_width * em);
    for (std::size_t i = 0; i < shown_columns(); ++i)
        ImGui::TableSetupColumn(fmt::format("{}", i).c_str(), ImGuiTableColumnFlags_WidthFixed, width_of_column(i));
    ImGui::TableNextRow();
    write_heading("Column");
    for (std::size_t i = 0; i < shown_columns(); ++i) {
        ImGui::TableNextColumn();
        ImGui::AlignTextToFramePadding();
        const std::string title = title_of(assignment_->layout().columns[i], i);
        widgets.line(fmt::format("Name {}", i).c_str(), shortened(title, ImGui::GetContentRegionAvail().x).c_str(),
                     fmt::format("Column {}: {}", i, title).c_str());
    }
    ImGui::TableNextRow();
    write_heading("Role");
    for (std::size_t i = 0; i < shown_columns(); ++i) {
        ImGui::TableNextColumn();
        choose_role(widgets, i);
    }
    ImGui::TableNextRow();
    write_heading("Unit");
    for (std::size_t i = 0; i < shown_columns(); ++i) {
        ImGui::TableNextColumn();
        choose_unit(widgets, i);
    }
    rows();
    ImGui::EndTable();
}

// Shows the option of the command line that assigns the columns in the same way.
void ColumnDialog::command(Widgets& widgets) {
    const std::string columns = assignment_->text();
    std::string text = columns.empty() ? "" : "--columns " + shell_quoted(columns);
    const char* const hint = assignment_->fault().empty() ? "no option is needed" : "no column has a role yet";
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Command line");
    ImGui::SameLine();
    const ImGuiStyle& style = ImGui::GetStyle();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - width_of("Copy") - 2 * style.FramePadding.x -
                            style.ItemSpacing.x);
    ImGui::InputTextWithHint("##columns", hint, text.data(), text.size() + 1, ImGuiInputTextFlags_ReadOnly);
    ImGui::SameLine();
    ImGui::BeginDisabled(text.empty());
    if (widgets.button("Copy", "Copies this option, which reads the table in the same way on the command line"))
        ImGui::SetClipboardText(text.c_str());
    ImGui::EndDisabled();
}

// Draws the buttons. Returns true if the user closes the dialog without opening the table.
bool ColumnDialog::buttons(Widgets& widgets) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width = width_of("Cancel") + width_of("Open") + 4 * style.FramePadding.x + style.ItemSpacing.x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
    const bool cancelled = widgets.button("Cancel", "Closes this dialog without opening the table ( Escape )");
    ImGui::SameLine();
    const std::string& fault = assignment_->fault();
    ImGui::BeginDisabled(!fault.empty());
    opens_ |= widgets.button("Open", fault.empty() ? "Opens the table with these columns ( Enter )" : fault.c_str());
    ImGui::EndDisabled();
    return cancelled;
}

// Returns true if the user confirms the dialog by a button or by Enter.
bool ColumnDialog::confirmed() {
    const bool enter = !list_open_ && key_pressed(ImGuiKey_Enter);
    return (std::exchange(opens_, false) || enter) && assignment_->fault().empty();
}

// Sets the place and size of the dialog, and returns its width. Its height follows from its contents.
float ColumnDialog::place() const {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float wanted = std::max(width_of_table(), narrowest_dialog * ImGui::GetTextLineHeight());
    const float width = std::min(wanted + 2 * ImGui::GetStyle().WindowPadding.x, widest_share * screen.x);
    ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x, highest_share * screen.y});
    return width;
}

std::optional<ColumnAssignment> ColumnDialog::draw(Widgets& widgets) {
    if (!is_open()) return std::nullopt;
    const float close_button = 3 * ImGui::GetTextLineHeight();
    const std::string name = "Columns of " + assignment_->file().filename().string();
    const std::string title = shortened(name, place() - close_button) + "###Columns";
    if (std::exchange(is_new_, false)) ImGui::OpenPopup(title.c_str());
    bool stays = true;
    if (!ImGui::BeginPopupModal(title.c_str(), &stays,
                                ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoSavedSettings)) {
        end();
        return std::nullopt;
    }
    widgets.begin_panel("Columns");
    const std::string& reason = assignment_->reason();
    write_wrapped(reason.empty() ? "The columns are read " + assignment_->layout().rule
                                 : "The columns are not recognized: " + reason);
    if (const std::size_t all = assignment_->layout().columns.size(); all > shown_columns())
        write_wrapped(fmt::format("The preview shows {} of {} columns", shown_columns(), all));
    table(widgets);
    if (focus_frames_ > 0) --focus_frames_;
    write_warning(assignment_->fault());
    if (assignment_->fault().empty()) ImGui::TextWrapped("%s", assignment_->remark().c_str());
    command(widgets);
    const bool cancelled = buttons(widgets) || !stays;
    if (key_pressed(ImGuiKey_Escape)) go_back();
    if (std::exchange(list_closing_, false) && ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId))
        ImGui::SetWindowFocus();  // focus on the dialog closes the list
    std::optional<ColumnAssignment> chosen = confirmed() ? std::exchange(assignment_, std::nullopt) : std::nullopt;
    if (chosen || cancelled || closing_) {
        end();
        ImGui::CloseCurrentPopup();
    }
    list_open_ = is_open() && ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId);
    widgets.end_panel();
    ImGui::EndPopup();
    return chosen;
}

}  // namespace milkomeda
