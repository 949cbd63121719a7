package dev.fallow.internal;

import dev.fallow.internal.link.PathResolver.Place;
import dev.fallow.internal.tree.TreeCopy;
import java.io.IOException;

/** Copies objects from one group to another, which may be in another container. */
final class CopyEdits {
    private final GroupHandle from;
    private final GroupHandle to;

    CopyEdits(GroupHandle from, GroupHandle to) {
        this.from = from;
        this.to = to;
    }

    /** Copies an object; a group with its descendants. */
    void copy(String fromPath, String toPath) {
        if (from.session() == to.session()) {
            change(fromPath, toPath);
            return;
        }
        from.session()
                .reading(
                        () -> { // what is read of it during the change is read as one operation
                            change(fromPath, toPath);
                            return null;
                        });
    }

    private void change(String fromPath, String toPath) {
        Session target = to.session();
        target.change(() -> {
            to.lookup().free(toPath); // checked before a large tree is examined
            TreeCopy copy = new TreeCopy(from.session().store(), target.store());
            readingSource(() -> {
                Place object = from.lookup().get(fromPath);
                copy.plan(object.address(), object.path());
                return null;
            });
            to.lookup().free(toPath).prepareHardLink(); // checks that the link can be added
            return () -> {
                long made = copy.carryOut();
                to.lookup()
                        .free(toPath)
                        .prepareHardLink()
                        .add(made); // again: its blocks may have been evicted from the cache
            };
        });
    }

    /** Reports failures in reading the source container under its name. */
    private <T> T readingSource(Session.Operation<T> operation) throws IOException {
        return from.session() == to.session() ? operation.run() : from.session().reading(operation);
    }
}
