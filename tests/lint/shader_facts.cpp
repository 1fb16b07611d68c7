// Prints the definitions that shaders get from tables in C++; the lint of shaders needs them.
#include "render/gl/shader_facts.hpp"

#include <iostream>

int main() { std::cout << milkomeda::shader_facts(); }
