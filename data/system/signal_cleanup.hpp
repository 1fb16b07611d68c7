// Cleanup when a signal ends the program (Ctrl-C, kill, a crash): removes unfinished files and kills helper
// processes.
#pragma once

#include <atomic>
#include <string>

namespace milkomeda {

// Installs the cleanup for signals that end the program, unless a signal is ignored (nohup) or already has a
// handler. Calls of exit() by a driver clean up as well. Exceeding the file size limit becomes a write error
// instead of a signal.
void clean_up_on_signals();

// For a forked child, which does not own the parent's files: crashes end it without cleanup, and requests to
// end the program are ignored.
void leave_signals_alone();

// Cleans up immediately, for programs that end in another way.
void clean_up_unfinished();

// Makes writing to a closed pipe or socket an error of the writing function instead of a signal.
void ignore_broken_pipes();

// Registers a file that is removed if a signal ends the program during this object's life.
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

// Registers a process that leads a process group: the group is killed if a signal ends the program during
// this object's life.
class UnfinishedProcess {
  public:
    explicit UnfinishedProcess(int process);
    ~UnfinishedProcess();
    UnfinishedProcess(const UnfinishedProcess&) = delete;
    UnfinishedProcess& operator=(const UnfinishedProcess&) = delete;

  private:
    std::atomic<int>& entry_;
};

// Delays signals that end the program until the end of this object's life; crashes are not delayed.
class SignalsWait {
  public:
    SignalsWait();
    ~SignalsWait();
    SignalsWait(const SignalsWait&) = delete;
    SignalsWait& operator=(const SignalsWait&) = delete;
};

}  // namespace milkomeda
