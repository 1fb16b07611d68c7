#include "app/shell/work_queue.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {

void WorkQueue::add(AnnouncedWork work) {
    if (!work.needs_step_end) std::erase_if(entries_, [](const Entry& entry) { return !entry.work.needs_step_end; });
    entries_.push_back({std::move(work)});
}

bool WorkQueue::has(const std::string& notice) const {
    return std::ranges::any_of(entries_, [&](const Entry& entry) { return entry.work.notice == notice; });
}

void WorkQueue::drop_step_work() {
    std::erase_if(entries_, [](const Entry& entry) { return entry.work.needs_step_end; });
}

std::string WorkQueue::notice_to_show() {
    if (empty()) return {};
    Entry& first = entries_.front();
    if (first.stage == Stage::waiting) first.stage = Stage::drawn;
    return first.work.notice;
}

void WorkQueue::note_presented() {
    if (!empty() && entries_.front().stage == Stage::drawn) entries_.front().stage = Stage::seen;
}

std::optional<AnnouncedWork> WorkQueue::take(bool at_step_end) {
    if (empty() || entries_.front().stage != Stage::seen) return {};
    if (entries_.front().work.needs_step_end != at_step_end) return {};
    AnnouncedWork work = std::move(entries_.front().work);
    entries_.pop_front();
    return work;
}

}  // namespace milkomeda
