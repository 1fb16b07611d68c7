#include "data/system/line_server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

constexpr int socket_kind = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;

sockaddr_un address_of(const std::filesystem::path& file) {
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    const std::string name = file.string();
    constexpr std::size_t longest = sizeof address.sun_path - 1;
    if (name.empty()) throw FileError("the name of the socket is empty: choose a file name");
    if (name.size() > longest)
        throw FileError(
            file, "the name of a socket may have at most " + std::to_string(longest) + " bytes: choose a shorter path");
    std::copy(name.begin(), name.end(), address.sun_path);
    return address;
}

const sockaddr* pointer_to(const sockaddr_un& address) { return reinterpret_cast<const sockaddr*>(&address); }

// Removes a socket to which no program listens. Throws FileError for all other files.
void remove_stale_socket(const std::filesystem::path& file, const sockaddr_un& address) {
    struct stat status {};
    if (lstat(file.c_str(), &status) != 0) return;
    if (!S_ISSOCK(status.st_mode)) throw FileError(file, "the file exists and is not a socket: choose another name");
    const Descriptor probe(socket(AF_UNIX, socket_kind, 0));
    if (connect(probe, pointer_to(address), sizeof address) == 0 || errno != ECONNREFUSED)
        throw FileError(file, "another program uses this socket: choose another name");
    unlink(file.c_str());
}

Descriptor listen_at(const std::filesystem::path& file) {
    const sockaddr_un address = address_of(file);
    remove_stale_socket(file, address);
    Descriptor listener(socket(AF_UNIX, socket_kind, 0));
    // Linux gives the file of the socket the mode of the descriptor. A chmod() after bind() would come too late.
    const bool is_private = listener >= 0 && fchmod(listener, S_IRUSR | S_IWUSR) == 0;
    if (!is_private || bind(listener, pointer_to(address), sizeof address) != 0 || listen(listener, SOMAXCONN) != 0)
        throw FileError(file, std::string{"the socket cannot be created: "} + std::strerror(errno));
    return listener;
}

bool is_readable(int descriptor) {
    pollfd entry{descriptor, POLLIN, 0};
    return poll(&entry, 1, 0) > 0;
}

// Returns true if a read or write only has to be repeated later.
bool is_temporary(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

}  // namespace

LineServer::LineServer(const std::filesystem::path& file)
    : file_{std::filesystem::absolute(file)},
      listener_{listen_at(file)},
      socket_{identity_of(file).value_or(FileIdentity{})},
      unfinished_{file_.string()} {}

LineServer::~LineServer() {
    for (Client& client : clients_) send(client);
    // Another program may have replaced the file.
    if (identity_of(file_) == socket_) unlink(file_.c_str());
}

std::vector<LineServer::Line> LineServer::take() {
    accept_clients();
    std::vector<Line> lines;
    for (Client& client : clients_) {
        send(client);
        if (client.waits_for_reply || !client.to_send.empty()) continue;
        std::size_t end = client.received.find('\n');
        if (end == std::string::npos) receive(client), end = client.received.find('\n');
        if (end == std::string::npos ? client.received.size() > longest_line : end > longest_line) {
            client.is_too_long = client.waits_for_reply = true;
            lines.push_back({client.number, "", false});
        } else if (end != std::string::npos) {
            client.waits_for_reply = true;
            lines.push_back({client.number, client.received.substr(0, end)});
            client.received.erase(0, end + 1);
        }
    }
    std::erase_if(clients_, is_done);
    return lines;
}

void LineServer::reply(std::uint64_t client, const std::string& line) {
    const auto found = std::ranges::find(clients_, client, &Client::number);
    if (found == clients_.end()) return;
    found->waits_for_reply = false;
    found->to_send += line + '\n';
    send(*found);
    if (is_done(*found)) clients_.erase(found);
}

bool LineServer::has_news() const {
    if (clients_.size() < most_clients && is_readable(listener_)) return true;
    return std::ranges::any_of(clients_, [](const Client& client) {
        if (client.waits_for_reply || !client.to_send.empty()) return false;
        return client.received.find('\n') != std::string::npos || (!client.has_ended && is_readable(client.connection));
    });
}

void LineServer::accept_clients() {
    while (clients_.size() < most_clients) {
        Descriptor connection(accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (connection < 0) return;
        clients_.push_back({++last_number_, std::move(connection)});
    }
}

// Reads until the end of the longest line at most; the rest waits in the connection.
void LineServer::receive(Client& client) {
    std::string part(longest_line + 1, '\0');
    while (!client.has_ended && client.received.size() <= longest_line) {
        const ssize_t count = read(client.connection, part.data(), part.size());
        if (count < 0 && is_temporary(errno)) return;
        if (count <= 0) {
            client.has_ended = true;
            return;
        }
        client.received.append(part, 0, static_cast<std::size_t>(count));
        if (client.received.find('\n') != std::string::npos) return;
    }
}

void LineServer::send(Client& client) {
    while (!client.to_send.empty() && !client.is_broken) {
        const ssize_t count = ::send(client.connection, client.to_send.data(), client.to_send.size(), MSG_NOSIGNAL);
        if (count < 0 && is_temporary(errno)) return;
        client.is_broken = count < 0;
        if (count > 0) client.to_send.erase(0, static_cast<std::size_t>(count));
    }
}

// Returns true if the client expects no more replies, or cannot receive them.
bool LineServer::is_done(const Client& client) {
    if (client.is_broken) return true;
    if (client.waits_for_reply || !client.to_send.empty()) return false;
    return client.is_too_long || (client.has_ended && client.received.find('\n') == std::string::npos);
}

}  // namespace milkomeda
