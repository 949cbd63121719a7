package dev.fallow.internal.check;

import dev.fallow.internal.check.structure.Findings;
import dev.fallow.report.FindingCode;

/** Adds up the bytes that are neither in use nor tracked. */
final class Untracked {
    private long bytes;
    private long runs;
    private long longest;
    private long longestAt;

    void add(long address, long size) {
        bytes += size;
        runs++;
        if (size > longest) {
            longest = size;
            longestAt = address;
        }
    }

    void report(Findings findings) {
        if (runs > 0) {
            String reason = findings.hasErrors() ? "; some may belong to what cannot be read" : "";
            findings.add(
                    FindingCode.SPACE_UNTRACKED,
                    longestAt,
                    null,
                    "%,d bytes in %,d %s are neither in use nor tracked; the longest run has %,d%s"
                            .formatted(bytes, runs, runs == 1 ? "run" : "runs", longest, reason));
        }
    }
}
