#!/bin/bash
#SBATCH --job-name=milkomeda
#SBATCH --ntasks=@ranks@
#SBATCH --time=24:00:00
# Runs GADGET-4, under Slurm if this script is a Slurm job. `./run.sh 1` continues from restart files.
set -e
cd "${SLURM_SUBMIT_DIR:-$(dirname "$0")}"
gadget=${GADGET4:-./Gadget4}
if [ ! -x "$gadget" ]; then
  echo "run.sh: $gadget does not exist; compile GADGET-4 as README.md says, or set GADGET4" >&2
  exit 1
fi
mkdir -p output
if [ -n "$SLURM_JOB_ID" ]; then
  exec srun "$gadget" param.txt "$@"
fi
exec mpirun -np @ranks@ $MPIRUN_OPTIONS "$gadget" param.txt "$@"
