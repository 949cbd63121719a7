package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.Section;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SizeTreeTest {
    private static final Comparator<Section> BY_SIZE =
            Comparator.comparingLong(Section::size).thenComparingLong(Section::address);

    private final SizeTree tree = new SizeTree();
    private final TreeSet<Section> model = new TreeSet<>(BY_SIZE);

    @Test
    void anEmptyTreeHasNothingAndNoArray() {
        assertFalse(tree.seekCeiling(1, 0));
        assertEquals(0, tree.bytes());
    }

    @Test
    void ascendingKeysFillTheNodes() {
        for (int i = 0; i < 32_000; i++) {
            tree.insert(1L << 40, i);
            model.add(new Section(i, 1L << 40));
        }
        compare("ascending");
        assertTrue(tree.bytes() < 32_000 * 20 * 1.4, "bytes: " + tree.bytes());
        drain(false);
    }

    @Test
    void descendingKeys() {
        for (int i = 20_000; i > 0; i--) {
            tree.insert(100_000L + i, 7);
            model.add(new Section(7, 100_000L + i));
        }
        compare("descending");
        drain(true);
    }

    /** Removes everything from one end; the tree must be as good as new. */
    private void drain(boolean fromTheEnd) {
        while (!model.isEmpty()) {
            Section next = fromTheEnd ? model.pollLast() : model.pollFirst();
            tree.remove(next.size(), next.address());
            if (model.size() % 1000 == 0) {
                compare(model.size() + " left");
            }
        }
        assertFalse(tree.seekCeiling(0, 0));
        tree.insert(5, 5);
        assertTrue(tree.seekCeiling(5, 5));
    }

    @Test
    void randomKeysAsASortedSetHasThem() {
        SplittableRandom random = new SplittableRandom(3);
        for (int step = 0; step < 300_000; step++) {
            boolean growing = step / 50_000 % 2 == 0;
            long size = 1 + random.nextInt(50);
            Section section = new Section(random.nextInt(4000), random.nextInt(4) == 0 ? size << 50 : size);
            if (model.contains(section) && (!growing || random.nextInt(3) == 0)) {
                model.remove(section);
                tree.remove(section.size(), section.address());
            } else if (growing && model.add(section)) {
                tree.insert(section.size(), section.address());
            }
            Section wanted = new Section(random.nextInt(4000), 1 + random.nextInt(60));
            Section expected = model.ceiling(wanted);
            assertEquals(expected != null, tree.seekCeiling(wanted.size(), wanted.address()), "seed 3, step " + step);
            if (expected != null) {
                assertEquals(expected, new Section(tree.address(), tree.size()), "seed 3, step " + step);
            }
            if (step % 10_000 == 0) {
                compare("seed 3, step " + step);
            }
        }
    }

    private void compare(String where) {
        boolean found = tree.seekCeiling(0, 0);
        for (Section expected : model) {
            assertTrue(found, where + ": ends before " + expected);
            assertEquals(expected, new Section(tree.address(), tree.size()), where);
            found = tree.seekNext();
        }
        assertFalse(found, where + ": goes on");
    }
}
