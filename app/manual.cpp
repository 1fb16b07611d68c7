// milkomeda-manual FOLDER: writes the manual pages into FOLDER/man, and the shell completions into
// FOLDER/bash-completion, FOLDER/fish and FOLDER/zsh, as in the installation folder share/.
#include "app/cli/manual.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

#include "app/cli/options.hpp"
#include "app/cli/program_version.hpp"
#include "assets/assets.hpp"
#include "data/scene/scene.hpp"

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out{file};
    if (!(out << text << std::flush)) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace

int main(int argc, char** argv) try {
    using namespace milkomeda;
    if (argc != 2) throw std::runtime_error("usage: milkomeda-manual FOLDER");
    const std::filesystem::path share = argv[1];
    const Manual manual{program_version(), command_texts(), scene_names(Assets{})};
    for (const CommandText& command : manual.pages)
        write(share / "man" / "man1" / (page_name(command) + ".1"), man_page(manual, command));
    write(share / "bash-completion" / "completions" / "milkomeda", bash_completion(manual));
    write(share / "fish" / "vendor_completions.d" / "milkomeda.fish", fish_completion(manual));
    write(share / "zsh" / "site-functions" / "_milkomeda", zsh_completion(manual));
    return 0;
} catch (const std::exception& error) {
    std::cerr << "milkomeda-manual: " << error.what() << '\n';
    return 1;
}
