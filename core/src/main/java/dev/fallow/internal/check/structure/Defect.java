package dev.fallow.internal.check.structure;

import dev.fallow.report.FindingCode;

/** Ends the check of one structure: nothing more can be said about it. Becomes a finding. */
public final class Defect extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final FindingCode code;
    private final long address;

    /** @param sentence what was expected and found */
    public Defect(FindingCode code, long address, String sentence) {
        super(sentence, null, false, false);
        this.code = code;
        this.address = address;
    }

    /** The code of the finding. */
    public FindingCode code() {
        return code;
    }

    /** The address of the finding. */
    public long address() {
        return address;
    }
}
