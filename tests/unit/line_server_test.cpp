// The server of text lines serves several clients at a Unix socket. Whatever a client sends, the server never waits for
// it, and keeps its memory bounded.
#include <doctest/doctest.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>

#include "data/system/file_error.hpp"
#include "data/system/line_server.hpp"
#include "data/system/scratch_folder.hpp"

using namespace milkomeda;

namespace {

// Another program that is connected to the server.
class TestClient {
  public:
    explicit TestClient(const std::filesystem::path& file) : socket_{socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0)} {
        sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
        std::ranges::copy(file.string(), address.sun_path);
        REQUIRE(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    }

    // Returns the number of bytes that the connection accepts without waiting; negative after an error.
    ssize_t send(const std::string& text) const { return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL); }
    void end_sending() const { shutdown(socket_, SHUT_WR); }
    // Returns the bytes that have arrived, at most `most`.
    std::string received(std::size_t most = 1 << 20) const {
        std::string text(most, '\0');
        const ssize_t count = read(socket_, text.data(), text.size());
        return text.substr(0, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    bool is_disconnected() const {
        char byte;
        const ssize_t count = recv(socket_, &byte, 1, MSG_PEEK);
        return count == 0 || (count < 0 && errno != EAGAIN);
    }

  private:
    Descriptor socket_;
};

struct ServerFolder {
    ScratchFolder folder{"milkomeda-line-server"};
    std::filesystem::path file = folder.path() / "socket";
};

std::string fault_at(const std::filesystem::path& file) try {
    const LineServer server{file};
    return "";
} catch (const FileError& error) {
    return error.what();
}

}  // namespace

TEST_CASE("the server takes one line of a client after the other, each after the reply to the previous line") {
    const ServerFolder folder;
    LineServer server{folder.file};
    const TestClient first{folder.file}, second{folder.file};
    first.send("a\nb\n");
    second.send("c\n");
    auto lines = server.take();
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].text == "a");
    CHECK(lines[1].text == "c");
    CHECK(server.take().empty());
    CHECK_FALSE(server.has_news());
    server.reply(lines[0].client, "A");
    CHECK(first.received() == "A\n");
    CHECK(second.received().empty());
    CHECK(server.has_news());
    lines = server.take();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].text == "b");
}

TEST_CASE(
    "the server waits for the end of a line that arrives in parts, and drops the last part without a line break") {
    const ServerFolder folder;
    LineServer server{folder.file};
    const TestClient client{folder.file};
    client.send("half");
    CHECK(server.take().empty());
    client.send(" a line\nrest");
    client.end_sending();
    const auto lines = server.take();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].text == "half a line");
    server.reply(lines[0].client, "reply");
    CHECK(client.received() == "reply\n");
    CHECK(server.take().empty());
    CHECK_FALSE(server.has_clients());
    CHECK(client.is_disconnected());
}

TEST_CASE("the server reports a line that is too long, and disconnects its client after the reply") {
    const ServerFolder folder;
    LineServer server{folder.file};
    SUBCASE("a line of the longest length is whole") {
        const TestClient client{folder.file};
        std::string rest(LineServer::longest_line, 'x');
        rest += '\n';
        std::vector<LineServer::Line> lines;
        for (int i = 0; i < 10 && lines.empty(); ++i) {
            const ssize_t count = client.send(rest);
            if (count > 0) rest.erase(0, static_cast<std::size_t>(count));
            lines = server.take();
        }
        REQUIRE(lines.size() == 1);
        CHECK(lines[0].is_whole);
        CHECK(lines[0].text.size() == LineServer::longest_line);
    }
    SUBCASE("a longer line is not whole") {
        const TestClient client{folder.file}, other{folder.file};
        const std::string endless(LineServer::longest_line, 'x');
        std::vector<LineServer::Line> lines;
        for (int i = 0; i < 10 && lines.empty(); ++i) client.send(endless), lines = server.take();
        REQUIRE(lines.size() == 1);
        CHECK_FALSE(lines[0].is_whole);
        CHECK(lines[0].text.empty());
        server.reply(lines[0].client, "too long");
        CHECK(client.received() == "too long\n");
        CHECK(client.is_disconnected());
        CHECK_FALSE(other.is_disconnected());
    }
}

TEST_CASE("a client that disconnects before the reply does no harm") {
    const ServerFolder folder;
    LineServer server{folder.file};
    std::optional<TestClient> client{folder.file};
    client->send("a\n");
    const auto lines = server.take();
    REQUIRE(lines.size() == 1);
    client.reset();
    server.reply(lines[0].client, "A");
    server.reply(lines[0].client, "A");
    CHECK(server.take().empty());
    CHECK_FALSE(server.has_clients());
}

TEST_CASE("a client that does not read its replies gets them later, and its next line waits until then") {
    const ServerFolder folder;
    LineServer server{folder.file};
    const TestClient client{folder.file};
    client.send("a\nb\n");
    const auto lines = server.take();
    REQUIRE(lines.size() == 1);
    const std::string reply(8 << 20, 'r');  // larger than the buffer of a connection
    server.reply(lines[0].client, reply);
    CHECK(server.take().empty());
    std::string received;
    for (int i = 0; i < 10000 && received.size() <= reply.size(); ++i) {
        received += client.received();
        if (const auto next = server.take(); !next.empty()) CHECK(next[0].text == "b");
    }
    CHECK(received == reply + '\n');
}

TEST_CASE("clients beyond the largest number wait until a client disconnects") {
    const ServerFolder folder;
    LineServer server{folder.file};
    std::vector<std::unique_ptr<TestClient>> clients;
    for (std::size_t i = 0; i <= LineServer::most_clients; ++i)
        clients.push_back(std::make_unique<TestClient>(folder.file));
    clients.back()->send("late\n");
    CHECK(server.take().empty());
    CHECK(server.take().empty());
    clients.front().reset();
    server.take();
    const auto lines = server.take();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].text == "late");
}

TEST_CASE("only the owner can open the socket, and its end removes the socket") {
    const ServerFolder folder;
    {
        const LineServer server{folder.file};
        struct stat status {};
        REQUIRE(stat(folder.file.c_str(), &status) == 0);
        CHECK(S_ISSOCK(status.st_mode));
        CHECK((status.st_mode & 0777) == 0600);
    }
    CHECK_FALSE(std::filesystem::exists(folder.file));
}

TEST_CASE("the server refuses other files and used sockets, and replaces a socket to which no program listens") {
    const ServerFolder folder;
    SUBCASE("file") {
        std::ofstream{folder.file} << "text";
        CHECK(fault_at(folder.file).find("is not a socket") != std::string::npos);
        CHECK(std::filesystem::file_size(folder.file) == 4);
    }
    SUBCASE("folder") { CHECK(fault_at(folder.folder.path()).find("is not a socket") != std::string::npos); }
    SUBCASE("link") {
        std::filesystem::create_symlink(folder.folder.path() / "missing", folder.file);
        CHECK(fault_at(folder.file).find("is not a socket") != std::string::npos);
    }
    SUBCASE("used socket") {
        LineServer server{folder.file};
        CHECK(fault_at(folder.file).find("another program uses this socket") != std::string::npos);
        const TestClient client{folder.file};  // the first server still listens
        client.send("a\n");
        CHECK(server.take().size() + server.take().size() == 1);
    }
    SUBCASE("stale socket") {
        const Descriptor stale(socket(AF_UNIX, SOCK_STREAM, 0));
        sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
        std::ranges::copy(folder.file.string(), address.sun_path);
        REQUIRE(bind(stale, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
        CHECK(fault_at(folder.file).empty());
    }
    SUBCASE("long name") {
        CHECK(fault_at(folder.folder.path() / std::string(120, 'x')).find("at most 107 bytes") != std::string::npos);
    }
    SUBCASE("missing folder") {
        CHECK(fault_at(folder.file / "missing" / "socket").find("No such file") != std::string::npos);
    }
}
