package dev.fallow.fuzz;

/** Something that no file may bring about. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String rule;

    /** @param rule which one of the rules, the same words for all that break it */
    Violation(String rule, String detail) {
        this(rule, detail, null);
    }

    Violation(String rule, String detail, Throwable cause) {
        super(rule + ": " + detail, cause);
        this.rule = rule;
    }

    String rule() {
        return rule;
    }
}
