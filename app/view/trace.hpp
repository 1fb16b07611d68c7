// --trace: a JSON line for every change of state, flushed, for tests that drive the window from outside.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace milkomeda {

class Trace {
  public:
    explicit Trace(bool enabled) : enabled_{enabled} {}

    bool enabled() const { return enabled_; }

    // Prints {"event": name, ...fields} when the fields differ from the last of that name.
    void state(const std::string& name, const nlohmann::ordered_json& fields);
    // Prints it always.
    void event(const std::string& name, const nlohmann::ordered_json& fields);

  private:
    bool enabled_;
    std::map<std::string, nlohmann::ordered_json> last_;
};

}  // namespace milkomeda
