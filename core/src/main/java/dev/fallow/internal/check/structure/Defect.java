package dev.fallow.internal.check.structure;

import dev.fallow.report.FindingCode;

/** Ends the check of one structure: nothing more can be said about it. Becomes a finding. */
public final class Defect extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final FindingCode code;
    private final long address;

    public Defect(FindingCode code, long address, String sentence) {
        super(sentence, null, false, false);
        this.code = code;
        this.address = address;
    }

    public FindingCode code() {
        return code;
    }

    public long address() {
        return address;
    }
}
