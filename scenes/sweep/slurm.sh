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
#
# One node on Debian, as root, that leaves the system's own services alone (slurmd needs /sys/fs/cgroup, which most
# containers lack); at the end `scontrol shutdown` stops Slurm and `kill $(cat /run/munge/munged.pid)` munge:
#
#   apt-get install slurm-wlm munge
#   mkdir -p /run/munge $HOME/slurm/state $HOME/slurm/spool && chown munge: /run/munge
#   runuser -u munge -- munged
#   cat >$HOME/slurm/slurm.conf <<END
#   ClusterName=one
#   SlurmctldHost=$(hostname -s)(127.0.0.1)
#   SlurmUser=root
#   StateSaveLocation=$HOME/slurm/state
#   SlurmdSpoolDir=$HOME/slurm/spool
#   SlurmctldPidFile=$HOME/slurm/slurmctld.pid
#   SlurmdPidFile=$HOME/slurm/slurmd.pid
#   ProctrackType=proctrack/linuxproc
#   TaskPlugin=task/none
#   SelectType=select/cons_tres
#   SelectTypeParameters=CR_Core_Memory
#   NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1000
#   PartitionName=all Nodes=ALL Default=YES
#   END
#   export SLURM_CONF=$HOME/slurm/slurm.conf
#   slurmctld && slurmd
#   scenes/sweep/chunks.sh "$PWD/sweep"
#   sbatch scenes/sweep/slurm.sh "$PWD/sweep"
set -eu
[ $# -ge 1 ] || { echo "usage: $(basename "$0") FOLDER" >&2; exit 2; }
for number in "${SLURM_ARRAY_TASK_ID-none}" "${SLURM_ARRAY_TASK_COUNT-none}"; do # become part of an expression of the shell
    case $number in *[!0-9]* | '') echo "$(basename "$0"): not a task of a job array of Slurm: \"$number\"" >&2; exit 2 ;; esac
done
here=${SLURM_SUBMIT_DIR:-.}/scenes/sweep # Slurm runs a copy of this file
n=0
for lines in "$1"/*.lines; do
    [ $((n % SLURM_ARRAY_TASK_COUNT)) -ne "$SLURM_ARRAY_TASK_ID" ] || "$here/run.sh" "$1" "$(basename "$lines" .lines)" </dev/null
    n=$((n + 1))
done
