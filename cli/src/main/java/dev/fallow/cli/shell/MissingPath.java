package dev.fallow.cli.shell;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.NameText;
import dev.fallow.NoSuchObjectException;
import dev.fallow.StoredObject;
import dev.fallow.type.Compound;
import java.util.Iterator;

/** What could have been meant by a path that leads nowhere: a slice that does not end, a member of a compound, or a similar name. */
public final class MissingPath {
    /** The links of a group that are looked at. */
    private static final int MOST = 1_000;

    /** Names as short as this are all near to each other. */
    private static final int LEAST = 2;

    private MissingPath() {}

    /**
     * The failure with what could have been meant, if that is known, and it is that there is no such path. Looks at one group, and at a
     * bounded number of its links.
     */
    public static ContainerException explained(ContainerFile container, String path, ContainerException failure) {
        if (!(failure instanceof NoSuchObjectException)) {
            return failure;
        }
        String hint;
        try {
            hint = container.exists(path) ? "" : hint(container, path); // what is there is of the wrong kind
        } catch (ContainerException e) {
            hint = ""; // of damage, the verbs tell that look at it; why this one ends, the failure says
        }
        return hint.isEmpty() ? failure : new NoSuchObjectException(failure.getMessage() + hint, failure);
    }

    /** The object at a path. */
    public static StoredObject object(ContainerFile container, String path) {
        try {
            return container.root().get(path);
        } catch (NoSuchObjectException e) {
            throw explained(container, path, e);
        }
    }

    private static String hint(ContainerFile container, String path) {
        int slash = path.lastIndexOf('/');
        int bracket = path.indexOf('[', slash + 1);
        if (bracket > slash + 1 && container.exists(path.substring(0, bracket))) {
            return path.indexOf(']', bracket) < 0
                    ? "; a slice ends with ]"
                    : "; a slice ends the path: members are not selected, they are all printed";
        }
        String group = path.substring(0, Math.max(0, slash));
        if (!group.isEmpty() && !container.exists(group)) {
            return "";
        }
        String member = member(container, path);
        return member.isEmpty() ? similar(container.group(group.isEmpty() ? "/" : group), path) : member;
    }

    /** About {@code /events.time}, if there is a dataset {@code /events} with a member {@code time}. */
    private static String member(ContainerFile container, String path) {
        int dot = path.indexOf('.', path.lastIndexOf('/') + 1);
        String object = dot < 0 ? "" : path.substring(0, dot);
        if (!object.isEmpty() && container.exists(object)) {
            StoredObject found = container.root().get(object);
            if (found instanceof Dataset dataset
                    && dataset.datatype() instanceof Compound compound
                    && compound.members().stream().anyMatch(each -> each.name().equals(path.substring(dot + 1)))) {
                return "; " + NameText.printable(path.substring(dot + 1)) + " is a member of "
                        + NameText.printable(dataset.path()) + ": members are not selected, they are all printed";
            }
        }
        return "";
    }

    private static String similar(Group group, String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        Iterator<Link> links = group.walkLinks().iterator();
        String near = "";
        for (int i = 0; i < MOST && links.hasNext(); i++) {
            String other = links.next().name();
            if (other.equalsIgnoreCase(name)) {
                return there(group, other);
            } else if (near.isEmpty() && name.length() > LEAST && isNear(name, other)) {
                near = other;
            }
        }
        return near.isEmpty() ? "" : there(group, near);
    }

    private static String there(Group group, String name) {
        String path = group.path().endsWith("/") ? group.path() + name : group.path() + "/" + name;
        return "; there is " + NameText.printable(path);
    }

    /** Whether one character more, less or another one, or two that changed places, make one name of the other. */
    static boolean isNear(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int start = 0;
        while (start < shorter && one.charAt(start) == other.charAt(start)) {
            start++;
        }
        int end = 0;
        while (end < shorter - start && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        int left = one.length() - start - end;
        int otherLeft = other.length() - start - end;
        boolean swapped = left == 2
                && otherLeft == 2
                && one.charAt(start) == other.charAt(start + 1)
                && one.charAt(start + 1) == other.charAt(start);
        return left <= 1 && otherLeft <= 1 || swapped;
    }
}
