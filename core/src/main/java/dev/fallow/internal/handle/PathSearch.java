package dev.fallow.internal.handle;

import dev.fallow.ContainerException;
import dev.fallow.Entry;
import dev.fallow.internal.session.Session;

/** Finds a path that leads to an object, by a walk from the root group. */
record PathSearch(Session session) {
    /** The first path that leads to an object, in the order of {@code Group.walk}; empty if there is none, or it cannot be read. */
    String path(long address) {
        try {
            if (address == session.rootAddress()) {
                return "/";
            }
            for (Entry entry : GroupHandle.root(session).walk(Integer.MAX_VALUE)) {
                if (entry.address() == address) {
                    return entry.path();
                }
            }
            return "";
        } catch (ContainerException e) {
            return ""; // closed or damaged: a path is not worth a failure, listing says why
        }
    }
}
