package dev.fallow.cli.browse;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.ObjectKind;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.space.TreeRows;
import dev.fallow.cli.space.WhyCommand.DeletionTree;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The objects of a file with the bytes that they hold, and that deleting them would return. They have numbers; the root group is 0. */
final class BrowseObjects {
    /** Of a group with more objects, the largest ones are shown, and how many others there are. */
    private static final int MOST_ROWS = 10_000;

    private static final int MOST_TITLES = 1_000;

    private final ContainerFile container;
    private final DeletionTree tree;
    private final SpaceBreakdown found;
    private final Map<Integer, Title> titles = new HashMap<>();
    private final ObjectNames names;
    private int group = -1;
    private List<TreeRows.Row> rows = List.of();

    /** Walks over the file, which has to stay open while values are looked at. */
    BrowseObjects(ContainerFile container) {
        this.container = container;
        names = new ObjectNames(container);
        tree = new DeletionTree(container.root().address());
        found = container.spaceBreakdown(tree);
        tree.addUp();
    }

    String fileName() {
        return container.name();
    }

    long fileBytes() {
        return found.fileBytes();
    }

    long freeBytes() {
        return found.bytes(SpaceUse.State.FREE);
    }

    /** The number of problems that the walk has found. */
    int findings() {
        return found.findings().size();
    }

    /** The objects in a group, those that hold most first. The last row may stand for all others. */
    List<TreeRows.Row> in(int number) {
        if (group != number) {
            List<TreeRows.Row> all = new TreeRows(tree, 1, MOST_ROWS, 0).of(number);
            rows = all.subList(1, all.size());
            group = number;
        }
        return rows;
    }

    /** The number of objects in a group that have a row for themselves. */
    int count(int number) {
        List<TreeRows.Row> all = in(number);
        boolean more = !all.isEmpty() && all.get(all.size() - 1).number() == TreeRows.Row.MORE;
        return all.size() - (more ? 1 : 0);
    }

    int parent(int number) {
        return tree.parent(number);
    }

    String name(int number) {
        return tree.name(number);
    }

    String path(int number) {
        return tree.path(number);
    }

    ObjectKind kind(int number) {
        return tree.kind(number);
    }

    long held(int number) {
        return tree.held(number);
    }

    /** The bytes that deleting would return; nothing for the root group, and for an object with another link. */
    long returned(int number) {
        return number == 0 ? 0 : tree.returned(number);
    }

    boolean hasOtherLinks(int number) {
        return number != 0 && tree.hasOtherLinks(number);
    }

    /** Whether there is a link that can be deleted: not for the datatype of a dataset that has no name. */
    boolean canBeDeleted(int number) {
        return number != 0 && kind(parent(number)) == ObjectKind.GROUP;
    }

    /** Whether an object is below another one. */
    boolean isBelow(int number, int other) {
        int at = number;
        while (at > other) { // an object has a larger number than its parent
            at = tree.parent(at);
        }
        return at == other && number != other;
    }

    /** The values of a dataset. */
    ValuePages values(int number) {
        return new DatasetPages(container.dataset(path(number)), names);
    }

    /** Type and shape of a dataset; empty for another object, or one that cannot be read. */
    Title title(int number) {
        if (kind(number) != ObjectKind.DATASET) {
            return Title.NONE;
        } else if (titles.size() >= MOST_TITLES) {
            titles.clear();
        }
        return titles.computeIfAbsent(number, one -> {
            try {
                return values(one).title();
            } catch (ContainerException e) {
                return Title.NONE;
            }
        });
    }
}
