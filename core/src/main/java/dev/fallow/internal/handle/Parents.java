package dev.fallow.internal.handle;

import dev.fallow.internal.path.ObjectPath;
import java.util.List;
import java.util.function.Supplier;

/**
 * Creates the groups on the way to a new object.
 *
 * @param path of the object, relative to the group
 */
record Parents(GroupHandle group, String path) {
    /** Creates the groups, then the object; if that fails, none of them stays. */
    <T> T with(Supplier<T> object) {
        String parent = ObjectPath.parent(path);
        String made = firstMissing(parent);
        boolean created = false;
        try {
            if (made != null) {
                group.createGroups(parent);
            }
            T result = object.get();
            created = true;
            return result;
        } finally {
            if (!created && made != null && group.isHere(made)) {
                group.delete(made);
            }
        }
    }

    /** The path of the outermost group that does not exist; null if all do. */
    private String firstMissing(String parent) {
        List<String> names = ObjectPath.names(parent);
        String at = parent.startsWith("/") ? "/" : "";
        for (String name : names) {
            at = at.isEmpty() ? name : ObjectPath.child(at, name);
            if (!group.isHere(at)) {
                return at;
            }
        }
        return null;
    }
}
