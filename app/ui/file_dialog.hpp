// A dialog to choose a file, with the entries of a folder and a text field for a name. The dialog stays in
// front until it is closed.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "app/ui/folder_listing.hpp"
#include "app/ui/widgets.hpp"

struct ImGuiInputTextCallbackData;

namespace milkomeda {

enum class FilePurpose { open, save, picture, pair, save_pair, result, save_result, save_confirmed };
template <>
inline constexpr std::array<std::string_view, 8> names<FilePurpose>{
    "Open", "Save as", "Open picture", "Open pair", "Save pair", "Open result", "Save result", "Save confirmed scene"};
constexpr bool saves(FilePurpose purpose) {
    return purpose == FilePurpose::save || purpose == FilePurpose::save_pair || purpose == FilePurpose::save_result ||
           purpose == FilePurpose::save_confirmed;
}

// A file that the user has chosen.
struct ChosenFile {
    FilePurpose purpose;
    std::filesystem::path path;
};

class FileDialog {
  public:
    // Opens the dialog. A dialog to open a file shows the folder of the previous dialog, at first the folder
    // of `file`. A dialog to save shows the folder of `file` and suggests the name of `file`.
    void ask(FilePurpose purpose, const std::filesystem::path& file);
    void close() { closing_ = is_open(); }
    bool is_open() const { return purpose_.has_value(); }
    FilePurpose purpose() const { return *purpose_; }

    // Draws the dialog. Must be called once a frame. Returns the file that the user chooses: an existing file
    // to open, or a file name with a writable format to save.
    std::optional<ChosenFile> draw(Widgets& widgets);

    const std::filesystem::path& folder() const { return folder_; }
    const FolderListing& listing() const { return listing_; }
    std::string typed() const { return line_.data(); }
    const std::string& trouble() const { return trouble_; }

  private:
    void show(const std::filesystem::path& folder);
    void list();
    void replace_text(const std::string& text);
    void go_up();
    void choose_row(std::size_t row);
    std::optional<std::filesystem::path> enter();
    bool text_field();
    void rows(Widgets& widgets, float height);
    bool buttons(Widgets& widgets);
    int on_key(ImGuiInputTextCallbackData& data);

    std::optional<FilePurpose> purpose_;
    bool is_new_ = false, closing_ = false, entered_ = false;
    std::filesystem::path folder_;
    FolderListing listing_;
    bool all_ = false;
    FileOrder order_ = FileOrder::name;
    std::array<char, 1024> line_{};
    // text that the next ImGui callback writes into the text field; empty without a change
    std::optional<std::string> put_;
    std::size_t row_ = 0;        // selected row; the number of rows if no row is selected
    bool row_is_meant_ = false;  // true: arrow keys or a click selected the row; false: typed text
    bool scrolls_ = false;       // true: the list scrolls to the selected row in the next frame
    std::string trouble_;        // error message of one line; empty without an error
};

}  // namespace milkomeda
