#include "data/system/this_process.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

namespace milkomeda {
namespace {

const std::thread::id first_thread = std::this_thread::get_id();

}  // namespace

std::filesystem::path executable_path() { return std::filesystem::read_symlink("/proc/self/exe"); }

unsigned user_number() { return geteuid(); }

void set_environment_variable(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

void lower_thread_priority() {
    if (std::this_thread::get_id() != first_thread) setpriority(PRIO_PROCESS, 0, 10);
}

void end_process_now(int exit_code) { _exit(exit_code); }

}  // namespace milkomeda
