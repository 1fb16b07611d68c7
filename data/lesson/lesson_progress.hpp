// The progress of a user in a lesson: the present step, its fulfilled checks, and its displayed hints.
#pragma once

#include <cstddef>
#include <vector>

#include "data/lesson/lesson.hpp"

namespace milkomeda {

class LessonProgress {
  public:
    explicit LessonProgress(Lesson lesson);

    const Lesson& lesson() const { return lesson_; }
    std::size_t step() const { return step_; }  // index of the present step
    const LessonStep& present() const { return lesson_.steps[step_]; }
    bool is_first() const { return step_ == 0; }
    bool is_last() const { return step_ + 1 == lesson_.steps.size(); }

    // Marks the checks of the present step whose conditions are true. A check that was marked once remains marked,
    // because the user has done what the check asks for.
    void observe(const QuantityLookup& value_of);
    bool is_done(std::size_t check) const { return done_[step_][check]; }  // `check`: index in the present step
    bool step_is_done() const;                                             // true if all checks of the step are marked
    std::size_t done() const;                                              // number of marked checks of all steps
    std::size_t checks() const;                                            // number of checks of all steps

    void go_on();    // goes to the next step, if any
    void go_back();  // goes to the previous step, if any

    std::size_t hints() const { return hints_; }  // number of displayed hints of the present step
    bool has_more_hints() const { return hints_ < present().hints.size(); }
    void show_hint() { hints_ += has_more_hints() ? 1 : 0; }

  private:
    Lesson lesson_;
    std::size_t step_ = 0, hints_ = 0;
    std::vector<std::vector<bool>> done_;  // for each step, one flag per check
};

}  // namespace milkomeda
