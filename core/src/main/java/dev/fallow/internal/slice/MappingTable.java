package dev.fallow.internal.slice;

import dev.fallow.CorruptFileException;
import dev.fallow.Hyperslab;
import dev.fallow.Selection;
import dev.fallow.TooLargeException;
import dev.fallow.VirtualMapping;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** The mappings of a virtual dataset, checked, and indexed by the elements of the virtual dataset. */
public final class MappingTable {
    /** Irregular selections are divided into their rows, so that a few bytes can stand for many parts. */
    private static final int MOST_PARTS = 1 << 22;

    private final List<VirtualMapping> mappings;
    private final long[] extent;
    private final String where;
    private final List<Part> parts = new ArrayList<>();
    private final List<Regular> boxes = new ArrayList<>();
    /** The number of mapped elements of each mapping without unlimited dimensions. */
    private final long[] counts;

    private final List<Integer> growing = new ArrayList<>();
    private final long[] least;
    private final BoxIndex index;

    /**
     * Elements of the virtual dataset that are mapped together.
     *
     * @param first the number of the first one in the selection of the mapping
     */
    public record Part(int mapping, Regular virtual, long first) {}

    /**
     * The mappings of a dataset.
     *
     * @param extent of the dataset as stored; not copied
     * @throws CorruptFileException if a mapping is contradictory
     */
    public MappingTable(List<VirtualMapping> mappings, long[] extent, String where) {
        this.mappings = mappings;
        this.extent = extent;
        this.where = where;
        counts = new long[mappings.size()];
        least = new long[extent.length];
        for (int i = 0; i < mappings.size(); i++) {
            add(i, mappings.get(i));
        }
        index = new BoxIndex(extent.length, boxes);
    }

    private void add(int number, VirtualMapping mapping) {
        Selection virtual = mapping.virtual();
        check(number, mapping);
        if (Clip.unlimited(virtual) >= 0) {
            growing.add(number);
            return;
        }
        Numbered numbered = Selections.numbered(virtual, extent, where(number));
        counts[number] = numbered.count();
        if (numbered instanceof Regular regular) {
            add(new Part(number, regular, 0), !(virtual instanceof Selection.All));
            return;
        }
        long[] size = new long[extent.length];
        Arrays.fill(size, 1);
        try {
            numbered.forEachRow(0, numbered.count(), (from, first, length) -> {
                size[size.length - 1] = length;
                add(new Part(number, Regular.block(from, size), first), true);
            });
        } catch (IOException e) {
            throw new IllegalStateException(e); // nothing is read
        }
    }

    private void add(Part part, boolean counts) {
        if (parts.size() == MOST_PARTS) {
            throw new TooLargeException("%s: the mappings have more than %d parts".formatted(where, MOST_PARTS));
        }
        parts.add(part);
        boxes.add(part.virtual);
        for (int i = 0; i < least.length && counts && part.virtual.count() > 0; i++) {
            least[i] = Math.max(least[i], part.virtual.high(i) + 1);
        }
    }

    private void check(int number, VirtualMapping mapping) {
        Selection virtual = mapping.virtual();
        if (virtual.rank() != Selection.UNKNOWN_RANK && virtual.rank() != extent.length) {
            throw corrupt(
                    number, "expected a selection of %d dimensions, found %d".formatted(extent.length, virtual.rank()));
        }
        boolean blocks = dependsOnBlock(mapping.sourceFile()) || dependsOnBlock(mapping.sourceDataset());
        int unlimitedVirtual = Clip.unlimitedDimensions(virtual).length;
        int unlimitedSource = Clip.unlimitedDimensions(mapping.source()).length;
        if (unlimitedVirtual > 1 || unlimitedSource > 1) {
            throw corrupt(
                    number, "expected one unlimited dimension, found " + Math.max(unlimitedVirtual, unlimitedSource));
        } else if (unlimitedVirtual == 0 && unlimitedSource > 0) {
            throw corrupt(number, "only the selection of the source is unlimited");
        } else if (unlimitedVirtual > 0 && unlimitedSource == 0 && !blocks) {
            throw corrupt(number, "only the virtual selection is unlimited, and there is no %b in the names");
        } else if (blocks && (!hasBlocks(virtual) || unlimitedSource > 0)) {
            throw corrupt(number, "%b in a name needs an unlimited number of blocks and a limited source");
        }
    }

    private static boolean hasBlocks(Selection selection) {
        int unlimited = Clip.unlimited(selection);
        return unlimited >= 0 && ((Hyperslab) selection).count()[unlimited] == Selection.UNLIMITED;
    }

    /** Whether the name of a source depends on the number of the block. */
    static boolean dependsOnBlock(String name) {
        for (int at = name.indexOf('%'); at >= 0; at = name.indexOf('%', at + 2)) {
            if (name.startsWith("%b", at)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The name of the source of a block: with its number in place of {@code %b}, and a percent sign in place of {@code %%}.
     *
     * @throws CorruptFileException if anything else follows a percent sign
     */
    public static String sourceName(String name, long block, String where) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) != '%') {
                text.append(name.charAt(i));
            } else if (name.startsWith("%b", i)) {
                text.append(block);
                i++;
            } else if (name.startsWith("%%", i)) {
                text.append('%');
                i++;
            } else {
                throw new CorruptFileException(
                        "%s: expected %%b, or %%%% for a percent sign, in the name of a source, found \"%s\""
                                .formatted(where, name));
            }
        }
        return text.toString();
    }

    private CorruptFileException corrupt(int number, String problem) {
        return new CorruptFileException(where(number) + ": " + problem);
    }

    /** A mapping in messages. */
    public String where(int number) {
        return "%s, mapping %d".formatted(where, number);
    }

    /** The number of mappings. */
    public int size() {
        return mappings.size();
    }

    /** Whether each block of a mapping has a source of its own. */
    public boolean hasBlocks(int number) {
        VirtualMapping mapping = mappings.get(number);
        return dependsOnBlock(mapping.sourceFile()) || dependsOnBlock(mapping.sourceDataset());
    }

    /** A mapping. */
    public VirtualMapping mapping(int number) {
        return mappings.get(number);
    }

    /** The number of mapped elements of a mapping without unlimited dimensions. */
    public long count(int number) {
        return counts[number];
    }

    /** The numbers of the mappings with an unlimited dimension. */
    public List<Integer> growing() {
        return growing;
    }

    /**
     * The extent that the limited dimensions of all selections need. The unlimited dimension of a mapping does not count.
     */
    public long[] least() {
        long[] all = least.clone();
        for (int number : growing) {
            Hyperslab slab = (Hyperslab) mappings.get(number).virtual();
            int unlimited = Clip.unlimited(slab);
            Regular none = new Clip(slab, unlimited).first(0, where(number));
            for (int i = 0; i < all.length; i++) {
                if (i != unlimited && none.shape()[i] > 0) {
                    all[i] = Math.max(all[i], none.high(i) + 1);
                }
            }
        }
        return all;
    }

    /** A part of a mapping without unlimited dimensions. */
    public Part part(int number) {
        return parts.get(number);
    }

    /** Visits the numbers of the parts that may overlap a hyperslab, which is not empty. */
    public void search(Regular with, IntConsumer visitor) {
        index.search(with, visitor);
    }

    /** The mappings of the virtual datasets used last, so that they are decoded and indexed once. */
    public static final class Recent {
        private static final int MOST_TABLES = 8;

        private final Deque<Kept> tables = new ArrayDeque<>();

        private record Kept(byte[] object, long[] extent, String where, MappingTable table) {}

        /**
         * The mappings of a dataset.
         *
         * @param object the encoded mappings, compared byte by byte with those known
         */
        public MappingTable get(byte[] object, long[] extent, String where, Supplier<List<VirtualMapping>> decoding) {
            for (Iterator<Kept> all = tables.iterator(); all.hasNext(); ) {
                Kept each = all.next();
                if (each.where.equals(where)
                        && Arrays.equals(each.extent, extent)
                        && Arrays.equals(each.object, object)) {
                    all.remove();
                    tables.addFirst(each);
                    return each.table;
                }
            }
            MappingTable table = new MappingTable(decoding.get(), extent, where);
            tables.addFirst(new Kept(object, extent, where, table));
            if (tables.size() > MOST_TABLES) {
                tables.removeLast();
            }
            return table;
        }
    }
}
