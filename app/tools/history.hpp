// The undo history: the undoable commands of the user in their order, each with a name.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace milkomeda {

struct UndoEntry {
    std::string name;  // description of the command, such as "softening 0.05 -> 0.1"
    std::function<void()> undo, redo;
    std::size_t bytes = 0;  // host memory that the entry occupies, in bytes
};

class History {
  public:
    static constexpr std::size_t max_entries = 1000;

    explicit History(std::size_t most_bytes = std::size_t{512} << 20) : most_bytes_{most_bytes} {}

    // Adds an executed command and removes all undone entries. If the entries exceed the limit of memory or number,
    // removes the oldest entries, but never the new entry.
    void add(UndoEntry entry);

    // Names of the entries on which undo() and redo() would act; empty if there is nothing to undo or redo.
    std::string next_undo() const { return done_ > 0 ? entries_[done_ - 1].name : ""; }
    std::string next_redo() const { return done_ < entries_.size() ? entries_[done_].name : ""; }

    // Undo or redo the next entry. If the function of the entry throws, the history is unchanged.
    void undo();
    void redo();

    void clear();

  private:
    std::size_t most_bytes_;
    std::vector<UndoEntry> entries_;
    std::size_t done_ = 0;  // entries_[0] to entries_[done_ - 1] are done, all later entries are undone
};

}  // namespace milkomeda
