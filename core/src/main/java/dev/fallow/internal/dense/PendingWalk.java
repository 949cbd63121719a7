package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Visits pending messages between stored ones, in the order of the name index.
 *
 * @param <T> a decoded message
 */
final class PendingWalk<T> {
    private final PendingMessages messages;
    private final PendingMessages.Sorted sorted;
    private final IntFunction<FieldReader> bodies;
    private final DenseForm<T> form;
    private final DenseTable.StoredVisitor<T> visitor;
    private int next;

    /** @param bodies the readers of messages, by place */
    PendingWalk(
            PendingMessages messages,
            IntFunction<FieldReader> bodies,
            DenseForm<T> form,
            DenseTable.StoredVisitor<T> visitor) {
        this.messages = messages;
        this.bodies = bodies;
        this.form = form;
        this.visitor = visitor;
        sorted = messages.sorted();
    }

    /** Visits those before a stored message. */
    void visitBefore(byte[] name) throws IOException {
        int hash = NameSearch.hash(name);
        while (next < sorted.size() && isBefore(name, hash)) {
            visitNext();
        }
    }

    private boolean isBefore(byte[] name, int hash) {
        int compared = Integer.compareUnsigned(sorted.hash(next), hash);
        return compared < 0 || compared == 0 && Arrays.compareUnsigned(messages.name(sorted.place(next)), name) < 0;
    }

    /** Visits those that are left. */
    void visitRest() throws IOException {
        while (next < sorted.size()) {
            visitNext();
        }
    }

    private void visitNext() throws IOException {
        int place = sorted.place(next++);
        FieldReader body = bodies.apply(place);
        T message = form.decode(body.at(0));
        visitor.visit(message, body, messages.order(place), 0);
    }
}
