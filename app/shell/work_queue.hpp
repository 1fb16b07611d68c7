// Work that takes longer than a frame. Its notice is shown in one frame before the work runs.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace milkomeda {

struct AnnouncedWork {
    std::string notice;           // "loading m51 ...", shown until the work begins
    bool needs_step_end = false;  // runs only between two steps, while the run rests
    std::function<void()> run;
};

class WorkQueue {
  public:
    // Adds work at the end. Work that needs no step end replaces waiting work of this kind, because the last
    // request of the user counts.
    void add(AnnouncedWork work);

    bool empty() const { return entries_.empty(); }
    bool has(const std::string& notice) const;
    // True if the first entry needs the end of a step: the run rests there until the work is done.
    bool needs_step_end() const { return !empty() && entries_.front().work.needs_step_end; }
    // Removes the work that needs a step end, because its run was replaced.
    void drop_step_work();

    // Returns the notice of the first entry, which the caller shows in this frame; empty without an entry.
    std::string notice_to_show();
    // Must be called after the frame was presented: its notice has been seen.
    void note_presented();
    // Removes and returns the first entry if its notice has been seen and its needs_step_end equals
    // `at_step_end`.
    std::optional<AnnouncedWork> take(bool at_step_end);

  private:
    enum class Stage { waiting, drawn, seen };  // of the notice
    struct Entry {
        AnnouncedWork work;
        Stage stage = Stage::waiting;
    };
    std::deque<Entry> entries_;
};

}  // namespace milkomeda
