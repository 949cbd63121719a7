package dev.fallow;

/**
 * When a session shrinks the file by itself: after a flush, and on closing, as long as the file is longer than {@code ratio} times what it
 * has to contain. Each time costs two walks of all structures, O(number of objects), and the bytes that are copied; see
 * {@link dev.fallow.ContainerFile#shrink}.
 *
 * <p>With e = {@code ratio} - 1, at most max(1, 2 / e) bytes are copied for each byte released. If {@code bytesPerCommit} is
 * {@link Long#MAX_VALUE} and all blocks can be moved, the file has at most (1 + e) V bytes after each commit, with V the bytes in use. Otherwise
 * the work is spread over commits, and the bound is (1 + e) (1 + 2e) V + (1 + 2e) d, with d the most bytes that one commit releases, as long
 * as commits release no more than e / 2 times {@code bytesPerCommit} on average. Lists of free space and what cannot be moved come on top.
 * There is no such bound for paged and aligned files. docs/explanation/shrinking.md has the proofs.
 *
 * @param ratio at least 1; {@link Double#POSITIVE_INFINITY} for never
 * @param bytesPerCommit the most bytes to copy after a commit; a single larger block may exceed it. What a commit does not need is saved
 *     for later ones of the session, up to twice the length of the file; closing may copy the bytes of four commits. With a limit, blocks slide, for which nearly all bytes in use are
 *     copied, only if enough is saved and twice as much is free as the ratio allows
 */
public record ShrinkPolicy(double ratio, long bytesPerCommit) {
    /** The file is shortened only as far as its last bytes are free. */
    public static final ShrinkPolicy NONE = new ShrinkPolicy(Double.POSITIVE_INFINITY, 0);

    /** @throws IllegalArgumentException if a value is out of range */
    public ShrinkPolicy {
        if (!(ratio >= 1) || bytesPerCommit < 0) {
            throw new IllegalArgumentException(
                    "expected a ratio of at least 1 and a number of bytes, found " + ratio + " and " + bytesPerCommit);
        }
    }

    /** Whether files are ever shrunk. */
    public boolean isActive() {
        return bytesPerCommit > 0 && ratio < Double.POSITIVE_INFINITY;
    }
}
