package dev.fallow.internal.btree;

/**
 * The records and child pointers of neighbouring nodes, concatenated with the records between them, to be spread evenly
 * over the same number of nodes, one more, or one fewer. Held in two arrays, so that rebalancing only copies bytes.
 */
final class Row {
    private final int recordSize;
    private final int pointerLength;
    private final byte[] records;
    private final byte[] pointers;
    private int recordCount;
    private int pointerCount;
    /** The records that the last {@link #spread} left over. */
    private int[] separators;

    /**
     * @param like one of the nodes
     * @param most the maximum number of records
     */
    Row(LiveNode like, int most) {
        recordSize = like.recordSize();
        pointerLength = like.pointerLength();
        records = new byte[most * recordSize];
        pointers = new byte[(most + 1) * pointerLength];
    }

    /**
     * All records of a level above the leaves, to be spread over any number of nodes.
     *
     * @param like one of the nodes
     * @param pointers to the nodes below; one more than the records
     */
    Row(LiveNode like, byte[] records, byte[] pointers) {
        recordSize = like.recordSize();
        pointerLength = like.pointerLength();
        this.records = records;
        recordCount = records.length / recordSize;
        this.pointers = pointers;
        pointerCount = pointers.length / pointerLength;
    }

    /** Appends the content of a node. */
    void add(LiveNode node) {
        System.arraycopy(node.image(), node.recordAt(0), records, recordCount * recordSize, node.count() * recordSize);
        recordCount += node.count();
        if (pointerLength > 0) {
            int children = node.count() + 1;
            System.arraycopy(
                    node.image(), node.pointerAt(0), pointers, pointerCount * pointerLength, children * pointerLength);
            pointerCount += children;
        }
    }

    /** Appends the record between two nodes. */
    void addRecord(LiveNode parent, int i) {
        System.arraycopy(parent.image(), parent.recordAt(i), records, recordCount * recordSize, recordSize);
        recordCount++;
    }

    /** Inserts a record before record {@code i} and, except in leaves, a pointer after that record's. */
    void insert(int i, byte[] record, byte[] pointer) {
        int at = i * recordSize;
        System.arraycopy(records, at, records, at + recordSize, (recordCount - i) * recordSize);
        System.arraycopy(record, 0, records, at, recordSize);
        recordCount++;
        if (pointerLength > 0) {
            int behind = (i + 1) * pointerLength;
            System.arraycopy(pointers, behind, pointers, behind + pointerLength, pointerCount * pointerLength - behind);
            System.arraycopy(pointer, 0, pointers, behind, pointerLength);
            pointerCount++;
        }
    }

    /** Spreads the content over these nodes; one record is left over between every two of them. */
    void spread(LiveNode... nodes) {
        int inNodes = recordCount - (nodes.length - 1);
        int each = inNodes / nodes.length;
        int more = inNodes % nodes.length;
        separators = new int[nodes.length - 1];
        int first = 0;
        for (int i = 0; i < nodes.length; i++) {
            int number = i < more ? each + 1 : each;
            nodes[i].fill(records, pointers, first, number);
            first += number;
            if (i < separators.length) {
                separators[i] = first++;
            }
        }
        assert first == recordCount : first + " of " + recordCount + " records";
    }

    /** Writes the record between nodes {@code i} and i + 1 to a parent, as its record {@code into}. */
    void putSeparator(int i, LiveNode parent, int into) {
        parent.putRecord(into, records, separators[i] * recordSize);
    }

    /** A copy of the records between the nodes. */
    byte[] separators() {
        byte[] all = new byte[separators.length * recordSize];
        for (int i = 0; i < separators.length; i++) {
            System.arraycopy(records, separators[i] * recordSize, all, i * recordSize, recordSize);
        }
        return all;
    }
}
