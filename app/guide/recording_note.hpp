// That a film is being recorded: in red, at the right end of the status line.
#pragma once

#include "app/output/film_recorder.hpp"
#include "app/widgets/widgets.hpp"

namespace milkomeda {

float recording_width(const FilmRecorder& film);  // screen coordinates

// In a corner of its own, so that it is there without panels, too.
void recording_note(Widgets& widgets, const FilmRecorder& film);

}  // namespace milkomeda
