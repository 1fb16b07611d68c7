// What a person did, in order, each deed named in words: to be undone, and done again.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace milkomeda {

struct UndoEntry {
    std::string name;  // "softening 0.05 -> 0.1"
    std::function<void()> undo, redo;
    std::size_t bytes = 0;  // of host memory that it keeps for that
};

class History {
  public:
    static constexpr std::size_t max_entries = 1000;

    explicit History(std::size_t most_bytes = std::size_t{512} << 20) : most_bytes_{most_bytes} {}

    // Something was done; what had been undone before cannot be done again. The oldest deeds are forgotten
    // where they keep more memory than there is for them, but never this one.
    void add(UndoEntry deed);

    // The names of what would be undone and done again; empty where there is nothing.
    std::string next_undo() const { return done_ > 0 ? entries_[done_ - 1].name : ""; }
    std::string next_redo() const { return done_ < entries_.size() ? entries_[done_].name : ""; }

    // Where one of them throws, it counts as not undone, or not done again.
    void undo();
    void redo();

    void clear();

  private:
    std::size_t most_bytes_;
    std::vector<UndoEntry> entries_;
    std::size_t done_ = 0;  // the first ones; those after them are undone
};

}  // namespace milkomeda
