// Determines which OpenCL call fails and how. These environment variables are read at the start of the program:
//   MILKOMEDA_FAULT="clFinish 3 -5 once"  the third call of clFinish returns the error -5
//   MILKOMEDA_FAULT="clFinish 3 -5 on"    the third and every later call of clFinish return -5
//   MILKOMEDA_FAULT="clFinish 3 -5 lost"  from the third clFinish on, every call that needs the device returns -5
//   MILKOMEDA_FAULT="clFinish 3 0 held"   from the third call on, clFinish does not return while this fault is set
//   MILKOMEDA_FAULT_FILE=FILE             reads the fault from a file at every call; calls are counted from the
//                                         moment the file appears, and without the file no call fails
//   MILKOMEDA_LATE=clBuildProgram         calls of this function on the main thread take 3 seconds longer
//   MILKOMEDA_FAULT_RECORD=FILE           writes the name of every call to a line of this file
#pragma once

#include <CL/cl.h>

namespace milkomeda::layer {

// Counts and records a call. Returns the error with which the call must fail, or CL_SUCCESS.
cl_int fault_in(const char* call);

}  // namespace milkomeda::layer
