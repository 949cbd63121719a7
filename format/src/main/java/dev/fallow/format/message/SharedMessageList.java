package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import dev.fallow.format.btree.SharedMessageRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Shared message record list: an index with few messages.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "SMLI"
 *     r    records ({@link SharedMessageRecord}), in any order
 *     4    checksum
 *          zeros, up to the maximum number of records
 * </pre>
 *
 * The number of records and its maximum are in the {@link SharedMessageIndexes}.
 *
 * @param records in storage order
 */
public record SharedMessageList(List<SharedMessageRecord> records) {
    public static final String STRUCTURE = "shared message record list";
    /** The fields, with records of messages in a fractal heap. */
    public static final Layout LAYOUT = Layout.sealed(STRUCTURE, "SMLI", "[location:1 hash:4 users:4 heapId:8]");

    /** Copies the list. */
    public SharedMessageList {
        records = List.copyOf(records);
    }

    /** The length in bytes of a list of at most {@code listMax} records. */
    public static int length(FieldSizes sizes, int listMax) {
        return 8 + listMax * SharedMessageRecord.length(sizes);
    }

    /** Reads the list of an index. The bytes after the checksum are ignored. */
    public static SharedMessageList decode(FieldReader in, SharedMessageIndexes.Index index) {
        FieldReader list = in.inner(length(in.sizes(), index.listMax()), STRUCTURE);
        int from = list.position();
        if (index.count() > index.listMax()) {
            throw list.fail("expected at most " + index.listMax() + " records, found " + index.count());
        }
        list.signature(LAYOUT.signature());
        List<SharedMessageRecord> records = new ArrayList<>(index.count());
        for (int i = 0; i < index.count(); i++) {
            records.add(SharedMessageRecord.decode(list));
        }
        list.checksumFrom(from);
        return new SharedMessageList(records);
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out, int listMax) {
        if (records.size() > listMax) {
            throw new IllegalArgumentException("expected at most " + listMax + " records, found " + records.size());
        }
        int from = out.position();
        out.text(LAYOUT.signature());
        for (SharedMessageRecord each : records) {
            each.encode(out);
        }
        out.checksumFrom(from).zeros(length(out.sizes(), listMax) - (out.position() - from));
    }
}
