package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.Reference;
import dev.fallow.cli.shell.VirtualSources;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceItem.Block;
import dev.fallow.report.SpaceItem.HeapObject;
import dev.fallow.report.SpaceItem.Part;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a walk finds in a file: how many objects, and which datasets hold the most bytes. Memory is bounded: the datasets are few, and
 * the names of at most 100,000 groups are kept.
 */
final class FileContents implements Consumer<SpaceItem> {
    /** The number of datasets that are described. */
    static final int LARGEST = 5;

    /** The kinds of objects, in the order in which they are told. */
    static final List<ObjectKind> KINDS =
            List.of(ObjectKind.GROUP, ObjectKind.DATASET, ObjectKind.DATATYPE, ObjectKind.UNKNOWN);

    /** The number of virtual datasets whose sources are looked for. */
    static final int MOST_VIRTUAL = 1_000;

    private static final int MOST_GROUPS = 100_000;

    private final long[] counts = new long[ObjectKind.values().length];
    private final Map<Integer, SpaceObject> groups = new HashMap<>();
    /** The datasets that hold the most, and the current one at the end. */
    private final List<Held> held = new ArrayList<>();

    private Held current;
    /** Whether the current dataset holds an object of a global heap. */
    private boolean heap;
    /** Datasets that hold objects of a global heap, which mappings are, and no elements. */
    private final List<SpaceObject> perhapsVirtual = new ArrayList<>();

    /** A dataset, and the bytes that its elements take in the file. */
    private static final class Held {
        private final SpaceObject object;
        private long bytes;
        /** Of its elements, or, if these have a fixed size, of its attributes. */
        private long heapBytes;

        Held(SpaceObject object) {
            this.object = object;
        }

        /** Compares such that the dataset that holds more is first. */
        int compare(Held other) {
            int byBytes = Long.compare(other.bytes + other.heapBytes, bytes + heapBytes);
            return byBytes == 0 ? Integer.compare(object.number(), other.object.number()) : byBytes;
        }
    }

    /** A large dataset; the facts have its shape, its type and its filters. */
    record Large(String path, ObjectFacts facts, long storedBytes) {}

    @Override
    public void accept(SpaceItem item) {
        if (item instanceof Block block) {
            addBlock(block);
        } else if (item instanceof SpaceObject object) {
            addObject(object);
        } else if (item instanceof Part part && part.use() == SpaceUse.COMPACT && current != null) {
            current.bytes += part.size(); // a part of its header
        } else if (item instanceof HeapObject heapObject) {
            heap |= current != null && current.object.number() == heapObject.holder();
            Held each = find(heapObject.holder());
            if (each != null) {
                each.heapBytes += heapObject.size();
            }
        }
    }

    private void addObject(SpaceObject object) {
        endCurrent();
        counts[object.kind().ordinal()]++;
        if (object.kind() == ObjectKind.GROUP && groups.size() < MOST_GROUPS) {
            groups.put(object.number(), object);
        }
        if (held.size() > LARGEST) {
            held.sort(Held::compare);
            held.remove(LARGEST);
        }
        current = object.kind() == ObjectKind.DATASET ? new Held(object) : null;
        if (current != null) {
            held.add(current);
        }
    }

    private void addBlock(Block block) {
        if (block.use() == SpaceUse.CONTIGUOUS || block.use() == SpaceUse.CHUNKS || block.use() == SpaceUse.COMPACT) {
            Held each = find(block.holder());
            if (each != null) {
                each.bytes += block.size();
            }
        }
    }

    private void endCurrent() {
        if (heap && current.bytes == 0 && perhapsVirtual.size() < MOST_VIRTUAL) {
            perhapsVirtual.add(current.object);
        }
        heap = false;
    }

    /**
     * What the virtual datasets lack, a line for each; not of those that cannot be read, which the walk has found.
     *
     * @param container whose walk has ended
     */
    List<String> missingSources(ContainerFile container) {
        endCurrent();
        List<String> missing = new ArrayList<>();
        for (SpaceObject each : perhapsVirtual) {
            try {
                if (container.get(new Reference.ToObject(each.address())) instanceof Dataset dataset) {
                    missing.addAll(VirtualSources.of(dataset).problems(path(each)));
                }
            } catch (ContainerException e) {
                continue;
            }
        }
        return missing;
    }

    /** Null if the object is no dataset, or one that holds little. */
    private Held find(int holder) {
        for (int i = held.size() - 1; i >= 0; i--) {
            if (held.get(i).object.number() == holder) {
                return held.get(i);
            }
        }
        return null;
    }

    /** The number of objects of a kind. */
    long count(ObjectKind kind) {
        return counts[kind.ordinal()];
    }

    /** The datasets that hold the most, the largest first; without those that hold nothing, or cannot be read. */
    List<Large> largest(ContainerFile container) {
        held.sort(Held::compare);
        List<Large> largest = new ArrayList<>();
        for (Held each : held.subList(0, Math.min(LARGEST, held.size()))) {
            String path = path(each.object);
            ObjectFacts facts = facts(container, each.object.address(), path);
            if (facts.dataset() == null) {
                continue;
            }
            long bytes = each.bytes + (facts.type().refersToGlobalHeap() ? each.heapBytes : 0);
            if (bytes > 0) {
                largest.add(new Large(path, facts, bytes));
            }
        }
        return largest;
    }

    private static ObjectFacts facts(ContainerFile container, long address, String path) {
        return ObjectFacts.filtered(container, new Entry(path, ObjectKind.DATASET, address));
    }

    /** The path of an object; of one in a group that was not kept, the end of it. */
    private String path(SpaceObject object) {
        String path = "";
        for (SpaceObject at = object; at != null && at.number() != 0; at = groups.get(at.parent())) {
            path = "/" + at.name().orElse("") + path;
            if (at.parent() != 0 && !groups.containsKey(at.parent())) {
                return "..." + path;
            }
        }
        return path;
    }
}
