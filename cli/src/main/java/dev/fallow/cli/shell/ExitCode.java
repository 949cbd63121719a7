package dev.fallow.cli.shell;

/** The command's exit codes. */
public final class ExitCode {
    /** No problems. */
    public static final int OK = 0;
    /** The command completed and found problems. */
    public static final int FINDINGS = 1;
    /** The command line is wrong. */
    public static final int USAGE = 2;
    /** The file cannot be opened or processed. */
    public static final int CANNOT_OPEN = 3;

    /** The program that the output goes to reads no more: what a shell reports of a program that ends for it. */
    public static final int READER_GONE = 141;

    private ExitCode() {}
}
