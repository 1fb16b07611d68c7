// State of each frame of a video, so that the frames can be drawn again: the time of the run, the camera and the look.
// Bodies are not stored, but recomputed from the start (a scene or state file) by the stored number of steps with the
// stored parameters. Trails are stored for the first frame, and again whenever trails were added, deleted or replaced.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/annotation_set.hpp"
#include "app/playback/run_history.hpp"
#include "app/scene/slice_choice.hpp"
#include "app/viewport/trail.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

// Changes of the parameters and the solver since the start of the run: the first `count` entries of `list`. All frames
// of one branch share a list.
struct VideoStepChanges {
    std::shared_ptr<const std::vector<SettingsChange>> list{};
    std::size_t count = 0;

    std::span<const SettingsChange> all() const {
        return list ? std::span{*list}.first(count) : std::span<const SettingsChange>{};
    }
};

struct VideoFrame {
    // State file from which the run continues from this frame on; empty if the run continues from the previous frame.
    std::string start{};
    long steps = 0;    // step index when the frame was drawn
    double time = 0;   // model time that the frame shows
    double ahead = 0;  // model time from the end of the last step to `time`
    VideoStepChanges changes{};
    Camera camera;
    Look look;
    AnnotationSet show;
    std::vector<ShownBodies> shown{};  // drawn bodies of each component
    // Slice through the potential with the parameters of its computation; empty if no slice is shown.
    struct Slice {
        SliceChoice choice;
        double gravity = 1, softening = 0;
        bool operator==(const Slice&) const = default;
    };
    std::optional<Slice> slice{};
    // All trails of this frame. Empty if the trails of the previous frame continue in this frame.
    std::optional<Trails> trails{};
};

// Stores the frames of a video as JSON: for each frame, only the differences from the previous frame.
class VideoScript {
  public:
    VideoScript();
    ~VideoScript();
    VideoScript(VideoScript&&) noexcept;
    VideoScript& operator=(VideoScript&&) noexcept;

    void add(const VideoFrame& frame);
    const nlohmann::ordered_json& json() const;

    // Returns the frames of a stored script. Throws std::runtime_error with one line for an invalid script.
    static std::vector<VideoFrame> frames_of(const nlohmann::ordered_json& json);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace milkomeda
