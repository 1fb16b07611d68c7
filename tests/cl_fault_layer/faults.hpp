// Determines which call fails and how. Environment variables at the start of the program:
//   MILKOMEDA_FAULT="clFinish 3 -5 once"  the third call of clFinish returns -5
//   MILKOMEDA_FAULT="clFinish 3 -5 on"    this call and every later call of clFinish returns -5
//   MILKOMEDA_FAULT="clFinish 3 -5 lost"  from this call on, everything that needs the device returns -5
//   MILKOMEDA_FAULT="clFinish 3 0 held"   calls of clFinish do not return while this line is set
//   MILKOMEDA_FAULT_FILE=FILE             reads the line from a file in every call; calls are counted from
//                                         its appearance, and without the file the device works again
//   MILKOMEDA_LATE=clBuildProgram         calls of this function on the main thread take 3 seconds longer
//   MILKOMEDA_FAULT_RECORD=FILE           the name of every call is written to a line of this file
#pragma once

#include <CL/cl.h>

namespace milkomeda::layer {

// Records a call; returns the error with which it must fail, or CL_SUCCESS.
cl_int fault_in(const char* call);

}  // namespace milkomeda::layer
