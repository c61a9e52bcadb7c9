cat > "$TMPDIR/a" << END
$(date) $(printf '%s\n' b a | sort)
END
for n in 1 2; do sleep 0 & done; wait
seq 2 | tail -1
