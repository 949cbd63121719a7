package dev.fallow.research.page;

import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.research.page.PrintedSearch.Shortcuts;
import dev.fallow.research.search.BitParallelSearch;
import dev.fallow.research.search.FilteredSearch;
import dev.fallow.research.search.LinearSearch;
import dev.fallow.research.search.RunSearch;
import dev.fallow.research.search.ScanningIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * An algorithm that searches for a run of free bits.
 *
 * @param name the name in tables
 * @param over prepares a search of a map; the result returns the first bit of the lowest run of a length, or -1
 * @param words the same search on plain words; null if it needs further structures
 */
public record Search(String name, Function<long[], LongUnaryOperator> over, RunSearch words) {
    /** The bit-by-bit loop, the baseline. */
    public static final Search LOOP = words("loop", new LinearSearch());

    /** The widths of words, in bits. */
    public static final List<Integer> WIDTHS = List.of(8, 16, 32, 64);

    /** {@link BitParallelSearch}, with 64 bits. */
    public static final String TUNED = "tuned, 64 bits";

    /** {@link FilteredSearch}. */
    public static final String FILTERED = "filtered";

    /** {@link BitmapFreeSpace} with its summaries. */
    public static final String SUMMARIES = "summaries";

    /** {@link BlockSearch} without a shortcut: the rounds as vector instructions. */
    public static final String AT_ONCE = BlockSearch.BLOCK + " words at once";

    /** The same, where the compiler makes no vector instructions: in a JVM with {@link #NO_VECTORS}. */
    public static final String NOT_VECTORISED = AT_ONCE + ", not vectorised";

    /** {@link BlockSearch} that skips blocks without a set bit. */
    public static final String AT_ONCE_SKIPPING = AT_ONCE + ", zero skip";

    /** The option of a JVM whose compiler makes no vector instructions of loops. */
    public static final String NO_VECTORS = "-XX:-UseSuperWord";

    private static final List<Search> ALL = everything();

    private static List<Search> everything() {
        List<Search> all = new ArrayList<>();
        all.add(LOOP);
        WIDTHS.forEach(width -> all.add(words(loop(width), new LoopByWord(width))));
        for (Shortcuts shortcuts : Shortcuts.values()) {
            WIDTHS.forEach(width -> all.add(words(paper(shortcuts, width), new PrintedSearch(width, shortcuts))));
        }
        WIDTHS.forEach(width -> all.add(words(hoisted(width), new HoistedSearch(width))));
        WIDTHS.forEach(width -> all.add(words(unrolled(width), new UnrolledSearch(width))));
        all.add(words(NOT_VECTORISED, new BlockSearch(false)));
        all.add(words(AT_ONCE, new BlockSearch(false)));
        all.add(words(AT_ONCE_SKIPPING, new BlockSearch(true)));
        all.add(words(TUNED, new BitParallelSearch(64)));
        all.add(words(FILTERED, new FilteredSearch()));
        all.add(new Search(SUMMARIES, Search::summarised, null));
        return List.copyOf(all);
    }

    /** The name of the loop over words of a width. */
    public static String loop(int width) {
        return "loop, " + width + " bits";
    }

    /** The name of the paper's search, with shortcuts or as printed, for a width. */
    public static String paper(Shortcuts shortcuts, int width) {
        return shortcuts.label() + ", " + width + " bits";
    }

    /** The name of {@link HoistedSearch} for a width. */
    public static String hoisted(int width) {
        return "shifts hoisted, " + width + " bits";
    }

    /** The name of {@link UnrolledSearch} for a width. */
    public static String unrolled(int width) {
        return "unrolled, " + width + " bits";
    }

    /** All searches, the loop first. */
    public static List<Search> all() {
        return ALL;
    }

    /** @throws IllegalArgumentException if there is no such search */
    public static Search named(String name) {
        return ALL.stream()
                .filter(search -> search.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no search " + name));
    }

    private static Search words(String name, RunSearch search) {
        return new Search(name, map -> length -> search.search(map, length), search);
    }

    /** An empty manager that uses this search, with one byte per bit. */
    public BitmapFreeSpace backend() {
        return words == null ? new BitmapFreeSpace() : ScanningIndex.scanned(1, 0, words);
    }

    private static LongUnaryOperator summarised(long[] map) {
        return summariesOf(map)::lowestFit;
    }

    /** The default bitmap with summaries, with one byte per bit. */
    public static BitmapFreeSpace summariesOf(long[] map) {
        BitmapFreeSpace space = new BitmapFreeSpace();
        long start = -1;
        long bits = (long) map.length << 6;
        for (long bit = 0; bit < bits; bit++) {
            boolean free = map[(int) (bit >>> 6)] << bit < 0;
            if (free && start < 0) {
                start = bit;
            } else if (!free && start >= 0) {
                space.free(start, bit - start);
                start = -1;
            }
        }
        if (start >= 0) {
            space.free(start, bits - start);
        }
        return space;
    }

    @Override
    public String toString() {
        return name;
    }
}
