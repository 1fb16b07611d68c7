// Implements --trace: prints and flushes a JSON line for every change of the program's state. Tests of the window read
// these lines.
#pragma once

#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>

namespace milkomeda {

struct TraceField {
    const char* name;
    std::variant<double, long, std::size_t, std::string> value;
};

class Trace {
  public:
    explicit Trace(bool enabled);
    ~Trace();

    bool enabled() const { return enabled_; }

    // Prints {"event": name, ...fields} if the fields differ from the fields that were last printed for the event
    // `name`.
    void state(const std::string& name, const nlohmann::ordered_json& fields);
    // Prints {"event": name, ...fields} on every call.
    void event(const std::string& name, std::initializer_list<TraceField> fields);

  private:
    bool enabled_;
    struct Printed;
    std::unique_ptr<Printed> printed_;  // last printed fields of each event
};

}  // namespace milkomeda
