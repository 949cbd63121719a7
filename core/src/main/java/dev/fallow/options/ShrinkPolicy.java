package dev.fallow.options;

/**
 * When a session shrinks the file by itself: after a flush, and on closing, as long as the file is longer than
 * {@code ratio} times what it has to contain. Each time costs two walks of all structures, O(number of objects), and the
 * bytes that are copied; see {@link dev.fallow.ContainerFile#shrink}.
 *
 * @param ratio at least 1; {@link Double#POSITIVE_INFINITY} for never
 * @param bytesPerCommit the most bytes to copy after a commit; a single larger block may exceed it. What a commit does not need
 *     is saved up for later ones of the session, for at most 16 commits. Blocks slide, for which nearly all bytes in use are
 *     copied, if enough is saved and twice as much is free as the ratio allows. The ratio may not be reached if there are few
 *     large blocks, in paged and in very small files, and if something cannot be moved
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
