package dev.fallow.oracle.snapshot;

import dev.fallow.oracle.type.ReferenceType;
import java.util.List;

/**
 * An attribute, by value.
 *
 * @param type the type of an element
 * @param dimensions empty for a scalar; null for a null dataspace
 * @param values the values in the form of {@link SnapshotValues}
 */
public record AttributeSnapshot(ReferenceType type, List<Long> dimensions, Object values) {
    /** Creates a snapshot from flat data, or a single value. */
    public static AttributeSnapshot of(ReferenceType type, long[] dimensions, Object data) {
        return new AttributeSnapshot(type, SnapshotValues.dimensions(dimensions), SnapshotValues.of(data));
    }
}
