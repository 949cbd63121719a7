package dev.fallow.internal.handle;

import dev.fallow.Link;
import dev.fallow.internal.path.ObjectPath;

/** Finds names of objects that are known by their address, in the group of a dataset and the groups that contain it. */
record Nearby(DatasetHandle dataset) {
    /** An object with its path, if it has one there. */
    DatasetHandle named(DatasetHandle found) {
        String group = dataset.shownPath();
        while (group.startsWith("/") && group.length() > 1) {
            group = ObjectPath.parent(group);
            String name = name(group, found.address());
            if (name != null) {
                return new DatasetHandle(dataset.session(), found.address(), ObjectPath.child(group, name));
            }
        }
        return found;
    }

    /** The name of an object in a group; null if it is not there. */
    private String name(String group, long address) {
        GroupHandle root = (GroupHandle) GroupHandle.root(dataset.session());
        if (!root.exists(group)) {
            return null; // the link through which the dataset was found is gone
        }
        for (Link link : root.group(group).walkLinks()) {
            if (link instanceof Link.Hard hard && hard.address() == address) {
                return link.name();
            }
        }
        return null;
    }
}
