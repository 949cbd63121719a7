package dev.fallow.cli;

/** The command's exit codes. */
final class ExitCode {
    /** No problems. */
    static final int OK = 0;
    /** The command completed and found problems. */
    static final int FINDINGS = 1;
    /** The command line is wrong. */
    static final int USAGE = 2;
    /** The file cannot be opened or processed. */
    static final int CANNOT_OPEN = 3;

    private ExitCode() {}
}
