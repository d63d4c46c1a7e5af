#!/bin/sh
#SBATCH --job-name=sweep
#SBATCH --array=0-7
#SBATCH --ntasks=1 --cpus-per-task=1 --mem-per-cpu=100M --time=10
#
# A sweep as a job array of Slurm: each task makes its share of the runs of LINES, with their own numbers. In the arguments {} is the
# number of a task's first run, so that its files have names of their own:
#
#   slurm.sh LINES ARGUMENT...
#
# From the folder that holds `scenes` and, if the program is not on the PATH, `billiard-sim`; all nodes see that folder:
#
#   mkdir sweep
#   sbatch scenes/sweep/slurm.sh breaks -o /dev/null --summary 'sweep/{}.csv' --columns energy.final scenes/break.json
#   awk 'NR == 1 || FNR > 1' sweep/*.csv >sweep.csv
#
# The program names a file when it is complete: what was cut short leaves FILE.partial. So the same sbatch a second time repeats only
# the tasks that lack a file. Another sweep, or an array of another size (sbatch --array=0-99 ...), wants another folder.
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
set -eu
export LC_ALL=C
usage() { echo "usage: slurm.sh LINES ARGUMENT..., in some ARGUMENT {} for the number of a task's first run" >&2; exit 2; }
case "${2+$*}" in *'{}'*) ;; *) usage ;; esac
for number in "${SLURM_ARRAY_TASK_ID-none}" "${SLURM_ARRAY_TASK_COUNT-none}"; do # become part of an expression of the shell
    case $number in *[!0-9]* | '') echo "slurm.sh: not a task of a job array of Slurm: \"$number\"" >&2; exit 2 ;; esac
done
if [ "$SLURM_ARRAY_TASK_ID" -ge "$SLURM_ARRAY_TASK_COUNT" ]; then
    echo "slurm.sh: the tasks of the array must be 0 to $((SLURM_ARRAY_TASK_COUNT - 1))" >&2
    exit 2
fi
for program in "${BILLIARD_SIM:-./billiard-sim}" billiard-sim; do
    ! command -v "$program" >/dev/null || break
done

lines=$1
shift
run='/^[ \t]*[^ \t\r#]/' # --batch skips blank lines and comments
runs=$(awk "$run { n++ } END { print n + 0 }" <"$lines")
first=$((runs * SLURM_ARRAY_TASK_ID / SLURM_ARRAY_TASK_COUNT))
end=$((runs * (SLURM_ARRAY_TASK_ID + 1) / SLURM_ARRAY_TASK_COUNT))
name=$(printf %08d "$first")
missing=''
for argument; do
    shift
    case $argument in *'{}'*)
        argument=${argument%%'{}'*}$name${argument#*'{}'}
        [ -e "$argument" ] || missing=yes
        ;;
    esac
    set -- "$@" "$argument"
done
[ "$first" -lt "$end" ] && [ -n "$missing" ] || exit 0
awk -v end="$end" "$run { if (++n > end) exit } { print }" <"$lines" | "$program" --batch - --first-run "$first" "$@"
