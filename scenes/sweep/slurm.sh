#!/bin/sh
#SBATCH --job-name=break
#SBATCH --array=0-7
#SBATCH --ntasks=1 --cpus-per-task=1 --mem-per-cpu=100M --time=10
#SBATCH --output=/dev/null
#
# The sweep as a job array of Slurm: eight tasks, each with an eighth of the runs. Started again, finished runs are not
# repeated. From the folder that holds `scenes`, with FOLDER seen by all nodes:
#
#   id=$(sbatch --parsable scenes/sweep/slurm.sh FOLDER)
#   sbatch --dependency=afterok:$id --wrap "scenes/sweep/collect.sh FOLDER"
set -eu
here=${SLURM_SUBMIT_DIR:-.}/scenes/sweep # Slurm runs a copy of this file
folder=$1
shift
mkdir -p "$folder"
"$here/grid.sh" "$@" | awk -v task="$SLURM_ARRAY_TASK_ID" -v tasks="$SLURM_ARRAY_TASK_COUNT" 'NR % tasks == task' |
    while read -r restitution offset y; do
        "$here/run.sh" "$folder" "$restitution" "$offset" "$y"
    done
