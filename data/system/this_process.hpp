// Properties of the running process: program file, user, environment, thread priorities, and its termination.
#pragma once

#include <filesystem>
#include <string>

namespace milkomeda {

// Returns the path of the running program. Throws std::filesystem::filesystem_error on failure.
std::filesystem::path executable_path();

// Returns the effective user id of the process.
unsigned user_number();

// Sets an environment variable for this process and for processes that it starts later. Not thread-safe.
void set_environment_variable(const char* name, const std::string& value);

// Lowers the priority of the calling thread and of threads that it starts later (on Linux, where each thread has its
// own priority). Does nothing on the main thread, which runs background tasks itself if no other thread can be started.
void lower_thread_priority();

// Ends the process immediately, without running destructors and exit() handlers.
[[noreturn]] void end_process_now(int exit_code);

}  // namespace milkomeda
