// The undo history: commands of the user in order, each with a name.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace milkomeda {

struct UndoEntry {
    std::string name;  // description, such as "softening 0.05 -> 0.1"
    std::function<void()> undo, redo;
    std::size_t bytes = 0;  // host memory that the entry occupies
};

class History {
  public:
    static constexpr std::size_t max_entries = 1000;

    explicit History(std::size_t most_bytes = std::size_t{512} << 20) : most_bytes_{most_bytes} {}

    // Adds a command that was carried out, and drops all undone entries. The oldest entries are dropped
    // beyond the limits of memory and number, but never the new entry.
    void add(UndoEntry entry);

    // Names of the entries that undo() and redo() act on; empty without such an entry.
    std::string next_undo() const { return done_ > 0 ? entries_[done_ - 1].name : ""; }
    std::string next_redo() const { return done_ < entries_.size() ? entries_[done_].name : ""; }

    // If an entry's function throws, its state (done or undone) stays as before.
    void undo();
    void redo();

    void clear();

  private:
    std::size_t most_bytes_;
    std::vector<UndoEntry> entries_;
    std::size_t done_ = 0;  // number of done entries; the entries behind them are undone
};

}  // namespace milkomeda
