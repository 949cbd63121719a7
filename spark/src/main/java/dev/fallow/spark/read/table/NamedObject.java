package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.NoSuchObjectException;
import dev.fallow.StoredObject;
import java.util.List;
import java.util.stream.Collectors;

/** The object that an option names. */
final class NamedObject {
    private static final int MOST_NAMED = 10;

    private NamedObject() {}

    /** @throws NoSuchObjectException if nothing is there; it says what is in the group where the path ends */
    static StoredObject at(ContainerFile container, String path) {
        try {
            return container.root().get(path);
        } catch (NoSuchObjectException e) {
            Group group = nearest(container, path);
            throw new NoSuchObjectException(
                    "%s; in %s %s".formatted(e.getMessage(), NameText.printable(group.path()), content(group)), e);
        }
    }

    /** The innermost group of a path that exists. */
    private static Group nearest(ContainerFile container, String path) {
        String at = path;
        while (at.contains("/")) {
            at = at.substring(0, at.lastIndexOf('/'));
            if (!at.isEmpty() && container.root().exists(at) && container.root().get(at) instanceof Group group) {
                return group;
            }
        }
        return container.root();
    }

    private static String content(Group group) {
        List<String> names = group.names();
        return names.isEmpty()
                ? "is nothing"
                : names.stream()
                                .limit(MOST_NAMED)
                                .map(NameText::printable)
                                .collect(Collectors.joining(", ", "are ", ""))
                        + (names.size() > MOST_NAMED ? " and others" : "");
    }
}
