#include "app/io/picture_file.hpp"

#include <stdexcept>

namespace milkomeda {
namespace {

void write_into(const AtomicFile& temporary, const std::filesystem::path& file, const Image& picture,
                const std::string& comment) {
    try {
        write_png(temporary.path(), picture, comment);
    } catch (const std::runtime_error& error) {
        // `error` names the temporary file, but the message must name the final file.
        std::string line = error.what();
        const std::string name = temporary.path().string();
        if (const std::size_t at = line.find(name); at != line.npos) line.replace(at, name.size(), file.string());
        throw std::runtime_error(line);
    }
}

}  // namespace

std::filesystem::path write_picture(const std::filesystem::path& file, const Image& picture, const std::string& comment,
                                    Existing existing) {
    AtomicFile temporary{file, existing};
    write_into(temporary, file, picture, comment);
    temporary.finish();
    return temporary.name();
}

bool write_picture_if_free(const std::filesystem::path& file, const Image& picture) {
    AtomicFile temporary{file, Existing::kept};
    write_into(temporary, file, picture, {});
    return temporary.finish_if_free(file);
}

}  // namespace milkomeda
