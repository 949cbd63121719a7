package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.LinkKind;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;

/** Single entries of a listing. */
final class Entries {
    private Entries() {}

    /**
     * The entry for a path that does not lead to a group: an object, or a link that leads nowhere in this file.
     *
     * @return null if the path leads to a group
     * @throws dev.fallow.ContainerException if there is nothing at the path, or it cannot be read
     */
    static Entry notAGroup(ContainerFile container, String path) {
        String full = path.startsWith("/") ? path : "/" + path;
        Link link = full.matches("/*") ? null : container.root().link(path);
        if (link != null && (link.kind() == LinkKind.EXTERNAL || link.kind() == LinkKind.USER_DEFINED)) {
            return of(full, link);
        }
        StoredObject object;
        try {
            object = container.root().get(path);
        } catch (NoSuchObjectException e) {
            if (link == null || link.kind() != LinkKind.SOFT) {
                throw e;
            }
            return of(full, link);
        }
        if (object instanceof Group) {
            return null;
        }
        ObjectKind kind = object instanceof Dataset ? ObjectKind.DATASET : ObjectKind.DATATYPE;
        return new Entry(full, kind, object.address(), null, null);
    }

    /** Whether there is an object or a link at a path, even one that leads nowhere. */
    static boolean exists(ContainerFile container, String path) {
        try {
            container.root().link(path);
            return true;
        } catch (ContainerException e) {
            return false;
        }
    }

    private static Entry of(String path, Link link) {
        ObjectKind kind = switch (link.kind()) {
            case SOFT -> ObjectKind.SOFT_LINK;
            case EXTERNAL -> ObjectKind.EXTERNAL_LINK;
            default -> ObjectKind.USER_DEFINED_LINK;
        };
        String target = link.kind() == LinkKind.EXTERNAL ? link.file() + ":" + link.target() : link.target();
        return new Entry(path, kind, -1, target, null);
    }
}
