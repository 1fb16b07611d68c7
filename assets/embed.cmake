# Writes OUTPUT, a C++ file that holds the FILES (names relative to ROOT) as bytes:
#   cmake -DROOT=... -DOUTPUT=... -DFILES=a,b,... -P embed.cmake
string(REPLACE "," ";" FILES "${FILES}")
set(arrays "")
set(lookups "")
set(index 0)
foreach(name IN LISTS FILES)
  file(READ "${ROOT}/${name}" bytes HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "const char file_${index}[] = {${bytes} '\\0'};\n")
  string(APPEND lookups "    if (name == \"${name}\") return {file_${index}, sizeof file_${index} - 1};\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUTPUT}" "#include <string_view>
namespace {
${arrays}}
namespace milkomeda {
std::string_view embedded_file(std::string_view name);
std::string_view embedded_file(std::string_view name) {
${lookups}    return {};
}
}
")
