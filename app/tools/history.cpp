#include "app/tools/history.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {

void History::add(UndoEntry entry) {
    entries_.resize(done_);
    entries_.push_back(std::move(entry));
    std::size_t bytes = 0, kept = 0;
    for (auto newest = entries_.rbegin(); newest != entries_.rend(); ++newest, ++kept)
        if ((bytes += newest->bytes) > most_bytes_ && kept > 0) break;
    kept = std::min(kept, max_entries);
    entries_.erase(entries_.begin(), entries_.end() - static_cast<std::ptrdiff_t>(kept));
    done_ = entries_.size();
}

void History::undo() {
    if (done_ == 0) return;
    entries_[done_ - 1].undo();
    --done_;
}

void History::redo() {
    if (done_ == entries_.size()) return;
    entries_[done_].redo();
    ++done_;
}

void History::clear() {
    entries_.clear();
    done_ = 0;
}

}  // namespace milkomeda
