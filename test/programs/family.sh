#!/bin/bash
# Leaves in every way there is: a plain child, a new session, and orphans of a new session, one deaf to the polite signals.
# Each says who it is and then signs in; "ready" is said when all four have.
signed=$(mktemp -d)
sleep 1000 & echo "pid $!"; touch "$signed/1"
setsid sleep 1000 & echo "pid $!"; touch "$signed/2"
setsid bash -c 'trap "" TERM INT HUP; echo "pid $BASHPID"; touch "$1/3"; while :; do sleep 1000; done' - "$signed" &
(setsid bash -c 'echo "pid $BASHPID"; touch "$1/4"; exec sleep 1000' - "$signed" &)
until [ "$(ls "$signed" | wc -l)" = 4 ]; do sleep 0.02; done
rm -r "$signed"
echo ready
