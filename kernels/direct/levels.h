// Rounding errors grow with the length of a sum. So the direct sum divides the sources into runs of RUN sources, and
// groups the runs into parts of PART sources. It sums over the sources of each run, over the runs of each part, and
// over the parts. These short sums have a tenth of the rounding error of one long sum and take no extra time.

#define RUN 128u    // sources per run (range of consecutive sources)
#define PART 2048u  // sources per part; a multiple of RUN
