// Rounding errors grow with the length of a sum. So the direct sum consists of three kinds of short sums: over the
// pairs of a run, over the runs of a part, and over the parts. Together, these sums have a tenth of the rounding error
// of one long sum, and they take no extra time.

#define RUN 128u    // sources per run
#define PART 2048u  // sources per part; a multiple of RUN
