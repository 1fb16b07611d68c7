// KernelTuning decides which kernel a simulation runs: the kernel of the command line; otherwise the fastest
// kernel measured on this device with about as many bodies; otherwise the device's default, until a search
// during the animation has found the fastest. The user may choose another kernel at any time.
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

// Why the current kernel was chosen.
enum class KernelOrigin { device_default, command_line, remembered, search, hand, saved };
template <>
inline constexpr std::array<std::string_view, 6> names<KernelOrigin>{"default", "command line", "remembered",
                                                                     "search",  "hand",         "saved"};

class KernelTuning {
  public:
    // Throws UsageError if the device or the solver does not have the kernel of --kernel.
    KernelTuning(const DeviceOptions& options, const ProgramOptions& program,
                 const DeviceContext& device_context, const Assets& assets);

    // Calls stop(), and uses another device, or none, from now on. Throws as the constructor does.
    void use_device(const DeviceOptions& options, const DeviceContext& device_context);

    // Calls stop(), and returns the solver and kernel for a new simulation of `bodies` bodies. An empty
    // kernel variant means the device's default. A kernel given on the command line selects the direct sum.
    SolverChoice start(std::size_t bodies, Accuracy accuracy);

    // Calls stop(), and returns `saved` for the continuation of a saved run; no search replaces its kernel.
    SolverChoice start(const SolverChoice& saved);

    // Abandons the search and the build in progress. Call before the simulation passed to advance() ends.
    void stop();

    // Returns solver and kernel for a run without a window. With --retune, first searches the fastest kernel
    // for these positions.
    SolverChoice settle(std::span<const Float4> positions, Accuracy accuracy);

    // Logs the solver, the kernel and the reason of its choice, except for the default kernel of the direct
    // sum, and warns about parameters that the solver ignores.
    void log(const SolverChoice& running, const SimulationStatus& status,
             const SimulationParameters& parameters) const;

    // Continues the search for a part of a frame, and switches to a kernel that has been built meanwhile.
    // Returns the seconds used. If drawing and kernels share processors, a search that the user did not
    // request runs only while `time_to_spare` is true. `finish_drawing` waits for the display, so that its
    // work does not affect the measured times. A failed search ends with a notice; OpenCL errors of the
    // simulation are thrown.
    double advance(SolverSlot& slot, std::span<const Float4> positions, bool time_to_spare,
                   const std::function<void()>& finish_drawing, Notices& notices);

    void pick(const SolverType& type);
    // selects the direct sum with this variant and its best known settings
    void pick(const KernelVariant& variant);
    void pick(const SolverChoice& choice);  // selects a solver and kernel that ran before, unchanged
    // name of the selected kernel or solver until it runs; empty if none is selected
    std::string picked_to_build() const;
    void search();     // starts a new search
    void search_on();  // continues searching for another simulation like the ended one
    void skip();       // ends the search

    bool searching() const { return search_wanted_; }
    // The search is suspended until there is spare time.
    bool search_waits() const { return search_waits_; }
    double search_done() const { return search_ ? search_->done() : 0; }  // progress, 0 to 1
    KernelOrigin origin() const { return origin_; }
    // variants that the device can run
    const std::vector<const KernelVariant*>& variants() const { return variants_; }
    double pairs_per_second(const KernelVariant& variant) const;  // measured rate; 0 if not measured

  private:
    struct Decision {
        KernelChoice kernel;
        KernelOrigin origin;
        const SolverType* solver = nullptr;  // null: the running solver
    };
    KernelChoice first_kernel(std::size_t bodies);

    void let_search_wait(bool wait);
    void advance_search(std::span<const Float4> positions, const std::function<void()>& finish_drawing);
    Decision end_search();
    std::optional<ReadySolver> next_built(Notices& notices);
    void build_next(SolverSlot& slot);

    DeviceContext device_context_;
    ReadAsset read_;
    std::optional<TuningCache> cache_;  // empty without a device, and for solvers without tunable kernels
    std::vector<const KernelVariant*> variants_;
    KernelChoice forced_;
    bool retune_;
    ProgramOptions program_;
    const SolverType* solver_;

    KernelOrigin origin_ = KernelOrigin::device_default;
    std::vector<KernelRate> rates_;
    bool search_wanted_ = false;
    bool search_asked_for_ = false;  // The user requested the search, so it does not wait for spare time.
    bool search_waits_ = false;
    bool search_decides_ = false;  // The result of the search is used, unless the user selects a kernel.
    std::optional<ChildProcess> builds_first_;
    std::optional<Autotuner> search_;
    std::optional<Decision> decision_;  // kernel to be built next
    Decision building_;                 // kernel that built_ will hold
    std::future<ReadySolver> built_;
};

}  // namespace milkomeda
