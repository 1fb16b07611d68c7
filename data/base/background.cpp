#include "data/base/background.hpp"

#include <sys/resource.h>

#include <thread>

namespace milkomeda {
namespace {

const std::thread::id first_thread = std::this_thread::get_id();

}  // namespace

void step_back() {
    if (std::this_thread::get_id() != first_thread) setpriority(PRIO_PROCESS, 0, 10);
}

}  // namespace milkomeda
