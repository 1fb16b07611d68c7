// The table of keys over the picture.
#pragma once

namespace milkomeda {

void help_overlay();

}  // namespace milkomeda
