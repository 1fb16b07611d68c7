// Exchange of text lines with other programs through a Unix socket in the file system. All functions return at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <string>
#include <vector>

#include "data/system/descriptor.hpp"
#include "data/system/signal_cleanup.hpp"

namespace milkomeda {

class LineServer {
  public:
    // Creates the socket `file`, which only its owner can open. Replaces a socket to which no program listens. Throws
    // FileError if the socket cannot be created, if another program listens to it, or if `file` is not a socket.
    explicit LineServer(const std::filesystem::path& file);
    ~LineServer();  // sends the remaining replies as far as possible without waiting, and removes the socket
    LineServer(const LineServer&) = delete;
    LineServer& operator=(const LineServer&) = delete;

    // Longest line of a client in bytes.
    static constexpr std::size_t longest_line = 65536;
    // Largest number of clients; further clients wait until a client disconnects.
    static constexpr std::size_t most_clients = 16;

    struct Line {
        std::uint64_t client;
        std::string text;      // without the line break
        bool is_whole = true;  // false: the line is too long, and `text` is empty
    };

    // Accepts clients and sends replies. Returns the next line of each client whose previous lines have been answered.
    std::vector<Line> take();
    // Answers the line that take() has returned for this client. Disconnects the client if its line was too long. Does
    // nothing if the client has disconnected.
    void reply(std::uint64_t client, const std::string& line);

    bool has_clients() const { return !clients_.empty(); }
    // Returns true if the next take() may return a line or accept a client.
    bool has_news() const;

  private:
    struct Client {
        std::uint64_t number;
        Descriptor connection;
        std::string received = {}, to_send = {};
        bool waits_for_reply = false;
        bool has_ended = false;    // the client sends no more data
        bool is_too_long = false;  // the client has sent a line that is too long
        bool is_broken = false;    // the connection cannot be used any more
    };
    void accept_clients();
    static void receive(Client& client);
    static void send(Client& client);
    static bool is_done(const Client& client);

    std::filesystem::path file_;
    Descriptor listener_;
    FileIdentity socket_{};
    UnfinishedFile unfinished_;
    std::list<Client> clients_;
    std::uint64_t last_number_ = 0;
};

}  // namespace milkomeda
