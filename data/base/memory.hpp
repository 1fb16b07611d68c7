// Memory of the process, as the system sees it.
#pragma once

namespace milkomeda {

// What was freed is kept for what comes next, piece by piece between what is still used: after something
// large has gone, this gives it back to the system. Takes some ten milliseconds. Without glibc it does
// nothing.
void give_back_memory();

}  // namespace milkomeda
