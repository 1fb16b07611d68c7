// Prints what shaders are told of C++'s tables, for the lint of shaders.
#include "render/gl/shader_facts.hpp"

#include <iostream>

int main() {
    std::cout << milkomeda::shader_facts();
}
