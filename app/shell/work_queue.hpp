// Queue of work that takes longer than a frame. The window shows a notice for one frame before the work runs.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace milkomeda {

struct AnnouncedWork {
    std::string notice;           // notice shown until the work begins, such as "loading m51 ..."
    bool needs_step_end = false;  // true: the work runs between two steps
    std::function<void()> run;
};

class WorkQueue {
  public:
    // Appends work to the queue. If `work` does not need a step end, it replaces all queued work that does not need a
    // step end, because only the user's last request counts.
    void add(AnnouncedWork work);

    bool empty() const { return entries_.empty(); }
    bool has(const std::string& notice) const;
    // Returns true if the first entry needs a step end. The run must then pause at the end of the current step until
    // the work is done.
    bool needs_step_end() const { return !empty() && entries_.front().work.needs_step_end; }
    // Removes all work that needs a step end. Must be called when a scene was loaded.
    void drop_step_work();

    // Returns the notice of the first entry, which the caller must show in this frame. Returns an empty text without
    // entries.
    std::string notice_to_show();
    // Marks as seen the notice that was visible in the frame just presented. Must be called after each frame.
    void note_presented();
    // Removes and returns the first entry if its notice has been seen and its needs_step_end equals `at_step_end`;
    // otherwise returns an empty optional.
    std::optional<AnnouncedWork> take(bool at_step_end);

  private:
    enum class Stage { waiting, drawn, seen };  // stage of the first entry's notice
    struct Entry {
        AnnouncedWork work;
        Stage stage = Stage::waiting;
    };
    std::deque<Entry> entries_;
};

}  // namespace milkomeda
