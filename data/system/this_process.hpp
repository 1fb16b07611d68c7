// The running process: its program file, its user, its environment, the priority of its threads, and its end.
#pragma once

#include <filesystem>
#include <string>

namespace milkomeda {

// Path of the running program. Throws std::filesystem::filesystem_error if the system does not tell.
std::filesystem::path executable_path();

// Number of the user whose rights the process has.
unsigned user_number();

// Sets an environment variable for this process and for the processes that it starts. Not thread-safe.
void set_environment_variable(const char* name, const std::string& value);

// Lowers the priority of the calling thread and of the threads that it starts later (on Linux, where priority
// is a property of a thread). Does nothing on the main thread, which runs tasks itself when no other thread
// can start.
void lower_thread_priority();

// Ends the process immediately, without destructors and handlers of exit().
[[noreturn]] void end_process_now(int exit_code);

}  // namespace milkomeda
