// What a signal that ends the program (Ctrl-C, kill, a crash) must not leave behind: files that are being
// written, and processes that help.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <string>

namespace milkomeda {

// From now on such signals clean up before they end the program, unless they are ignored, as under nohup, or
// have a handler already, and so does a driver that calls exit(). A file that grows beyond the limit of sizes
// is an error of whoever writes it.
void clean_up_on_signals();

// In a copy of this process, whose files these are not: crashes just end it, and what asks the program to end
// is not for it.
void leave_signals_alone();

// At once, for who ends the program by another way.
void clean_up_unfinished();

// The file goes when a signal ends the program within this object's life.
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

// The process, which leads a group, is killed with that when a signal ends the program within this object's
// life.
class UnfinishedProcess {
  public:
    explicit UnfinishedProcess(pid_t process);
    ~UnfinishedProcess();
    UnfinishedProcess(const UnfinishedProcess&) = delete;
    UnfinishedProcess& operator=(const UnfinishedProcess&) = delete;

  private:
    std::atomic<pid_t>& entry_;
};

// Signals that end the program wait until the end of this object's life; crashes do not.
class SignalsWait {
  public:
    SignalsWait();
    ~SignalsWait();
    SignalsWait(const SignalsWait&) = delete;
    SignalsWait& operator=(const SignalsWait&) = delete;
};

}  // namespace milkomeda
