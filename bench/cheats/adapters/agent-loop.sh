#!/usr/bin/env bash
# agent-loop itself, by the same contract as every other loop.
exec agent-loop run --completion="$BENCH_CHECK" --agent-cmd="$BENCH_AGENT" --max-iterations="$BENCH_TURNS" --trust-config -- "$BENCH_TASK"
