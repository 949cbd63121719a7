package dev.fallow.report;

/** How serious a {@link Finding} is. */
public enum Severity {
    /** The structure contradicts the format or another structure: something cannot be read, or an edit could destroy data. */
    ERROR,
    /** Nothing is lost, but the file is not as a correct writer leaves it. */
    WARNING,
    /** Worth knowing, and also found in sound files: unused bytes, a dangling soft link, something that was not checked. */
    NOTE
}
