package dev.fallow.fuzz.outcome;

/** A violation of a rule that must hold for every input. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String rule;

    /** @param rule the violated rule; the text is the same for all its violations */
    public Violation(String rule, String detail) {
        this(rule, detail, null);
    }

    public Violation(String rule, String detail, Throwable cause) {
        super(rule + ": " + detail, cause);
        this.rule = rule;
    }

    public String rule() {
        return rule;
    }
}
