package dev.fallow.research.readoptimized;

/**
 * How the disks of an array are used (section 2.1 of Seltzer and Stonebraker). All kinds have the same space for data;
 * redundancy adds disks.
 */
public enum ArrayKind {
    /** Data is striped, without redundancy: the results of the paper. */
    STRIPED("striped"),
    /** Each disk has a copy: a read uses the disk that is free first, a write both. */
    MIRRORED("mirrored"),
    /** One parity block for each N blocks, rotated over N + 1 disks. */
    RAID("RAID"),
    /** Files on single disks, parity on others: Gray and Walker. */
    PARITY_STRIPED("parity striping");

    private final String label;

    ArrayKind(String label) {
        this.label = label;
    }

    /** The name in tables. */
    public String label() {
        return label;
    }

    /** The number of disks that have the space of a number of disks for data. */
    int disks(int data) {
        return switch (this) {
            case STRIPED -> data;
            case MIRRORED -> 2 * data;
            default -> data + 1;
        };
    }
}
