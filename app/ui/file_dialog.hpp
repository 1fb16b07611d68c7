// A dialog to choose a file: the entries of a folder, and a line to type a name into. It stays in front until
// it is closed.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "app/ui/folder_listing.hpp"
#include "app/ui/widgets.hpp"

struct ImGuiInputTextCallbackData;

namespace milkomeda {

enum class FilePurpose { open, save };
template <>
inline constexpr std::array<std::string_view, 2> names<FilePurpose>{"Open", "Save as"};

class FileDialog {
  public:
    // Opens the dialog. To open a file, it begins in the folder shown last, at first in the folder of `file`;
    // to save, it suggests the name of `file`.
    void ask(FilePurpose purpose, const std::filesystem::path& file);
    void close() { closing_ = is_open(); }
    bool is_open() const { return purpose_.has_value(); }
    FilePurpose purpose() const { return *purpose_; }

    // Call once per frame. Returns the file when the user has chosen one: an existing file to open, or a name
    // with a writable format to save.
    std::optional<std::filesystem::path> draw(Widgets& widgets);

    const std::filesystem::path& folder() const { return folder_; }
    const FolderListing& listing() const { return listing_; }
    std::string typed() const { return line_.data(); }
    const std::string& trouble() const { return trouble_; }

  private:
    void show(const std::filesystem::path& folder);
    void list();
    void type(const std::string& text);  // replaces the text of the line
    void go_up();
    void choose_row(std::size_t row);
    std::optional<std::filesystem::path> enter();  // evaluates the text of the line
    bool line();
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
    std::optional<std::string> put_;  // text that the line takes over while it is being edited
    std::size_t row_ = 0;             // chosen row; the number of rows if no row is chosen
    bool row_is_meant_ = false;       // true if the row was chosen by the text of the line
    bool scrolls_ = false;            // true: the list scrolls to the chosen row
    std::string trouble_;             // error message in one line; may be empty
};

}  // namespace milkomeda
