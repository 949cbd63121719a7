package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Looks for the marks of {@link FileKind}. What cannot be read has no mark: the walk of {@code info}, and {@code check}, tell of damage,
 * and {@code --quick} does not look for it.
 */
final class KindMarks {
    /** The most objects of a group that are looked at. */
    static final int MOST = 20;

    private final ContainerFile container;
    private final Group root;
    /** Null before the first use. */
    private List<StoredObject> members;

    KindMarks(ContainerFile container) {
        this.container = container;
        root = container.root();
    }

    boolean rootHas(String attribute) {
        return has(root, attribute);
    }

    /** The text of an attribute of the root group; empty if it has none. */
    String rootText(String attribute) {
        return text(root, attribute);
    }

    boolean memberHas(String attribute) {
        return members().stream().anyMatch(member -> has(member, attribute));
    }

    boolean memberText(String attribute, String text) {
        return members().stream().anyMatch(member -> text(member, attribute).equals(text));
    }

    boolean exists(String path) {
        return readable(() -> container.exists(path));
    }

    /** Whether there is a group layers/NAME/vars. */
    boolean hasLayers() {
        return exists("/layers")
                && readable(() -> firstOf(container.group("/layers")).stream()
                        .anyMatch(layer -> layer instanceof Group group && group.exists("vars")));
    }

    boolean isSparkTable() {
        return isTable(root) || members().stream().anyMatch(KindMarks::isTable);
    }

    private static boolean isTable(StoredObject object) {
        return object instanceof Group && has(object, "column-order") && !has(object, "encoding-type");
    }

    private static boolean has(StoredObject object, String attribute) {
        return readable(() -> object.hasAttribute(attribute));
    }

    private static String text(StoredObject object, String attribute) {
        if (!has(object, attribute)) {
            return "";
        }
        try {
            Object value = object.attribute(attribute).read();
            return value instanceof Object[] array && array.length == 1
                    ? String.valueOf(array[0])
                    : String.valueOf(value);
        } catch (ContainerException e) {
            return "";
        }
    }

    private static boolean readable(BooleanSupplier question) {
        try {
            return question.getAsBoolean();
        } catch (ContainerException e) {
            return false;
        }
    }

    private List<StoredObject> members() {
        if (members == null) {
            members = firstOf(root);
        }
        return members;
    }

    private List<StoredObject> firstOf(Group group) {
        List<StoredObject> objects = new ArrayList<>();
        try {
            Iterator<Link> links = group.walkLinks().iterator();
            for (int i = 0; i < MOST && links.hasNext(); i++) {
                if (links.next() instanceof Link.Hard link) {
                    objects.add(container.get(new Reference.ToObject(link.address())));
                }
            }
        } catch (ContainerException e) {
            return objects; // those that could be read
        }
        return objects;
    }
}
