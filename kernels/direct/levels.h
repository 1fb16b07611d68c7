// Rounding errors grow with the length of a sum. So the direct sum adds up the pairs of a run, the runs of a
// part, and the parts. These three short sums have a tenth of the rounding error of one long sum, at no cost.

#define RUN 128u    // sources per run
#define PART 2048u  // sources per part; a multiple of RUN
