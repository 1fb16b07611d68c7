#!/bin/bash
#SBATCH --job-name=milkomeda
#SBATCH --ntasks=@ranks@
#SBATCH --time=24:00:00
# Runs SWIFT, under Slurm if this script is a Slurm job. `./run.sh --restart` continues from restart files.
set -e
cd "${SLURM_SUBMIT_DIR:-$(dirname "$0")}"
swift=${SWIFT:-./@executable@}
threads=${THREADS:-${SLURM_CPUS_PER_TASK:-1}}
if [ ! -x "$swift" ]; then
  echo "run.sh: $swift does not exist; compile SWIFT as README.md says, or set SWIFT" >&2
  exit 1
fi
if [ -n "$SLURM_JOB_ID" ]; then
  exec srun "$swift" @flags@ --threads="$threads" "$@" params.yml
fi
exec @mpirun@"$swift" @flags@ --threads="$threads" "$@" params.yml
