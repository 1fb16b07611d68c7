#include "data/system/isolated_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "data/system/memory.hpp"
#include "data/system/signal_cleanup.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t longest_text = 64 * 1024;
constexpr std::size_t most_texts = 256;

void set_limit(__rlimit_resource resource, std::uint64_t limit) {
    // The soft limit of CPU time sends SIGXCPU, which tells the reason. The hard limit, one second later, would not.
    const rlimit limits{limit, limit + 1};
    setrlimit(resource, &limits);
}

// Blocks signals during its lifetime. Otherwise a signal handler in the forked child process could remove the
// parent's unfinished files.
class SignalBlock {
  public:
    SignalBlock() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalBlock() { end(); }
    void end() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_;
};

// Prepares the child process. Removes signal handlers, such as those of sanitizers, so that the child ends
// immediately when it crashes.
void prepare_child(const IsolatedProcess::Limits& limits) {
    leave_signals_alone();
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends the child when its parent dies
    constexpr rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    set_limit(RLIMIT_CPU, limits.seconds);
    if (const std::uint64_t now = memory_in_use()) set_limit(RLIMIT_DATA, now + limits.bytes);
}

void close_all_but(std::vector<int> kept) {
    kept.push_back(STDERR_FILENO);
    std::ranges::sort(kept);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const unsigned first = static_cast<unsigned>(kept[i]) + 1;
        const unsigned end = i + 1 < kept.size() ? static_cast<unsigned>(kept[i + 1]) : ~0u;
        if (first < end) close_range(first, end - 1, 0);
    }
}

std::string printable(std::string text) {
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

std::pair<Descriptor, Descriptor> make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error(std::strerror(errno));
    constexpr int bytes = 1 << 20;        // a larger pipe needs fewer switches between the processes
    fcntl(ends[0], F_SETPIPE_SZ, bytes);  // may fail; the pipe then keeps its size
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

}  // namespace

void Sender::bytes(const void* data, std::size_t size) {
    const auto write_part = [&](std::size_t done) {
        return write(descriptor_, static_cast<const char*>(data) + done, size - done);
    };
    if (transfer_all(size, write_part) < size) throw std::runtime_error(std::strerror(errno));
}

void Sender::text(const std::string& characters) {
    const std::string part = characters.substr(0, longest_text);
    value(part.size());
    bytes(part.data(), part.size());
}

void Sender::texts(const std::vector<std::string>& texts) {
    value(std::min(texts.size(), most_texts));
    for (const std::string& one : std::span(texts).first(std::min(texts.size(), most_texts))) text(one);
}

namespace {

// Runs the child's work and sends exceptions to the parent. No exception may leave this function: otherwise the child
// would continue the parent's program and clean up drivers whose threads do not exist in the child.
int do_work(const std::function<void(Sender&)>& work, Sender sender, Sender complaint) noexcept {
    const auto tell = [&](std::string_view words) {
        try {
            complaint.bytes(words.data(), words.size());
        } catch (const std::exception&) {  // the parent has closed the pipe, so the message has no receiver
        }
        return 1;
    };
    try {
        work(sender);
        return 0;
    } catch (const std::bad_alloc&) {
        return tell("reading needs more memory than the limit for a file of this size");
    } catch (const std::exception& error) {
        return tell(error.what());
    }
}

}  // namespace

IsolatedProcess::IsolatedProcess(const Limits& limits, const std::function<void(Sender&)>& work,
                                 std::vector<int> given) {
    Descriptor results_in, words_in;
    std::tie(results_, results_in) = make_pipe();
    std::tie(words_, words_in) = make_pipe();
    given.insert(given.end(), {results_in, words_in});
    SignalBlock until_prepared;
    process_ = fork();
    if (process_ == 0) {
        prepare_child(limits);
        until_prepared.end();
        close_all_but(std::move(given));
        _exit(do_work(work, Sender(results_in), Sender(words_in)));
    }
    if (process_ < 0) throw std::runtime_error(std::strerror(errno));
}

IsolatedProcess::~IsolatedProcess() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

void IsolatedProcess::bytes(void* to, std::size_t size) {
    const auto read_part = [&](std::size_t done) { return read(results_, static_cast<char*>(to) + done, size - done); };
    if (transfer_all(size, read_part) < size) fail();
}

std::string IsolatedProcess::text() {
    const auto size = value<std::size_t>();
    if (size > longest_text) throw std::runtime_error("the child process sent a text that is too long");
    std::string characters(size, '\0');
    bytes(characters.data(), size);
    return printable(characters);
}

std::vector<std::string> IsolatedProcess::texts() {
    const auto count = value<std::size_t>();
    if (count > most_texts) throw std::runtime_error("the child process sent too many texts");
    std::vector<std::string> texts(count);
    for (std::string& one : texts) one = text();
    return texts;
}

void IsolatedProcess::fail() {
    int status = 0;
    const pid_t ended = std::exchange(process_, -1);
    while (waitpid(ended, &status, 0) < 0 && errno == EINTR) continue;
    std::string words(longest_text, '\0');
    const ssize_t count = read(words_, words.data(), words.size());
    if (count > 0) throw std::runtime_error(printable(words.substr(0, static_cast<std::size_t>(count))));
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        throw std::runtime_error("reading takes more CPU time than the limit for a file of this size");
    throw std::runtime_error(WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                                 : "the child process ended without an error message");
}

void outlive_parent() { prctl(PR_SET_PDEATHSIG, 0); }

std::pair<Descriptor, Descriptor> make_socket_pair() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::runtime_error(std::strerror(errno));
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool send_all(int socket, const void* data, std::size_t bytes) {
    return transfer_all(bytes, [&](std::size_t done) {
               return send(socket, static_cast<const char*>(data) + done, bytes - done, MSG_NOSIGNAL);
           }) == bytes;
}

bool receive_all(int socket, void* to, std::size_t bytes) {
    return transfer_all(bytes, [&](std::size_t done) {
               return recv(socket, static_cast<char*>(to) + done, bytes - done, 0);
           }) == bytes;
}

}  // namespace milkomeda
