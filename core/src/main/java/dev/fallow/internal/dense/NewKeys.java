package dev.fallow.internal.dense;

import dev.fallow.CorruptFileException;
import java.util.HashSet;
import java.util.Set;

/**
 * The keys of messages about to be moved to a new {@link DenseTable}. A header may contain two attributes of the same
 * name or creation order, in damaged files and in those of some other writers; the indexes must not.
 */
public final class NewKeys {
    private final String where;
    private final Set<String> names = new HashSet<>();
    /** Null if creation order is not indexed. */
    private final Set<Long> orders;

    /**
     * @param where file and object, for messages
     * @param indexed whether the table has a creation order index
     */
    public NewKeys(String where, boolean indexed) {
        this.where = where;
        orders = indexed ? new HashSet<>() : null;
    }

    /**
     * Adds the keys of one message.
     *
     * @throws CorruptFileException if a key is a duplicate
     */
    public void add(String name, long order) {
        if (!names.add(name)) {
            throw new CorruptFileException(
                    "%s: dense storage needs different names, found \"%s\" twice".formatted(where, name));
        }
        if (orders != null && !orders.add(order)) {
            throw new CorruptFileException(
                    "%s: dense storage needs different creation orders, found %d twice, the second time of \"%s\""
                            .formatted(where, order, name));
        }
    }
}
