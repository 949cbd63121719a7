package dev.fallow.internal.check;

import dev.fallow.report.FindingCode;

/** Ends the check of one structure: nothing more can be said about it. Becomes a finding. */
final class Defect extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final FindingCode code;
    private final long address;

    Defect(FindingCode code, long address, String sentence) {
        super(sentence, null, false, false);
        this.code = code;
        this.address = address;
    }

    FindingCode code() {
        return code;
    }

    long address() {
        return address;
    }
}
