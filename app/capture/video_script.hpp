// The contents of a video's frames, so that they can be drawn again: for each frame the time of the run, the
// camera and the look. Bodies are not stored: they follow from the start (a scene or state file) by the
// stored number of steps, each with its stored parameters. Trails are stored if they do not follow from the
// video: trails that began before it or were cut in it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/annotation_set.hpp"
#include "app/playback/run_history.hpp"
#include "app/scene/slice_choice.hpp"
#include "app/viewport/trails.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Parameters and solvers of all steps since the start: the first `count` entries of a list that all frames of
// one branch share.
struct VideoStepChanges {
    std::shared_ptr<const RunHistory::Changes> list{};
    std::size_t count = 0;

    std::span<const RunHistory::Change> all() const {
        return list ? std::span{*list}.first(count) : std::span<const RunHistory::Change>{};
    }
};

struct VideoFrame {
    // State file from which the run continues in this frame and later frames; empty: the start is unchanged.
    std::string start{};
    long steps = 0;    // number of steps taken when the frame was drawn
    double time = 0;   // model time that the frame shows
    double ahead = 0;  // difference between `time` and the time of the last step's end
    VideoStepChanges changes{};
    Camera camera;
    Look look;
    AnnotationSet show;
    std::vector<bool> shown{};  // for each component: true if it is shown
    // Slice through the potential, with the parameters of its force sum; empty if no slice is shown.
    struct Slice {
        SliceChoice choice;
        double gravity = 1, softening = 0;
        bool operator==(const Slice&) const = default;
    };
    std::optional<Slice> slice{};
    // All trails of this frame; empty: the trails of the previous frame, continued by this frame.
    std::optional<Trails> trails{};
};

// Stores only the changes from frame to frame.
class VideoScript {
  public:
    VideoScript();
    ~VideoScript();
    VideoScript(VideoScript&&) noexcept;
    VideoScript& operator=(VideoScript&&) noexcept;

    void add(const VideoFrame& frame);
    const nlohmann::ordered_json& json() const;

    // Returns the frames that were added. Throws std::runtime_error with one line if the JSON is not a valid
    // script.
    static std::vector<VideoFrame> frames_of(const nlohmann::ordered_json& json);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace milkomeda
