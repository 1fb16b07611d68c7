// KernelTuning selects the kernel of a simulation. The first available of these kernels is selected:
// - the kernel that the user has selected in the window or on the command line,
// - the fastest kernel of an earlier measurement on this device with a similar number of bodies,
// - the device's default, until a search during the animation has found the fastest kernel.
#pragma once

#include <array>
#include <functional>
#include <future>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/cli/option_parts.hpp"
#include "app/diagnostics/tuning_cache.hpp"
#include "app/io/notices.hpp"
#include "assets/assets.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/base/names.hpp"
#include "data/system/child_process.hpp"

namespace milkomeda {

// Reason why the present kernel was selected.
enum class KernelOrigin { device_default, command_line, remembered, search, hand, saved };
template <>
inline constexpr std::array<std::string_view, 6> names<KernelOrigin>{"default", "command line", "remembered",
                                                                     "search",  "hand",         "saved"};

class KernelTuning {
  public:
    // Throws UsageError if --kernel names a kernel that the device or the solver lacks.
    KernelTuning(const DeviceOptions& options, const ProgramOptions& program, const DeviceContext& device_context,
                 const Assets& assets);

    // Calls stop(), and uses the device of `device_context`, which may be empty, from now on. Throws like the
    // constructor.
    void use_device(const DeviceOptions& options, const DeviceContext& device_context);

    // Calls stop(), and returns solver and kernel for a new simulation with `bodies` bodies. If the kernel variant is
    // empty, the simulation uses the device's default. A kernel of the command line selects the direct sum.
    SolverChoice start(std::size_t bodies, Accuracy accuracy);

    // Calls stop(), and returns `saved`, the choice of a saved run. No search replaces this kernel.
    SolverChoice start(const SolverChoice& saved);

    // Cancels searches and builds. Must be called before the simulation that owns the `slot` of advance() ends.
    void stop();

    // Returns solver and kernel for a run without a window. With --retune, first searches for the fastest
    // kernel with these positions.
    SolverChoice settle(std::span<const Float4> positions, Accuracy accuracy);

    // For the direct sum, logs the kernel and the reason for its selection, unless the kernel is the default. For all
    // other solvers, logs the solver. Warns about parameters that the solver ignores.
    void log(const SolverChoice& running, const SimulationStatus& status, const SimulationParameters& parameters) const;

    // Continues the search during a part of the frame, and switches to a kernel that has been built. Returns the
    // duration of the call in seconds. A failed search ends with a notice. Throws OpenCL errors of the simulation.
    // - `time_to_spare`: on a device that shares processors with drawing, a search that the user has not
    //   requested runs only in frames with time to spare.
    // - `finish_drawing` waits until drawing is complete, so that drawing does not affect the measurements.
    double advance(SolverSlot& slot, std::span<const Float4> positions, bool time_to_spare,
                   const std::function<void()>& finish_drawing, Notices& notices);

    // pick(variant) selects the direct sum with this kernel variant and its fastest known settings. pick(choice)
    // selects the solver, kernel variant and settings of `choice`.
    void pick(const KernelVariant& variant);
    void pick(const SolverChoice& choice);
    // Returns the name of the kernel or solver that the user has selected; an empty text once the selection is in use.
    std::string picked_to_build() const;
    void search();     // starts a new search
    void search_on();  // restarts a search that stop() has canceled, for a simulation with a similar number of bodies
    void skip();       // ends the search without a result

    bool searching() const { return search_wanted_; }
    bool search_waits() const { return search_waits_; }  // true while the search waits for time to spare
    double search_done() const { return search_ ? search_->done() : 0; }  // completed share of the search
    KernelOrigin origin() const { return origin_; }
    // variants() returns the kernel variants that the device can run. pairs_per_second() returns the measured rate of a
    // variant, or 0 if the rate is unknown.
    const std::vector<const KernelVariant*>& variants() const { return variants_; }
    double pairs_per_second(const KernelVariant& variant) const;

  private:
    struct Decision {
        KernelChoice kernel;
        KernelOrigin origin;
        const SolverType* solver = nullptr;  // null to keep the solver in use
    };
    KernelChoice first_kernel(std::size_t bodies);
    const KernelRate* rate_of(const KernelVariant& variant) const;  // returns null without a measurement

    void let_search_wait(bool wait);
    void advance_search(std::span<const Float4> positions, const std::function<void()>& finish_drawing);
    Decision end_search();
    std::optional<ReadySolver> next_built(Notices& notices);
    void build_next(SolverSlot& slot);

    DeviceContext device_context_;
    ReadAsset read_;
    std::optional<TuningCache> cache_;  // empty without a device, and for a solver without tunable kernels
    std::vector<const KernelVariant*> variants_;
    KernelChoice forced_;  // kernel of the command line
    bool retune_;
    ProgramOptions program_;
    const SolverType* solver_;

    KernelOrigin origin_ = KernelOrigin::device_default;
    std::vector<KernelRate> rates_;
    bool search_wanted_ = false;
    bool search_asked_for_ = false;  // true if the user has requested the search, so that it needs no spare time
    bool search_waits_ = false;
    bool search_decides_ = false;               // true if the simulation will use the result of the search
    std::optional<ChildProcess> builds_first_;  // process that builds all kernels before the search
    std::optional<Autotuner> search_;
    std::optional<Decision> decision_;  // kernel that is built next
    Decision building_;                 // kernel that built_ will contain
    std::future<ReadySolver> built_;
};

}  // namespace milkomeda
