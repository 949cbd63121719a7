package dev.fallow.oracle.snapshot;

import dev.fallow.oracle.type.ReferenceType;
import java.util.List;

/**
 * An attribute, by value.
 *
 * @param type its type
 * @param dimensions none for a scalar; null for no value at all
 * @param values as {@link SnapshotValues} makes them
 */
public record AttributeSnapshot(ReferenceType type, List<Long> dimensions, Object values) {
    /** From flat data, or a single value. */
    public static AttributeSnapshot of(ReferenceType type, long[] dimensions, Object data) {
        return new AttributeSnapshot(type, SnapshotValues.dimensions(dimensions), SnapshotValues.of(data));
    }
}
