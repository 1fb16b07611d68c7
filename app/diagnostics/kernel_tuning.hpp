// KernelTuning selects the kernel of a simulation: the kernel of the command line; otherwise the fastest
// kernel measured earlier on this device with a similar number of bodies; otherwise the device's default,
// until a search during the animation has found the fastest kernel. The user may select another kernel at any
// time.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
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

    // Calls stop(), and uses another device, or none, from now on. Throws as the constructor does.
    void use_device(const DeviceOptions& options, const DeviceContext& device_context);

    // Calls stop(), and returns solver and kernel for a new simulation with `bodies` bodies. If the kernel
    // variant is empty, the device's default is used. A kernel named on the command line selects the direct
    // sum.
    SolverChoice start(std::size_t bodies, Accuracy accuracy);

    // Calls stop(), and returns `saved` to continue a saved run. No search replaces its kernel.
    SolverChoice start(const SolverChoice& saved);

    // Cancels search and build in progress. Must be called before the simulation given to advance() ends.
    void stop();

    // Returns solver and kernel for a run without a window. With --retune, first searches for the fastest
    // kernel with these positions.
    SolverChoice settle(std::span<const Float4> positions, Accuracy accuracy);

    // Logs solver, kernel and the reason for their selection, unless it is the default kernel of the direct
    // sum. Warns about parameters that the solver ignores.
    void log(const SolverChoice& running, const SimulationStatus& status, const SimulationParameters& parameters) const;

    // Continues the search for a part of a frame, and switches to a kernel that was built meanwhile. Returns
    // the seconds used. On a device that shares processors with drawing, a search that the user has not
    // requested runs only while `time_to_spare` is true. `finish_drawing` waits until drawing is complete, so
    // that drawing does not affect the measurements. A search that fails ends with a notice. Throws the
    // OpenCL errors of the simulation.
    double advance(SolverSlot& slot, std::span<const Float4> positions, bool time_to_spare,
                   const std::function<void()>& finish_drawing, Notices& notices);

    void pick(const SolverType& type);
    // selects the direct sum with this variant and its fastest known settings
    void pick(const KernelVariant& variant);
    void pick(const SolverChoice& choice);  // selects a solver and kernel exactly as given
    // name of the selected kernel or solver until it is in use; empty if nothing waits
    std::string picked_to_build() const;
    void search();     // starts a new search
    void search_on();  // resumes a search whose simulation was replaced by a similar simulation
    void skip();       // ends the search without a result

    bool searching() const { return search_wanted_; }
    // true while the search waits for frames with time to spare
    bool search_waits() const { return search_waits_; }
    double search_done() const { return search_ ? search_->done() : 0; }  // progress of the search, 0 to 1
    KernelOrigin origin() const { return origin_; }
    // variants that the device can run
    const std::vector<const KernelVariant*>& variants() const { return variants_; }
    double pairs_per_second(const KernelVariant& variant) const;  // measured rate; 0 without a measurement

  private:
    struct Decision {
        KernelChoice kernel;
        KernelOrigin origin;
        const SolverType* solver = nullptr;  // null: the solver in use
    };
    KernelChoice first_kernel(std::size_t bodies);

    void let_search_wait(bool wait);
    void advance_search(std::span<const Float4> positions, const std::function<void()>& finish_drawing);
    Decision end_search();
    std::optional<ReadySolver> next_built(Notices& notices);
    void build_next(SolverSlot& slot);

    DeviceContext device_context_;
    ReadAsset read_;
    std::optional<TuningCache> cache_;  // empty if there is no device or the solver has no tunable kernels
    std::vector<const KernelVariant*> variants_;
    KernelChoice forced_;
    bool retune_;
    ProgramOptions program_;
    const SolverType* solver_;

    KernelOrigin origin_ = KernelOrigin::device_default;
    std::vector<KernelRate> rates_;
    bool search_wanted_ = false;
    bool search_asked_for_ = false;  // true if the user requested the search, which then never waits
    bool search_waits_ = false;
    bool search_decides_ = false;  // true if the search result will be used
    std::optional<ChildProcess> builds_first_;
    std::optional<Autotuner> search_;
    std::optional<Decision> decision_;  // kernel that is built next
    Decision building_;                 // kernel that is being built in built_
    std::future<ReadySolver> built_;
};

}  // namespace milkomeda
