#include "app/panels/overlays.hpp"

#include <imgui.h>

#include <algorithm>
#include <glm/glm.hpp>

#include "app/ui/text_fit.hpp"

namespace milkomeda {
namespace {

constexpr const char* last_line =
    "Right click resets a control to its default. Ctrl+click lets you type a value, such as 0.5 Myr.";

constexpr float lines_above = 0.4f;  // space above a group of commands, in text line heights

struct HelpLine {
    std::string keys, title, detail;
};

struct HelpGroup {
    std::string_view title;  // title of a menu; empty if the group continues from the previous column
    std::vector<HelpLine> lines;
};

using HelpColumn = std::vector<HelpGroup>;

std::vector<HelpGroup> groups_of(std::span<const UserCommand> commands, bool with_details) {
    std::vector<HelpGroup> groups;
    for (const std::string_view title : names<Menu>) groups.push_back({title, {}});
    for (const UserCommand& command : commands) {
        if (command.keys.empty()) continue;  // commands without keys are not listed
        const bool more = with_details && !command.detail.empty();
        groups[static_cast<std::size_t>(command.menu)].lines.push_back(
            {command.keys, command.title, more ? "  " + command.detail : ""});
    }
    return groups;
}

float lines_of(const HelpColumn& column) {
    float lines = 0;
    for (const HelpGroup& group : column)
        lines += (group.title.empty() ? 0 : lines_above + 1) + static_cast<float>(group.lines.size());
    return lines;
}

// Distributes the groups over at most `count` columns with about equal numbers of lines. The order of groups and lines
// does not change.
std::vector<HelpColumn> in_columns(const std::vector<HelpGroup>& groups, std::size_t count) {
    const float each = lines_of(groups) / static_cast<float>(count);
    std::vector<HelpColumn> columns(1);
    const auto next_if_full = [&](float lines_to_come) {
        if (lines_of(columns.back()) + lines_to_come <= each || columns.size() == count) return false;
        columns.emplace_back();
        return true;
    };
    for (const HelpGroup& group : groups) {
        constexpr float title_and_some = 3;
        next_if_full(title_and_some);
        columns.back().push_back({group.title, {}});
        for (const HelpLine& line : group.lines) {
            if (next_if_full(0)) columns.back().push_back({{}, {}});
            columns.back().back().lines.push_back(line);
        }
    }
    return columns;
}

// Layout of the help. Widths and size are in screen coordinates at text scale 1.
struct HelpPage {
    std::vector<HelpColumn> columns;
    float keys_width = 0;
    std::vector<float> widths;  // widths of the columns
    glm::vec2 size{0};
    float scale = 1;  // largest text scale, at most 1, at which the page fits on the screen
};

HelpPage page_of(std::span<const UserCommand> commands, bool with_details, std::size_t count, glm::vec2 room) {
    HelpPage page;
    page.columns = in_columns(groups_of(commands, with_details), count);
    const float line = ImGui::GetTextLineHeight();
    for (const UserCommand& command : commands)
        page.keys_width = std::max(page.keys_width, width_of(command.keys) + line);
    float lines = 0;
    for (const HelpColumn& column : page.columns) {
        float widest = 0;
        for (const HelpGroup& group : column)
            for (const HelpLine& text : group.lines) widest = std::max(widest, width_of(text.title + text.detail));
        page.widths.push_back(page.keys_width + widest + 2 * line);
        page.size.x += page.widths.back();
        lines = std::max(lines, lines_of(column));
    }
    page.size.x = std::max(page.size.x, width_of(last_line) + 2 * line);
    page.size.y = (lines + 4) * line;  // 4 more lines: title, last line and margins
    const glm::vec2 share = room / page.size;
    page.scale = std::min({share.x, share.y, 1.0f});
    return page;
}

// Returns the layout with the largest text. Omits the details of commands if the scale of the text would otherwise be
// below `large_enough`.
HelpPage best_page(std::span<const UserCommand> commands, glm::vec2 room) {
    constexpr float large_enough = 0.9f;
    HelpPage best;
    best.scale = 0;
    for (const bool with_details : {true, false}) {
        for (const std::size_t count : {1, 2, 3}) {
            HelpPage page = page_of(commands, with_details, count, room);
            if (page.scale > best.scale) best = std::move(page);
        }
        if (best.scale >= large_enough) break;
    }
    return best;
}

void show_column(const HelpColumn& column, float keys_width) {
    const ImVec4 title_color = ImGui::GetStyleColorVec4(ImGuiCol_CheckMark);
    const float air = lines_above * ImGui::GetTextLineHeight();
    ImGui::BeginGroup();
    for (const HelpGroup& group : column) {
        if (&group != &column.front()) ImGui::Dummy({0, air});
        if (!group.title.empty()) ImGui::TextColored(title_color, "%s", group.title.data());
        for (const HelpLine& line : group.lines) {
            ImGui::TextUnformatted(line.keys.c_str());
            ImGui::SameLine(keys_width);
            ImGui::TextUnformatted(line.title.c_str());
            ImGui::SameLine();
            ImGui::TextDisabled("%s", line.detail.c_str());
        }
    }
    ImGui::EndGroup();
}

}  // namespace

void help_overlay(Widgets& widgets, std::span<const UserCommand> commands, float above, float below, bool& shown) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const glm::vec2 room{screen.x, screen.y - above - below};
    const HelpPage page = best_page(commands, room);
    const float line = page.scale * ImGui::GetTextLineHeight();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {line, 0.5f * line});
    ImGui::SetNextWindowPos({0.5f * screen.x, above + 0.5f * room.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::Begin("Help", &shown,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings);
    ImGui::SetWindowFontScale(page.scale);
    widgets.begin_panel("Help");
    float left = line;
    for (std::size_t i = 0; i < page.columns.size(); ++i) {
        if (i > 0) ImGui::SameLine(left);
        show_column(page.columns[i], page.scale * page.keys_width);
        left += page.scale * page.widths[i];
    }
    ImGui::Dummy({0, 0.5f * line});
    ImGui::TextUnformatted(last_line);
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace milkomeda
