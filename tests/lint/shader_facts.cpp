// Prints the definitions that shaders get from C++ tables, for the lint of shaders.
#include "render/gl/shader_facts.hpp"

#include <iostream>

int main() {
    std::cout << milkomeda::shader_facts();
}
