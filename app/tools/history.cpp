#include "app/tools/history.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {

void History::add(Deed deed) {
    deeds_.resize(done_);
    deeds_.push_back(std::move(deed));
    std::size_t bytes = 0, kept = 0;
    for (auto newest = deeds_.rbegin(); newest != deeds_.rend(); ++newest, ++kept)
        if ((bytes += newest->bytes) > most_bytes_ && kept > 0) break;
    kept = std::min(kept, most_deeds);
    deeds_.erase(deeds_.begin(), deeds_.end() - static_cast<std::ptrdiff_t>(kept));
    done_ = deeds_.size();
}

void History::undo() {
    if (done_ == 0) return;
    deeds_[done_ - 1].undo();
    --done_;
}

void History::redo() {
    if (done_ == deeds_.size()) return;
    deeds_[done_].redo();
    ++done_;
}

void History::clear() {
    deeds_.clear();
    done_ = 0;
}

}  // namespace milkomeda
