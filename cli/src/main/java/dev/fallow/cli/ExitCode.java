package dev.fallow.cli;

/** What the command's exit codes mean. */
final class ExitCode {
    /** Everything is in order. */
    static final int OK = 0;
    /** The command did its work and found something that is not in order. */
    static final int FINDINGS = 1;
    /** The command was called wrongly. */
    static final int USAGE = 2;
    /** The file cannot be opened, or not be worked on. */
    static final int CANNOT_OPEN = 3;

    private ExitCode() {}
}
