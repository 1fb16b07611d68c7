// Performs the requests that other programs send to the window (--listen), and replies after the frame in which a
// request has taken effect.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/capture.hpp"
#include "app/shell/command_registry.hpp"
#include "app/shell/request.hpp"
#include "app/shell/run_control.hpp"
#include "app/shell/state_trace.hpp"

namespace milkomeda {

// The parts of the program that requests use.
struct RequestParts {
    Screen& screen;
    ActiveRun& run;
    ViewState& view;
    Capture& capture;
    RunControl& control;
    const CommandRegistry& commands;
    // Performs a command and returns its notice. Throws UsageError if the command is impossible.
    std::function<std::string(const UserCommand&)> perform;
};

class RequestListener {
  public:
    // Takes requests from the server of the screen.
    explicit RequestListener(RequestParts parts) : p_{std::move(parts)} {}

    // Performs the new requests. Must be called at the beginning of each frame. Throws OpenCL errors.
    void begin_frame();
    // Replies to the requests that have taken effect. Must be called after the picture of each frame.
    void end_frame(const TracedParts& parts);

    // Returns true while a request waits for its reply.
    bool is_busy() const { return !pending_.empty(); }
    // Returns true if other programs have sent requests that begin_frame() has not performed yet.
    bool has_news() const { return p_.screen.server && p_.screen.server->has_news(); }
    bool has_clients() const { return p_.screen.server && p_.screen.server->has_clients(); }

  private:
    struct Pending {
        std::uint64_t client;
        Request request;
        std::vector<std::string> troubles{};  // visible hints and errors before the request
        nlohmann::ordered_json result = nlohmann::ordered_json::object();
        std::string error{};
        double goal = 0;  // model time of the request "go_to"
    };
    void start(Pending& pending);
    void perform(Pending& pending);
    void set(Pending& pending);
    void take_screenshot(Pending& pending);
    UserCommand command_of(const Request& request) const;
    SettableValues present_values() const;

    bool waits(const Pending& pending, const TracedParts& parts) const;
    void complete(Pending& pending, const TracedParts& parts) const;

    RequestParts p_;
    std::vector<std::unique_ptr<Pending>> pending_;  // pointers, because screenshots refer to their request
};

}  // namespace milkomeda
