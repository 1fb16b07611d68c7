#include "tests/cl_fault_layer/faults.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>

namespace milkomeda::layer {
namespace {

struct Fault {
    std::string call;
    long number = 0;  // number of the first call that fails, counted from 1
    cl_int error = CL_SUCCESS;
    std::string how;  // kind of failure: once, on, lost or held (see faults.hpp)
};

Fault parse(const std::string& line) {
    Fault fault;
    std::istringstream{line} >> fault.call >> fault.number >> fault.error >> fault.how;
    return fault;
}

// Returns whether a call needs a working device. Queries of objects, retaining and releasing work without a device.
bool needs_device(std::string_view call) {
    for (const std::string_view harmless : {"clGet", "clRetain", "clRelease"})
        if (call.substr(0, harmless.size()) == harmless) return false;
    return true;
}

class Faults {
  public:
    cl_int in(const char* call) {
        if (call == late_ && gettid() == getpid()) std::this_thread::sleep_for(std::chrono::seconds{3});
        std::unique_lock lock{mutex_};
        record(call);
        look_into_file();
        const bool is_named = call == fault_.call;
        if (is_named) ++calls_;
        if (is_named && fault_.how == "held") wait(lock);
        if (fault_.error == CL_SUCCESS) return CL_SUCCESS;
        const bool strikes = is_named && calls_ == fault_.number;
        const bool goes_on = calls_ >= fault_.number &&
                             ((fault_.how == "on" && is_named) || (fault_.how == "lost" && needs_device(call)));
        if (strikes)
            std::cerr << "cl_fault_layer: " + fault_.call + " fails with " + std::to_string(fault_.error) + '\n';
        return strikes || goes_on ? fault_.error : CL_SUCCESS;
    }

  private:
    // Waits until the fault file contains a different line.
    void wait(std::unique_lock<std::mutex>& lock) {
        while (calls_ >= fault_.number && fault_.how == "held") {
            lock.unlock();
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
            lock.lock();
            look_into_file();
        }
    }

    void record(const char* call) const {
        if (record_ < 0) return;
        const std::string line = std::string{call} + '\n';
        if (write(record_, line.data(), line.size()) < 0) std::cerr << "cl_fault_layer: the call cannot be recorded\n";
    }

    void look_into_file() {
        if (file_.empty()) return;
        std::string line;
        std::getline(std::ifstream{file_}, line);
        if (line == line_) return;
        line_ = line;
        fault_ = parse(line);
        calls_ = 0;
    }

    static std::string value_of(const char* name) {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    }
    static int open_record(const std::string& file) {
        return file.empty() ? -1 : open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }

    const std::string late_ = value_of("MILKOMEDA_LATE");
    std::mutex mutex_;
    const std::string file_ = value_of("MILKOMEDA_FAULT_FILE");
    const int record_ = open_record(value_of("MILKOMEDA_FAULT_RECORD"));
    std::string line_;
    Fault fault_ = parse(value_of("MILKOMEDA_FAULT"));
    long calls_ = 0;  // number of calls so far of the function that the fault names
};

}  // namespace

// Never destroyed, because programs may release OpenCL objects in static destructors.
cl_int fault_in(const char* call) {
    static Faults& faults = *new Faults;
    return faults.in(call);
}

}  // namespace milkomeda::layer
