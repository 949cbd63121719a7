package dev.fallow.internal.check.structure;

import dev.fallow.report.FindingCode;

/** A family of structures, and the codes for the defects that each structure can have. */
public enum Family {
    HEADER(FindingCode.HDR_SIGNATURE, FindingCode.HDR_CHECKSUM, FindingCode.HDR_FIELD, FindingCode.HDR_RANGE),
    SYMBOLS(FindingCode.SNOD_SIGNATURE, FindingCode.SNOD_FIELD, FindingCode.SNOD_FIELD, FindingCode.SNOD_RANGE),
    LOCAL_HEAP(FindingCode.LHEAP_SIGNATURE, FindingCode.LHEAP_FIELD, FindingCode.LHEAP_FIELD, FindingCode.LHEAP_RANGE),
    BTREE_V1(FindingCode.BT1_SIGNATURE, FindingCode.BT1_FIELD, FindingCode.BT1_FIELD, FindingCode.BT1_RANGE),
    BTREE_V2(FindingCode.BT2_SIGNATURE, FindingCode.BT2_CHECKSUM, FindingCode.BT2_FIELD, FindingCode.BT2_RANGE),
    FRACTAL_HEAP(
            FindingCode.FHEAP_SIGNATURE, FindingCode.FHEAP_CHECKSUM, FindingCode.FHEAP_FIELD, FindingCode.FHEAP_RANGE),
    GLOBAL_HEAP(FindingCode.GHEAP_SIGNATURE, FindingCode.GHEAP_FIELD, FindingCode.GHEAP_FIELD, FindingCode.GHEAP_RANGE),
    FIXED_ARRAY(FindingCode.FA_SIGNATURE, FindingCode.FA_CHECKSUM, FindingCode.FA_FIELD, FindingCode.FA_RANGE),
    EXTENSIBLE_ARRAY(FindingCode.EA_SIGNATURE, FindingCode.EA_CHECKSUM, FindingCode.EA_FIELD, FindingCode.EA_RANGE),
    SHARED_MESSAGES(
            FindingCode.SOHM_SIGNATURE, FindingCode.SOHM_CHECKSUM, FindingCode.SOHM_FIELD, FindingCode.SOHM_RANGE),
    FREE_SPACE(FindingCode.FSM_SIGNATURE, FindingCode.FSM_CHECKSUM, FindingCode.FSM_FIELD, FindingCode.FSM_RANGE),
    ELEMENTS(FindingCode.DATA_ELEMENTS, FindingCode.DATA_ELEMENTS, FindingCode.DATA_ELEMENTS, FindingCode.DATA_RANGE),
    OTHER(FindingCode.DAMAGED, FindingCode.DAMAGED, FindingCode.DAMAGED, FindingCode.DAMAGED);

    private final FindingCode signature;
    private final FindingCode checksum;
    private final FindingCode field;
    private final FindingCode range;

    Family(FindingCode signature, FindingCode checksum, FindingCode field, FindingCode range) {
        this.signature = signature;
        this.checksum = checksum;
        this.field = field;
        this.range = range;
    }

    /** There is another structure, or none. */
    public FindingCode signature() {
        return signature;
    }

    /** The checksum is wrong. */
    public FindingCode checksum() {
        return checksum;
    }

    /** A field has an impossible value. */
    public FindingCode field() {
        return field;
    }

    /** The structure is not inside the file. */
    public FindingCode range() {
        return range;
    }
}
