package dev.fallow.internal.object;

import dev.fallow.CorruptFileException;
import java.util.HashSet;
import java.util.Set;

/**
 * The keys of messages that are about to be moved into a new {@link DenseTable}. A header may have two attributes of one
 * name or of one creation order, which only a damaged file and some other writers' have; the indexes may not.
 */
final class NewKeys {
    private final String where;
    private final Set<String> names = new HashSet<>();
    /** Null where creation order is not indexed. */
    private final Set<Long> orders;

    /**
     * @param where file and object, for messages
     * @param indexed whether the table has an index of creation order
     */
    NewKeys(String where, boolean indexed) {
        this.where = where;
        orders = indexed ? new HashSet<>() : null;
    }

    /**
     * Takes the keys of one more message.
     *
     * @throws CorruptFileException if another one has one of them
     */
    void add(String name, long order) {
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
