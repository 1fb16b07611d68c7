// Cleanup when a signal ends the program (Ctrl-C, kill, a crash): unfinished files are removed and helper
// processes are killed.
#pragma once

#include <atomic>
#include <string>

namespace milkomeda {

// Installs the cleanup for all signals that end the program, except signals that are ignored (nohup) or
// already have a handler. Also cleans up if a driver calls exit(). After this call, exceeding the file size
// limit is a write error instead of a signal.
void clean_up_on_signals();

// For use in a forked child, which does not own the parent's files: crashes end the child without cleanup,
// and requests to end the program are ignored.
void leave_signals_alone();

// Cleans up immediately, for programs that end without a signal.
void clean_up_unfinished();

// After this call, writing to a closed pipe or socket is an error of the writing function instead of a signal.
void ignore_broken_pipes();

// Registers a file for removal if a signal ends the program during the lifetime of this object.
class UnfinishedFile {
  public:
    explicit UnfinishedFile(const std::string& path);
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  private:
    char* path_;
    std::atomic<char*>& entry_;
};

// Registers a process that leads a process group. The group is killed if a signal ends the program during the
// lifetime of this object.
class UnfinishedProcess {
  public:
    explicit UnfinishedProcess(int process);
    ~UnfinishedProcess();
    UnfinishedProcess(const UnfinishedProcess&) = delete;
    UnfinishedProcess& operator=(const UnfinishedProcess&) = delete;

  private:
    std::atomic<int>& entry_;
};

// Delays, during the lifetime of this object, the signals that end the program, except signals of crashes.
class SignalsWait {
  public:
    SignalsWait();
    ~SignalsWait();
    SignalsWait(const SignalsWait&) = delete;
    SignalsWait& operator=(const SignalsWait&) = delete;
};

}  // namespace milkomeda
