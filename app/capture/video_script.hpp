// What was seen in the frames of a film, so that they can be drawn again: for each of them the moment of the
// run, the camera, the look. Bodies are no part of it: they are those of the start (the scene's, or a state
// file's) after so many steps, each taken by the law that it was taken by. Trails are, as far as they do not
// follow from the film: those that had begun before it, and that were cut in it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/playback/run_history.hpp"
#include "app/cli/annotation_set.hpp"
#include "app/viewport/trails.hpp"
#include "app/scene/slice_choice.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// By which steps were taken, since the start: so many of a list that frames share, as long as a run goes on.
struct VideoStepChanges {
    std::shared_ptr<const RunHistory::Changes> list{};
    std::size_t count = 0;

    std::span<const RunHistory::Change> all() const {
        return list ? std::span{*list}.first(count) : std::span<const RunHistory::Change>{};
    }
};

struct VideoFrame {
    // A state file that the run goes on from in this frame and later ones; empty: from where it did before.
    std::string start{};
    long steps = 0;    // that were taken when this frame was drawn
    double time = 0;   // model time that it shows,
    double ahead = 0;  // so much later than that of the end of the last step
    VideoStepChanges changes{};
    Camera camera;
    Look look;
    AnnotationSet show;
    std::vector<bool> shown{};  // one for each component
    // Through the potential, and what that is summed with; empty: none.
    struct Slice {
        SliceChoice choice;
        double gravity = 1, softening = 0;
        bool operator==(const Slice&) const = default;
    };
    std::optional<Slice> slice{};
    // All of them as this frame has them; empty: as they were in the frame before, and what this one adds.
    std::optional<Trails> trails{};
};

// Frame after frame; what stays as it was takes no room.
class VideoScript {
  public:
    VideoScript();
    ~VideoScript();
    VideoScript(VideoScript&&) noexcept;
    VideoScript& operator=(VideoScript&&) noexcept;

    void add(const VideoFrame& frame);
    const nlohmann::ordered_json& json() const;

    // The frames that were added. Throws std::runtime_error with one line for what makes no sense.
    static std::vector<VideoFrame> frames_of(const nlohmann::ordered_json& json);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace milkomeda
