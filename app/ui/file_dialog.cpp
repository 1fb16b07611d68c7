#include "app/ui/file_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/ui/keys.hpp"
#include "app/ui/text_fit.hpp"
#include "data/formats/formats.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

fs::path absolute_folder(const fs::path& folder) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(folder, error), error);
    return error || whole.empty() ? fs::path{"/"} : whole;
}

// Returns the extensions of the files that a dialog lists; empty for particle files and scene files.
std::vector<std::string_view> extensions_of(FilePurpose purpose) {
    if (purpose == FilePurpose::picture) return {".png", ".jpg", ".jpeg", ".fits", ".fit", ".fts"};
    if (purpose == FilePurpose::pair || purpose == FilePurpose::save_pair) return {".pair"};
    if (purpose == FilePurpose::open || purpose == FilePurpose::save) return {};
    return {".toml"};
}

// Returns the longest end of the text that fits into the width; "…" in front marks a shortened text.
std::string end_that_fits(std::string text, float width) {
    if (width_of(text) <= width) return text;
    while (text.size() > 1 && width_of("…" + text) > width) {
        text.erase(0, 1);
        while (!text.empty() && (text.front() & 0xc0) == 0x80) text.erase(0, 1);
    }
    return "…" + text;
}

}  // namespace

void FileDialog::ask(FilePurpose purpose, const fs::path& file) {
    purpose_ = purpose;
    is_new_ = true;
    closing_ = entered_ = false;
    const fs::path of_file = file.has_parent_path() ? file.parent_path() : ".";
    show(saves(purpose) || folder_.empty() ? of_file : folder_);
    replace_text(saves(purpose) ? file.filename().string() : "");
}

void FileDialog::show(const fs::path& folder) {
    const fs::path left = folder_;
    folder_ = absolute_folder(folder);
    list();
    replace_text("");
    // After a change to the parent folder, selects the folder that the dialog has just left.
    const auto came_from = std::ranges::find(listing_.entries, left.filename().string(), &FolderEntry::name);
    row_ = left.parent_path() == folder_ && left != folder_
               ? static_cast<std::size_t>(came_from - listing_.entries.begin())
               : listing_.entries.size();
    row_is_meant_ = false;
    scrolls_ = true;
}

void FileDialog::list() {
    listing_ = list_folder(folder_, all_, order_, extensions_of(purpose()));
    trouble_ = listing_.trouble;
    row_ = std::min(row_, listing_.entries.size());
}

void FileDialog::replace_text(const std::string& text) {
    put_ = text;
    line_.fill('\0');
    std::copy_n(text.begin(), std::min(text.size(), line_.size() - 1), line_.begin());
}

void FileDialog::go_up() {
    if (folder_.has_relative_path()) show(folder_.parent_path());
}

void FileDialog::choose_row(std::size_t row) {
    row_ = row;
    row_is_meant_ = scrolls_ = true;
    replace_text(listing_.entries[row].name + (listing_.entries[row].is_folder ? "/" : ""));
}

// Evaluates the typed text: shows a typed folder, or returns a typed file that can be opened or written.
std::optional<fs::path> FileDialog::enter() try {
    const std::string typed = line_.data();
    if (typed.empty()) return std::nullopt;
    trouble_.clear();
    fs::path path = path_typed(folder_, typed);
    std::error_code error;
    // If the typed text is only the beginning of a name, opens the entry that is selected in the list.
    const bool is_marked = row_ < listing_.entries.size() && typed.find('/') == typed.npos;
    if (!saves(purpose()) && is_marked && !fs::exists(path, error)) path = folder_ / listing_.entries[row_].name;
    if (fs::is_directory(path, error)) {
        show(path);
        return std::nullopt;
    }
    if (saves(purpose())) {
        if (purpose() == FilePurpose::save) format_for_writing(path);
        if (const auto extensions = extensions_of(purpose());
            !extensions.empty() && path.extension() != extensions.front())
            throw FileError(path, fmt::format("the name of the file must end with {}", extensions.front()));
        if (!fs::is_directory(path.parent_path(), error))
            throw FileError(path, fmt::format("there is no folder {}", path.parent_path().string()));
    } else if (!fs::exists(path, error)) {
        throw FileError(path, error ? error.message() : "there is no such file");
    }
    return path;
} catch (const std::exception& error) {
    trouble_ = error.what();
    return std::nullopt;
}

int FileDialog::on_key(ImGuiInputTextCallbackData& data) {
    const std::size_t count = listing_.entries.size();
    if (data.EventFlag == ImGuiInputTextFlags_CallbackHistory && count > 0) {
        const bool up = data.EventKey == ImGuiKey_UpArrow;
        const bool none = row_ >= count;
        choose_row(none ? (up ? count - 1 : 0) : up ? (row_ > 0 ? row_ - 1 : 0) : std::min(row_ + 1, count - 1));
    } else if (data.EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
        put_ =
            completed(folder_, {data.Buf, static_cast<std::size_t>(data.BufTextLen)}, all_, extensions_of(purpose()));
    } else if (data.EventFlag == ImGuiInputTextFlags_CallbackEdit) {
        row_is_meant_ = false;
        row_ = data.BufTextLen > 0 ? first_match(listing_.entries, data.Buf) : count;
        scrolls_ = true;
    }
    if (put_) {
        data.DeleteChars(0, data.BufTextLen);
        data.InsertChars(0, put_->c_str());
        put_.reset();
    }
    return 0;
}

// Draws the text field, which always has the keyboard focus. Returns true if the user presses Enter.
bool FileDialog::text_field() {
    const auto call = [](ImGuiInputTextCallbackData* data) {
        return static_cast<FileDialog*>(data->UserData)->on_key(*data);
    };
    // Backspace goes to the parent folder if the user has typed no text.
    if ((line_.front() == '\0' || row_is_meant_) && key_pressed(ImGuiKey_Backspace)) go_up();
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint(
        "##line", !saves(purpose()) ? "File name or path; Tab completes the typed text" : "File name", line_.data(),
        line_.size(),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
            ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackEdit |
            ImGuiInputTextFlags_CallbackAlways |
            ImGuiInputTextFlags_NoUndoRedo,  // prevents ImGui from undoing changes that the dialog has made to the text
        call, this);
    const bool focus_is_used =
        ImGui::IsAnyItemActive() || ImGui::IsAnyMouseDown() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId);
    if (!focus_is_used) ImGui::SetKeyboardFocusHere(-1);
    return entered;
}

void FileDialog::rows(Widgets& widgets, float height) {
    ImGui::BeginChild("rows", {0, height}, true);
    if (!listing_.trouble.empty()) ImGui::TextWrapped("%s", listing_.trouble.c_str());
    if (scrolls_ && row_ < listing_.entries.size()) {
        const float line = ImGui::GetTextLineHeightWithSpacing(), top = static_cast<float>(row_) * line;
        const float now = ImGui::GetScrollY(), height_of_list = ImGui::GetWindowHeight() - 2 * line;
        if (top < now || top > now + height_of_list) ImGui::SetScrollY(std::max(0.0f, top - 0.5f * height_of_list));
    }
    scrolls_ = false;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(listing_.entries.size()));
    std::optional<std::size_t> clicked;
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto row = static_cast<std::size_t>(i);
            const FolderEntry& entry = listing_.entries[row];
            const std::string name = entry.name + (entry.is_folder ? "/" : "");
            const std::string size = entry.is_folder ? "" : size_text(entry.bytes);
            const auto [left, top] = ImGui::GetCursorScreenPos();
            const float width = ImGui::GetContentRegionAvail().x;
            if (widgets.option(name.c_str(), size.c_str(), 0, row == row_, "")) clicked = row;
            // A double click acts at its second press, because the text field may take the focus before the release.
            if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                ImGui::IsMouseHoveringRect({left, top}, {left + width, top + ImGui::GetTextLineHeightWithSpacing()}) &&
                ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
                clicked = row, entered_ = true;
        }
    ImGui::EndChild();
    if (!clicked) return;
    choose_row(*clicked);
}

// Draws the buttons. Returns true if the user closes the dialog without choosing a file.
bool FileDialog::buttons(Widgets& widgets) {
    const bool all_before = all_;
    const FileOrder order_before = order_;
    ImGui::SetNextItemWidth(8 * ImGui::GetTextLineHeight());
    widgets.choice("##order", order_, names<FileOrder>, FileOrder::name, "Order of the files in this list");
    ImGui::SameLine();
    widgets.checkbox("all files", all_, false,
                     "Lists all files. Off: lists only files whose names look like particle files or scene files");
    if (all_ != all_before || order_ != order_before) list();
    const float width = ImGui::CalcTextSize("Cancel").x + ImGui::CalcTextSize(name_of(purpose()).data()).x +
                        4 * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
    ImGui::SameLine();
    const float free = ImGui::GetContentRegionAvail().x;
    if (free < width)
        ImGui::NewLine();
    else
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + free - width);
    const bool cancelled = widgets.button("Cancel", "Closes this dialog without a choice ( Escape )");
    ImGui::SameLine();
    entered_ |=
        widgets.button(name_of(purpose()).data(), saves(purpose()) ? "Saves to the file with the typed name ( Enter )"
                                                                   : "Opens the selected file ( Enter )");
    return cancelled;
}

std::optional<ChosenFile> FileDialog::draw(Widgets& widgets) {
    if (!is_open()) return std::nullopt;
    const char* const title = name_of(purpose()).data();
    if (is_new_) ImGui::OpenPopup(title);
    is_new_ = false;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float em = ImGui::GetTextLineHeight();
    ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(48 * em, screen.x), std::min(36 * em, 0.94f * screen.y)});
    bool stays = true;
    if (!ImGui::BeginPopupModal(title, &stays,
                                ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar)) {
        purpose_.reset();
        return std::nullopt;
    }
    widgets.begin_panel(title);
    ImGui::TextUnformatted(end_that_fits(folder_.string(), ImGui::GetContentRegionAvail().x).c_str());
    entered_ |= text_field();
    const float below = (trouble_.empty() || !listing_.trouble.empty() ? 0 : 2 * em) +
                        ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
    rows(widgets, std::max(3 * em, ImGui::GetContentRegionAvail().y - below));
    if (listing_.trouble.empty()) write_warning(trouble_);
    const bool cancelled = buttons(widgets) || key_pressed(ImGuiKey_Escape) || closing_ || !stays;
    std::optional<ChosenFile> chosen;
    if (std::exchange(entered_, false))
        if (const auto path = enter()) chosen = ChosenFile{purpose(), *path};
    if (chosen || cancelled) {
        purpose_.reset();
        closing_ = false;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    return chosen;
}

}  // namespace milkomeda
