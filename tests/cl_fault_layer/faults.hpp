// Which call fails, and how. The environment says it when the program starts:
//   MILKOMEDA_FAULT="clFinish 3 -5 once"  the third call of clFinish returns -5
//   MILKOMEDA_FAULT="clFinish 3 -5 on"    and so does every later one of it
//   MILKOMEDA_FAULT="clFinish 3 -5 lost"  and so does everything that needs the device from then on
//   MILKOMEDA_FAULT="clFinish 3 0 held"   and every later one of it do not come back while that is said
//   MILKOMEDA_FAULT_FILE=FILE             the same line in a file, looked at in every call: calls are counted
//   from
//                                         when it is there, and once it is gone again the device is sound
//   MILKOMEDA_LATE=clBuildProgram         on the first thread every call of that takes three seconds longer
//   MILKOMEDA_FAULT_RECORD=FILE           the name of every call becomes a line of this file
#pragma once

#include <CL/cl.h>

namespace milkomeda::layer {

// Takes note of a call; returns the error that it is to end with, CL_SUCCESS for none.
cl_int fault_in(const char* call);

}  // namespace milkomeda::layer
