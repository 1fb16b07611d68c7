// Rounding errors grow with the length of a sum, so the direct sum has three levels: the pairs of a run, the runs
// of a part, the parts. Three short sums lose ten times less than one long one, and cost nothing.

#define RUN 128u    // sources
#define PART 2048u  // sources; a multiple of RUN
