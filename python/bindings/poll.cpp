#include "python/bindings/poll.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace milkomeda::python {
namespace {

std::mutex one_change;  // guards `abandoned`
std::vector<std::thread> abandoned;

}  // namespace

void abandon(std::thread thread) {
    const std::scoped_lock lock{one_change};
    abandoned.push_back(std::move(thread));
}

void join_abandoned() {
    const py::gil_scoped_release others_run;
    const std::scoped_lock lock{one_change};
    for (std::thread& thread : abandoned) thread.join();
    abandoned.clear();
}

}  // namespace milkomeda::python
