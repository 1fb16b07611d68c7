// Files must be written atomically: first to a temporary file, which is removed if the program ends early.
#include "data/system/atomic_file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <set>

#include "data/files/small_file.hpp"
#include "data/system/file_error.hpp"
#include "data/system/signal_cleanup.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

namespace fs = std::filesystem;

std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
    return names;
}

constexpr int ended_by[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGPIPE, SIGXCPU, SIGABRT, SIGSEGV,   SIGALRM,
                            SIGUSR1, SIGUSR2, SIGPROF, SIGVTALRM, SIGPOLL, SIGPWR,  SIGSYS,  SIGSTKFLT, SIGTRAP};

void write_some(const AtomicFile& file, const std::string& text) {
    REQUIRE(write(file.descriptor(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

// Runs `work` in a child process without the signal handlers of the test program. Returns the exit status from
// waitpid().
template <typename Work>
int status_of_child(Work work) {
    const pid_t child = fork();
    if (child == 0) {
        for (const int number : ended_by) signal(number, SIG_DFL);
        try {
            work();
            _exit(0);
        } catch (const std::exception&) {
            _exit(9);  // Without this exit, the child process would run the remaining tests.
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

std::string failure(const fs::path& file) {
    try {
        read_small_file(file);
        return "";
    } catch (const FileError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("the temporary file of an atomic file is in the folder of its target and has an unpredictable name") {
    const TemporaryFolder folder;
    std::set<std::string> names;
    for (int i = 0; i < 3; ++i) {
        const AtomicFile file(folder / "file.tab");
        for (const std::string& name : names_in(folder / "")) names.insert(name);
    }
    CHECK(names.size() == 3);
    for (const std::string& name : names) {
        CHECK(name.starts_with(".milkomeda-"));
        // In containers, process numbers are short, and a random name can contain a short number.
        if (getpid() >= 10000) CHECK(name.find(std::to_string(getpid())) == name.npos);
        CHECK(name.size() >= 40);
    }
    CHECK(folder.files() == 0);
}

TEST_CASE("a file that replaces a private file is private from the beginning") {
    const TemporaryFolder folder;
    folder.put("file", "old");
    fs::permissions(folder / "file", fs::perms::owner_read | fs::perms::owner_write);
    AtomicFile file(folder / "file");
    struct stat status {};
    REQUIRE(fstat(file.descriptor(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    file.finish();
    CHECK(content_of(folder / "file").empty());
}

TEST_CASE("signals and crashes remove unfinished files and keep finished files") {
    const TemporaryFolder folder;
    for (const int number : ended_by) {
        folder.put("old", "from before");
        const int status = status_of_child([&] {
            clean_up_on_signals();
            const rlimit no_core{0, 0};
            setrlimit(RLIMIT_CORE, &no_core);
            AtomicFile old(folder / "old"), young(folder / "young"), done(folder / "done");
            write_some(done, "done");
            done.finish();
            write_some(old, "half");
            raise(number);
        });
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == number);
        CHECK(names_in(folder / "") == std::set<std::string>{"done", "old"});
        CHECK(content_of(folder / "old") == "from before");
        CHECK(content_of(folder / "done") == "done");
    }
}

TEST_CASE("child processes of a helper script end together with the script") {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const int status = status_of_child([&] {
        clean_up_on_signals();
        const pid_t helper = fork();
        if (helper == 0) {
            setpgid(0, 0);
            fork();
            const char there = 1;
            if (write(ends[1], &there, 1) == 1)
                for (;;) pause();
        }
        const UnfinishedProcess unfinished(helper);
        std::array<char, 2> both{};
        for (std::size_t i = 0; i < both.size(); ++i)
            if (read(ends[0], &both[i], 1) != 1) _exit(8);
        raise(SIGTERM);
    });
    CHECK(WTERMSIG(status) == SIGTERM);
    close(ends[1]);
    pollfd other_end{ends[0], 0, 0};
    // poll() returns because every process that held the write end of the pipe has ended.
    CHECK(poll(&other_end, 1, 10000) == 1);
    close(ends[0]);
}

TEST_CASE("an atomic file that must not replace an existing file takes the next unused name") {
    const TemporaryFolder folder;
    AtomicFile one(folder / "a.tab", Existing::kept), other(folder / "a.tab", Existing::kept);
    write_some(one, "one");
    write_some(other, "other");
    one.finish();
    other.finish();
    CHECK(one.name() == folder / "a.tab");
    CHECK(other.name() == folder / "a-2.tab");
    CHECK(content_of(folder / "a.tab") == "one");
    CHECK(content_of(folder / "a-2.tab") == "other");
    CHECK(folder.files() == 2);
}

TEST_CASE("a library that calls exit() removes unfinished files") {
    const TemporaryFolder folder;
    const int status = status_of_child([&] {
        clean_up_on_signals();
        const AtomicFile file(folder / "file");
        std::exit(3);
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 3);
    CHECK(folder.files() == 0);
}

TEST_CASE("cleaning up on signals keeps ignored signals and existing signal handlers") {
    const TemporaryFolder folder;
    const int status = status_of_child([&] {
        signal(SIGHUP, SIG_IGN);
        signal(SIGTERM, [](int) {});
        clean_up_on_signals();
        const AtomicFile file(folder / "file");
        raise(SIGHUP);
        raise(SIGTERM);
        _exit(folder.files() == 1 ? 7 : 8);
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("exceeding the file size limit is an error and does not end the program") {
    const TemporaryFolder folder;
    const int status = status_of_child([&] {
        clean_up_on_signals();
        const rlimit small{1000, 1000};
        setrlimit(RLIMIT_FSIZE, &small);
        try {
            write_small_file(folder / "file", std::string(5000, 'x'));
        } catch (const FileError& error) {
            _exit(std::string(error.what()).ends_with("cannot be written: File too large") ? 7 : 8);
        }
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(folder.files() == 0);
}

TEST_CASE("a signal is delayed until a group of files has been rewritten") {
    const TemporaryFolder folder;
    const int status = status_of_child([&] {
        clean_up_on_signals();
        const SignalsWait whole;
        raise(SIGTERM);
        write_small_file(folder / "after", "the signal");
    });
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGTERM);
    CHECK(content_of(folder / "after") == "the signal");
}

TEST_CASE("small files are read completely, and folders, pipes and devices are refused without waiting") {
    const TemporaryFolder folder;
    CHECK(!read_small_file(folder / "none"));
    CHECK(read_small_file(folder.put("empty", "")) == "");
    CHECK(read_small_file(folder.put("some", "two\nlines")) == "two\nlines");
    CHECK(failure(folder / "").ends_with("is a folder, not a file"));
    CHECK(failure("/dev/zero").ends_with("is a pipe or a device, not a file"));
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(failure(folder / "pipe").ends_with("is a pipe or a device, not a file"));
    CHECK_THROWS_WITH_AS(write_small_file(folder / "pipe", "x"), doctest::Contains("it is not a regular file"),
                         FileError);
    fs::resize_file(folder.put("large", ""), 17 << 20);
    CHECK(failure(folder / "large").ends_with("is larger than 16 MiB"));
}
