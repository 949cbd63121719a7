package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.MissingPath;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.space.ColumnMemory.Numbers;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceItem.Block;
import dev.fallow.report.SpaceItem.Elements;
import dev.fallow.report.SpaceItem.HeapObject;
import dev.fallow.report.SpaceItem.Link;
import dev.fallow.report.SpaceItem.Part;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow why}: who holds the bytes of a file. */
@Command(
        name = "why",
        description = {
            "Shows which objects hold the bytes of a file.",
            "The largest come first. The columns:",
            "held: the bytes of an object and of everything below it;",
            "returns: the bytes that deleting it would make free, apart from the link. An object with another link (*)",
            "returns nothing. Of a global heap collection that others use too, only its own objects count;",
            "logical: its elements as type and shape say; stored: its elements as they are in the file."
        })
public final class WhyCommand extends Verb.Reporting {
    private static final int DEFAULT_DEPTH = 3;
    private static final int NUMBER = 8;
    private static final int EXACT_NUMBER = 15;
    private static final int BAR = 12;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH", description = "Default: the root group.")
    private String path = "/";

    @Option(names = "--depth", paramLabel = "N", description = "Levels below PATH to show. Default: 3.")
    private int depth = DEFAULT_DEPTH;

    @Option(names = "--all", description = "Show all objects, not only a screen of the largest.")
    private boolean all;

    @Option(names = "--bytes", description = "Print exact numbers.")
    private boolean exact;

    @Override
    public Integer call() throws IOException {
        if (depth < 0) {
            throw wrong("--depth: expected 0 or more, found " + depth);
        }
        try (ContainerFile container = read()) {
            DeletionTree tree = new DeletionTree(address(container));
            SpaceBreakdown found = container.spaceBreakdown(tree);
            if (tree.target() == DeletionTree.NOBODY) {
                throw new NoSuchObjectException(container.name() + ": the walk did not reach " + path);
            }
            tree.addUp();
            List<TreeRows.Row> rows =
                    new TreeRows(tree, depth, all ? Integer.MAX_VALUE : Screen.height(), 0).of(tree.target());
            print("why/1", generator -> writeJson(generator, found, tree, rows), out -> print(found, tree, rows));
            return found.findings().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
        }
    }

    private long address(ContainerFile container) {
        if (path.isEmpty() || path.equals("/")) {
            return container.root().address();
        }
        return MissingPath.object(container, path).address();
    }

    private void print(SpaceBreakdown found, DeletionTree tree, List<TreeRows.Row> rows) {
        int number = exact ? EXACT_NUMBER : NUMBER;
        int columns = 4 * (number + 1) + BAR + 4;
        int width = Math.max(Screen.width() - columns, 2 * BAR);
        String head = ("%" + number + "s ").repeat(4);
        out().println(head.formatted("held", "returns", "logical", "stored"));
        boolean starred = false;
        for (TreeRows.Row row : rows) {
            String indent = " ".repeat(2 * Math.min(row.depth(), width / 4));
            if (row.number() == TreeRows.Row.MORE) {
                String start = " ".repeat(columns - 1) + indent;
                line("%s... %,d more with %s", start, row.count(), bytes(row.held()));
                continue;
            }
            int one = row.number();
            boolean star = one != 0 && tree.hasOtherLinks(one);
            starred |= star;
            String name = NameText.printable(one == tree.target() ? tree.path(one) : tree.name(one));
            String end = (tree.kind(one) == ObjectKind.GROUP && one != 0 ? "/" : "") + (star ? " *" : "");
            line(
                    head + "[%-12s] %s%s%s",
                    bytes(row.held()),
                    one == 0 ? "-" : bytes(tree.returned(one)),
                    bytes(tree.logical(one)),
                    bytes(tree.stored(one)),
                    Screen.bar(row.held(), tree.held(tree.target()), BAR),
                    indent,
                    Screen.end(name, Math.max(4, width - indent.length() - end.length())),
                    end);
        }
        if (starred) {
            out().println("* has another link, which keeps it");
        }
        if (tree.target() == 0) {
            line(
                    "The rest of the file: %s of no object, %s free, %s untracked",
                    bytes(found.bytes(SpaceUse.State.LIVE) - tree.held(0) + dead(found)),
                    bytes(found.bytes(SpaceUse.State.FREE)),
                    bytes(found.bytes(SpaceUse.State.UNTRACKED) - dead(found)));
        }
        if (!found.findings().isEmpty()) {
            line(HolesCommand.MISSING, found.findings().size());
        }
    }

    private String bytes(long bytes) {
        return Screen.bytes(bytes, exact);
    }

    /** Dead objects of global heaps, which are in the collections that objects hold. */
    private static long dead(SpaceBreakdown found) {
        return found.amount(SpaceUse.HEAP_DEAD).bytes();
    }

    private static void writeJson(
            JsonGenerator generator, SpaceBreakdown found, DeletionTree tree, List<TreeRows.Row> rows)
            throws IOException {
        generator.writeNumberField("fileBytes", found.fileBytes());
        generator.writeNumberField("freeBytes", found.bytes(SpaceUse.State.FREE));
        generator.writeNumberField("untrackedBytes", found.bytes(SpaceUse.State.UNTRACKED) - dead(found));
        Json.array(generator, "objects", rows, row -> {
            generator.writeNumberField("depth", row.depth());
            if (row.number() == TreeRows.Row.MORE) {
                generator.writeNumberField("more", row.count());
                generator.writeNumberField("heldBytes", row.held());
            } else {
                int one = row.number();
                generator.writeStringField("path", tree.path(one));
                generator.writeStringField("kind", tree.kind(one).label());
                generator.writeNumberField("heldBytes", row.held());
                generator.writeNumberField("returnedBytes", one == 0 ? 0 : tree.returned(one));
                generator.writeNumberField("logicalBytes", tree.logical(one));
                generator.writeNumberField("storedBytes", tree.stored(one));
                generator.writeBooleanField("otherLinks", one != 0 && tree.hasOtherLinks(one));
            }
        });
        generator.writeNumberField("findings", found.findings().size());
    }

    /**
     * A tree of holders that also knows what deletion would return. An object is deleted with its last link. So deleting an object
     * deletes what can be reached from the root group only through it, which are the objects that it dominates in the graph of all
     * links. A collection of a global heap is returned with the last object in it; the objects that it still has stay, and so does
     * the rest of the collection.
     */
    public static final class DeletionTree extends HolderTree {
        private static final int FIRST_SIZE = 16;
        /** Each pass takes time proportional to the further links; files have needed two. */
        private static final int MOST_PASSES = 1_000;

        private final long target;
        private int targetNumber = NOBODY;
        /** The sizes of the elements of each object; after the walk, of those below it too. */
        private final Numbers logical = memory.longs();

        private final Numbers stored = memory.longs();
        /** The links that each object's header counts; after the walk, those that were not found. */
        private final Numbers links = memory.ints();

        /** The further links, from and to. */
        private final Numbers from = memory.ints();

        private final Numbers to = memory.ints();
        private int further;

        private final Map<Long, Integer> collections = new HashMap<>();
        private long[] collectionBytes = new long[FIRST_SIZE];
        /** A holder of objects in each collection, and the pairs of a collection and one more holder of it. */
        private int[] lastHolder = new int[FIRST_SIZE];

        private final Numbers pairCollection = memory.ints();
        private final Numbers pairHolder = memory.ints();
        private int pairs;

        private Numbers dominators;
        private Numbers returned;
        /** The objects with a link from outside of what they dominate, besides that of their parent. */
        private final BitSet otherLinks = new BitSet();

        /** @param target the address of the object of the tree */
        public DeletionTree(long target) {
            this.target = target;
        }

        @Override
        public void accept(SpaceItem item) {
            super.accept(item);
            if (item instanceof Block block) {
                addBlock(block);
            } else if (item instanceof SpaceObject object) {
                addObject(object);
            } else if (item instanceof Elements elements) {
                logical.set(elements.holder(), elements.bytes());
            } else if (item instanceof Link link) {
                from.set(further, link.from());
                to.set(further++, link.to());
            } else if (item instanceof HeapObject heapObject) {
                addHeapObject(heapObject.collection(), heapObject.size(), heapObject.holder());
            } else if (item instanceof Part part && part.use() == SpaceUse.COMPACT) {
                stored.add(count() - 1, part.size()); // the object that was announced last
            }
        }

        private void addObject(SpaceObject object) {
            int number = object.number();
            links.add(number, (int) Math.min(object.linkCount(), Integer.MAX_VALUE / 2) - 1);
            if (object.address() == target) {
                targetNumber = number;
            }
        }

        private void addBlock(Block block) {
            SpaceUse use = block.use();
            if (block.holder() != NOBODY && (use == SpaceUse.CONTIGUOUS || use == SpaceUse.CHUNKS)) {
                stored.add(block.holder(), block.size());
            }
            if (use == SpaceUse.HEAP_LIVE) {
                Integer collection = collections.get(block.address());
                if (collection != null) {
                    collectionBytes[collection] += block.size();
                }
            }
        }

        private void addHeapObject(long collection, long size, int holder) {
            stored.add(holder, size);
            int index = collections.computeIfAbsent(collection, address -> collections.size());
            if (index == lastHolder.length) {
                lastHolder = Arrays.copyOf(lastHolder, 2 * index);
                collectionBytes = Arrays.copyOf(collectionBytes, 2 * index);
            }
            collectionBytes[index] -= size;
            if (lastHolder[index] != holder + 1) {
                lastHolder[index] = holder + 1;
                addPair(index, holder);
            }
        }

        private void addPair(int collection, int holder) {
            pairCollection.set(pairs, collection);
            pairHolder.set(pairs++, holder);
        }

        @Override
        public void addUp() {
            for (int i = 0; i < further; i++) {
                links.add(to.at(i), -1);
            }
            findDominators();
            for (int i = 0; i < further; i++) {
                if (common(dominators, from.at(i), to.at(i)) != to.at(i)) {
                    otherLinks.set(to.at(i));
                }
            }
            returned = withCollections(dominators);
            sum(returned, dominators);
            hold(withCollections(parents));
            sum(stored, parents);
            sum(logical, parents);
        }

        /**
         * The nearest dominator of each object, by the algorithm of Cooper, Harvey and Kennedy. An object with one link is dominated by
         * its parent. An object whose header counts more links than exist is never deleted: the root group dominates it.
         */
        private void findDominators() {
            dominators = parents;
            boolean pinned = false;
            for (int i = 1; i < count() && !pinned; i++) {
                pinned = links.at(i) > 0;
            }
            if (further == 0 && !pinned) {
                return;
            }
            dominators = parents.copy(count());
            for (int i = 1; i < count(); i++) {
                if (links.at(i) > 0) {
                    dominators.set(i, 0);
                }
            }
            boolean changed = true;
            for (int pass = 0; changed && pass < MOST_PASSES; pass++) {
                changed = false;
                for (int i = 0; i < further; i++) {
                    int object = to.at(i);
                    if (object != 0) {
                        int nearest = common(dominators, from.at(i), dominators.at(object));
                        changed |= nearest != dominators.at(object);
                        dominators.set(object, nearest);
                    }
                }
            }
            for (int i = 0; changed && i < further; i++) {
                dominators.set(to.at(i), 0); // says too little, where links were made so that the passes would not end
            }
        }

        /** The nearest common ancestor; ancestors have smaller numbers. */
        private static int common(Numbers ancestors, int one, int other) {
            int a = one;
            int b = other;
            while (a != b) {
                if (a > b) {
                    a = ancestors.at(a);
                } else {
                    b = ancestors.at(b);
                }
            }
            return a;
        }

        /** The bytes of each object, and those of collections without a known holder, at the object below which all holders are. */
        private Numbers withCollections(Numbers ancestors) {
            int[] tops = new int[collections.size()];
            Arrays.fill(tops, NOBODY);
            for (int i = 0; i < pairs; i++) {
                int top = tops[pairCollection.at(i)];
                int holder = pairHolder.at(i);
                tops[pairCollection.at(i)] = top == NOBODY ? holder : common(ancestors, top, holder);
            }
            Numbers each = owns();
            for (int i = 0; i < tops.length; i++) {
                each.add(tops[i], collectionBytes[i]);
            }
            return each;
        }

        /** The number of the target; {@link #NOBODY} if the walk did not find it. */
        int target() {
            return targetNumber;
        }

        /**
         * Whether an object stays when the link of its parent is deleted: it has another one, from outside of what is deleted with
         * it.
         */
        public boolean hasOtherLinks(int number) {
            return links.at(number) > 0 || dominators.at(number) != parent(number) || otherLinks.get(number);
        }

        /** The bytes that deletion would return; nothing for an object with other links. */
        public long returned(int number) {
            return hasOtherLinks(number) ? 0 : returned.get(number);
        }

        /** The size of the elements below an object as their types and dimensions say. */
        long logical(int number) {
            return logical.get(number);
        }

        /** The size of the elements below an object as they are stored, with their objects in global heaps. */
        long stored(int number) {
            return stored.get(number);
        }
    }
}
