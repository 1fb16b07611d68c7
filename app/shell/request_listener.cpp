#include "app/shell/request_listener.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "app/cli/usage_error.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/error_message.hpp"
#include "data/text/one_line.hpp"

namespace milkomeda {
namespace {

std::vector<std::string> titles_of(const std::vector<UserCommand>& commands) {
    std::vector<std::string> titles;
    for (const UserCommand& command : commands) titles.push_back(command.title);
    return titles;
}

const UserCommand& require_command(const std::vector<UserCommand>& commands, const std::string& title,
                                   const std::string& what) {
    const auto found = std::ranges::find(commands, title, &UserCommand::title);
    if (found != commands.end()) return *found;
    throw UsageError(
        fmt::format("there is no {} '{}'{}", what, one_line(title), did_you_mean(title, titles_of(commands))));
}

}  // namespace

void RequestListener::begin_frame() {
    if (!p_.screen.server) return;
    for (const LineServer::Line& line : p_.screen.server->take()) {
        auto pending = std::make_unique<Pending>(Pending{line.client, parse_request(line.text)});
        if (!line.is_whole)
            pending->request.fault = fmt::format("the line is longer than {} bytes", LineServer::longest_line);
        pending_.push_back(std::move(pending));
        start(*pending_.back());
    }
}

void RequestListener::start(Pending& pending) try {
    const Request& request = pending.request;
    pending.error = request.fault;
    pending.troubles = p_.screen.notices.troubles();
    if (request.kind == "command") perform(pending);
    if (request.kind == "set") set(pending);
    if (request.kind == "screenshot") take_screenshot(pending);
    if (request.kind == "go_to") {
        pending.goal = time_argument(request);
        p_.control.head_for(pending.goal);
    }
} catch (const std::exception& error) {
    pending.error = message_of(error);
    if (opencl_failure(error)) throw;
}

void RequestListener::perform(Pending& pending) {
    const UserCommand command = command_of(pending.request);
    if (!command.act)
        throw UsageError(fmt::format("the command {} {}", command.title,
                                     command.list ? "needs the name of an entry" : "is an action of the mouse"));
    pending.result = {{"notice", p_.perform(command)}};
}

// Returns the command, or the entry of its submenu.
UserCommand RequestListener::command_of(const Request& request) const {
    const UserCommand& command = require_command(p_.commands.commands(), text_argument(request), "command");
    if (request.entry.empty()) return command;
    if (!command.list) throw UsageError(fmt::format("the command {} has no entries", command.title));
    return require_command(command.list(), request.entry, fmt::format("entry of {}", command.title));
}

SettableValues RequestListener::present_values() const {
    return {p_.run.parameters, p_.view.look, p_.view.camera.camera()};
}

void RequestListener::set(Pending& pending) {
    const nlohmann::ordered_json& changes = pending.request.argument;
    const SettableValues values = with_changes(present_values(), changes);
    p_.run.parameters = values.parameters;
    p_.view.look = values.look;
    if (changes.contains("camera")) p_.view.camera.jump_to(values.camera);
    pending.result = values_like(changes, present_values());
}

void RequestListener::take_screenshot(Pending& pending) {
    const std::filesystem::path file = text_argument(pending.request);
    if (file.extension() != ".png")
        throw UsageError(fmt::format("{}: a screenshot needs a name that ends with .png", one_line(file.string())));
    p_.capture.request_screenshot(file, [&pending](const std::filesystem::path& written, const std::string& error) {
        pending.result = {{"file", written.string()}};
        pending.error = error;
    });
}

void RequestListener::end_frame(const TracedParts& parts) {
    if (!p_.screen.server) return;
    p_.capture.give_up_screenshots("no screenshot is taken, because the window shows no picture");
    std::erase_if(pending_, [&](const std::unique_ptr<Pending>& pending) {
        if (waits(*pending, parts)) return false;
        complete(*pending, parts);
        const std::size_t frame = p_.screen.clock.number();
        p_.screen.server->reply(pending->client, pending->error.empty()
                                                     ? result_line(pending->request, frame, pending->result)
                                                     : error_line(pending->request, frame, pending->error));
        return true;
    });
}

// Returns true while the request has not taken effect.
bool RequestListener::waits(const Pending& pending, const TracedParts& parts) const {
    const bool is_possible = pending.error.empty() && !parts.panels.gallery().is_open();
    if (!is_possible) return false;
    const std::string& kind = pending.request.kind;
    if (kind == "go_to" && p_.run.source().transport().state().goal) return true;
    return (kind == "go_to" || kind == "command") && !p_.screen.work.empty();
}

// Determines the result of a request that has taken effect.
void RequestListener::complete(Pending& pending, const TracedParts& parts) const try {
    if (!pending.error.empty()) return;
    const std::string& kind = pending.request.kind;
    if (kind == "get") pending.result = state_named(text_argument(pending.request), parts);
    if (kind == "get") return;
    // Some commands report failures only by notices.
    for (const std::string& line : p_.screen.notices.troubles())
        if (std::ranges::find(pending.troubles, line) == pending.troubles.end()) pending.error = line;
    if (kind != "go_to" || !pending.error.empty()) return;
    if (parts.panels.gallery().is_open())
        pending.error = "the run does not advance while the gallery is open: close it";
    const double time = p_.run.source().transport().time();
    pending.result = {{"time", time}};
    if (pending.error.empty() && std::abs(time - pending.goal) > 1e-6 * std::max(1.0, std::abs(pending.goal)))
        pending.error = fmt::format("the run stopped at the time {:g} before it reached {:g}", time, pending.goal);
} catch (const std::invalid_argument& error) {
    pending.error = error.what();
}

}  // namespace milkomeda
