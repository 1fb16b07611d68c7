#include "data/lesson/lesson_progress.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {

LessonProgress::LessonProgress(Lesson lesson) : lesson_{std::move(lesson)} {
    for (const LessonStep& step : lesson_.steps) done_.emplace_back(step.checks.size(), false);
}

void LessonProgress::observe(const QuantityLookup& value_of) {
    const std::vector<LessonCheck>& checks = present().checks;
    for (std::size_t i = 0; i < checks.size(); ++i)
        if (!done_[step_][i]) done_[step_][i] = is_true(checks[i].condition, value_of);
}

bool LessonProgress::step_is_done() const { return std::ranges::count(done_[step_], false) == 0; }

std::size_t LessonProgress::done() const {
    std::size_t count = 0;
    for (const std::vector<bool>& step : done_) count += static_cast<std::size_t>(std::ranges::count(step, true));
    return count;
}

std::size_t LessonProgress::checks() const {
    std::size_t count = 0;
    for (const std::vector<bool>& step : done_) count += step.size();
    return count;
}

void LessonProgress::go_on() {
    if (is_last()) return;
    ++step_;
    hints_ = 0;
}

void LessonProgress::go_back() {
    if (is_first()) return;
    --step_;
    hints_ = 0;
}

}  // namespace milkomeda
