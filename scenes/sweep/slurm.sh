#!/bin/sh
#SBATCH --job-name=break
#SBATCH --array=0-7
#SBATCH --ntasks=1 --cpus-per-task=1 --mem-per-cpu=100M --time=10
#SBATCH --output=/dev/null
#
# The sweep as a job array of Slurm: eight tasks, each with every eighth chunk. Started again, finished chunks are not
# repeated. From the folder that holds `scenes`, with FOLDER seen by all nodes:
#
#   scenes/sweep/chunks.sh FOLDER
#   id=$(sbatch --parsable scenes/sweep/slurm.sh FOLDER)
#   sbatch --dependency=afterok:$id --wrap "scenes/sweep/collect.sh FOLDER"
set -eu
[ $# -ge 1 ] || { echo "usage: $(basename "$0") FOLDER" >&2; exit 2; }
here=${SLURM_SUBMIT_DIR:-.}/scenes/sweep # Slurm runs a copy of this file
n=0
for lines in "$1"/*.lines; do
    [ $((n % SLURM_ARRAY_TASK_COUNT)) -ne "$SLURM_ARRAY_TASK_ID" ] || "$here/run.sh" "$1" "$(basename "$lines" .lines)" </dev/null
    n=$((n + 1))
done
