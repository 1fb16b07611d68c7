// Bytes as text of the alphabet base64 (RFC 4648), for HTML.
#pragma once

#include <string>
#include <string_view>

namespace milkomeda {

std::string base64(std::string_view bytes);

}  // namespace milkomeda
