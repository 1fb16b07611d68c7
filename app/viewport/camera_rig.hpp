// What moves the camera: a person's hand and the turning that goes on after it lets go, a body or galaxy that
// the camera follows, a star that it sits on, a path of key frames.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/viewport/viewpoints.hpp"
#include "app/ui/window.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/sky_observer.hpp"
#include "app/ui/window.hpp"
#include "app/viewport/viewpoints.hpp"
#include "render/camera/camera_motion.hpp"
#include "render/camera/camera_path.hpp"
#include "render/camera/framing.hpp"

namespace milkomeda {

// How a person wants the camera to move, besides where it is.
struct CameraSettings {
    bool inertia = true;
    bool turns = false;  // by itself
    double degrees_per_second = 6;
    double fly_speed = 4;  // model units per second
    bool keeps_framed = false;
    bool plays_path = false;
};

class CameraRig {
  public:
    // Takes the camera of a start, with the command line's on top: at first, and again at each reset. What
    // the person prefers stays.
    void begin(const SceneSetup& initial, const CameraOverrides& overrides);

    // The same source with other rows: everything stays, as far as it can. `same_bodies`: those that were
    // there before and still are have their ids.
    void reload(const SceneSetup& initial, bool same_bodies = false);

    // The part of the picture that panels leave free, from the window's first frame on.
    void see(const FreeView& free) { free_ = free; }

    // Takes what a person did in a frame of so many seconds.
    void take(const Input& input, double seconds);
    // Moves with what the camera follows, to the moment that the next picture shows (LoadedScene::update()).
    // Call it before each picture; films, whose frames take no time, need nothing else.
    void follow(LoadedScene& loaded, double seconds = 0);

    const Camera& shown() const { return shown_; }
    Camera& camera() { return camera_; }  // where it is on its way to

    CameraMode mode() const { return mode_; }
    // Throws UsageError when there is no disk to sit in.
    void enter(CameraMode mode, const LoadedScene& loaded);
    void next_mode(const LoadedScene& loaded);  // in a circle, over the modes that this scene allows
    void next_projection();                     // in a circle, over those that suit the mode

    // A galaxy by its name, or a body by its id in the source; nothing for "". Throws UsageError when there
    // is none.
    void follow(const std::string& name, const LoadedScene& loaded);
    const std::string& followed() const { return followed_; }

    void frame_all(const LoadedScene& loaded);  // glides to where all that is shown is in view

    // Glides to where what is seen there, from the middle of the picture in units of its height, is in the
    // middle; orbits turn about it then.
    void focus(const glm::vec2& place, LoadedScene& loaded);
    void focus(const glm::vec3& place);  // the same for a place in the world

    void save_viewpoint(int key);
    bool go_to_viewpoint(int key, const LoadedScene& loaded);  // false when there is none

    const Viewpoints& kept_viewpoints() const;  // of this scene

    void look_from(const Camera& camera);  // glides there
    void add_key_frame(double time);

    CameraSettings settings;
    CameraPath path;
    std::map<std::string, Viewpoints> viewpoints;  // of all scenes and files, by name

  private:
    bool is_touched(const Input& input) const;
    void turn(double seconds);
    void follow_wheel(const Input& input, double seconds);
    void drag(const Input& input, glm::vec2 turn, double seconds);
    void fly(const Input& input, double seconds);
    void sit(LoadedScene& loaded);
    void aim(const glm::vec3& star, LoadedScene& loaded);
    std::optional<glm::vec3> place_of_followed(LoadedScene& loaded) const;  // empty while not known
    void go_after(LoadedScene& loaded);
    void compose(const LoadedScene& loaded, double seconds);
    void frame_sample(LoadedScene& loaded);
    // From the side that it looks from; between the panels, where that is known.
    Camera with_all_in_view(const std::vector<glm::vec3>& points) const;
    void keep_framed(LoadedScene& loaded, double seconds);
    void glide();
    void let_go();  // forgets what it follows
    void land();

    std::string source_;
    CameraMode mode_ = CameraMode::orbit;
    Camera camera_, shown_;
    Camera outside_;  // where it was before it sat down on a star
    OrbitInertia inertia_;
    CameraTransition transition_;
    std::optional<float> wheel_goal_;  // the distance that the wheel asks for
    glm::vec2 wheel_at_{0};            // what lies there stays there

    SkyObserver observer_{};
    bool aims_ = false;  // in the sky at the other galaxy, until somebody looks elsewhere
    std::string followed_;
    std::optional<std::size_t> followed_row_;  // of a body
    std::optional<glm::vec3> last_place_;      // of what is followed
    std::optional<FreeView> free_, composed_for_;
    double composing_ = 0;     // seconds that are left for it; panels find their sizes meanwhile
    bool frames_all_ = false;  // as soon as a sample of what is shown is known
    std::optional<Camera> framing_;
    double framing_age_ = 0;  // seconds
};

}  // namespace milkomeda
