package dev.fallow.cli.shell;

import java.io.IOException;
import java.io.OutputStream;

/**
 * What the command prints. Print streams forget errors; here a write that fails ends the command, so that a full disk is noticed,
 * and a walk of a large file ends when the reader of the output has ended.
 */
public final class StandardOutput extends OutputStream {
    private final OutputStream out;

    /** A write failed. Not an {@link IOException}, which print streams would catch. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(IOException cause) {
            super("standard output: " + cause.getMessage(), cause);
        }

        /** Whether the program at the other end of a pipe reads no more. */
        public boolean readerHasGone() {
            String reason = getCause().getMessage();
            return reason != null
                    && reason.contains("pipe"); // Linux, macOS: Broken pipe; Windows: The pipe is being closed
        }
    }

    /** Writes to another stream. */
    public StandardOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        try {
            out.write(bytes, from, count);
        } catch (IOException e) {
            throw new Failure(e);
        }
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new Failure(e);
        }
    }
}
