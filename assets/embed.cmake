# Writes OUTPUT, a C++ file with the content of FILES (names relative to ROOT) as bytes:
#   cmake -DROOT=... -DOUTPUT=... -DFILES=a,b,... -P embed.cmake
string(REPLACE "," ";" FILES "${FILES}")
set(arrays "")
set(entries "")
set(index 0)
foreach(name IN LISTS FILES)
  file(READ "${ROOT}/${name}" bytes HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "const char file_${index}[] = {${bytes} '\\0'};\n")
  string(APPEND entries "    {\"${name}\", {file_${index}, sizeof file_${index} - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUTPUT}" "#include \"assets/embedded.hpp\"

namespace milkomeda {
namespace {

${arrays}
const EmbeddedFile files[] = {
${entries}};

}  // namespace

std::span<const EmbeddedFile> embedded_files() {
    return files;
}

}  // namespace milkomeda
")
