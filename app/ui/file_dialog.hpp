// A window of our own to choose a file: what the folder holds, and a line to type a name into. It stands
// before all else until it is closed.
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
    // One to open is looked for where one was last, at first beside this file; one to save has this name
    // already.
    void ask(FilePurpose purpose, const std::filesystem::path& file);
    void close() { closing_ = is_open(); }
    bool is_open() const { return purpose_.has_value(); }
    FilePurpose purpose() const { return *purpose_; }

    // Once a frame. The file, once one is chosen: one that is there, or one of a format that can be written.
    std::optional<std::filesystem::path> draw(Widgets& widgets);

    const std::filesystem::path& folder() const { return folder_; }
    const FolderListing& listing() const { return listing_; }
    std::string typed() const { return line_.data(); }
    const std::string& trouble() const { return trouble_; }

  private:
    void show(const std::filesystem::path& folder);
    void list();
    void type(const std::string& text);  // into the line, in the place of what is there
    void go_up();
    void choose_row(std::size_t row);
    std::optional<std::filesystem::path> enter();  // what the line says
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
    std::optional<std::string> put_;  // into the line, which is being typed into
    std::size_t row_ = 0;             // chosen; their number: none
    bool row_is_meant_ = false;       // by what is in the line
    bool scrolls_ = false;            // to it
    std::string trouble_;             // one line
};

}  // namespace milkomeda
