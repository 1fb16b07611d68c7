// A dialog in which the user assigns roles and units to the columns of a text table. The dialog shows the first rows,
// with lists of roles and units above each column, and stays in front until it is closed.
#pragma once

#include <optional>
#include <string>

#include "app/ui/widgets.hpp"
#include "data/formats/column_assignment.hpp"

namespace milkomeda {

class ColumnDialog {
  public:
    void ask(ColumnAssignment assignment);
    void close() { closing_ = is_open(); }
    // Closes the open list of roles or units; without an open list, closes the dialog.
    void go_back() { (list_open_ ? list_closing_ : closing_) = is_open(); }
    bool is_open() const { return assignment_.has_value(); }
    const std::optional<ColumnAssignment>& assignment() const { return assignment_; }

    // Draws the dialog. Must be called once a frame. Returns the assignment if the user chooses to open the table.
    std::optional<ColumnAssignment> draw(Widgets& widgets);

  private:
    std::size_t shown_columns() const;
    float width_of_column(std::size_t column) const;
    float width_of_table() const;
    float height_of_table() const;
    float place() const;
    void table(Widgets& widgets);
    void choose_role(Widgets& widgets, std::size_t column);
    void choose_unit(Widgets& widgets, std::size_t column);
    void rows();
    void command(Widgets& widgets);
    bool buttons(Widgets& widgets);
    bool confirmed();
    void end();

    std::optional<ColumnAssignment> assignment_;
    bool is_new_ = false, closing_ = false;
    int focus_frames_ = 0;       // remaining frames in which the first list requests the keyboard focus
    bool opens_ = false;         // true: the user has chosen to open the table
    bool list_open_ = false;     // true while a list of roles or units is open
    bool list_closing_ = false;  // true: the open list closes in the next frame
};

}  // namespace milkomeda
