// A page of a lesson to print: an HTML file that any browser shows and prints.
#pragma once

#include <string>

#include "data/lesson/lesson.hpp"

namespace milkomeda {

// Returns the page: the steps of the lesson with boxes to tick and lines for notes, and the hints at the end.
std::string lesson_page(const Lesson& lesson);

// Returns the file name of the page, such as "tidal-tails.html".
std::string page_name(const Lesson& lesson);

}  // namespace milkomeda
