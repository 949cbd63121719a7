package dev.fallow.internal.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Parked images")
class ParkedImagesTest {
    private final ParkedImages parked = new ParkedImages();

    private static byte[] image(int length, int content) {
        byte[] image = new byte[length];
        Arrays.fill(image, (byte) content);
        return image;
    }

    private static long[] dirtyAddresses(ParkedImages images) {
        return Arrays.stream(images.dirtySlots()).mapToLong(images::address).toArray();
    }

    @Test
    @DisplayName("are what a sorted map holds, whatever comes, goes and is written")
    void likeAMap() {
        Random random = new Random(20261121);
        TreeMap<Long, byte[]> model = new TreeMap<>();
        TreeMap<Long, Boolean> dirty = new TreeMap<>();
        for (int step = 0; step < 60_000; step++) {
            long address = 40L * random.nextInt(3_000) + (random.nextInt(50) == 0 ? 1L << 40 : 0);
            int slot = parked.find(address);
            assertEquals(model.containsKey(address), slot >= 0, "at " + address);
            if (slot < 0) {
                byte[] image = image(1 + random.nextInt(step % 100 == 0 ? ParkedImages.LONGEST : 100), step % 200);
                parked.park(address, image, false);
                model.put(address, image);
                dirty.put(address, true);
            } else if (random.nextInt(3) == 0) {
                parked.written(slot);
                dirty.put(address, false);
            } else if (random.nextInt(3) == 0) {
                byte[] image = image(model.get(address).length + random.nextInt(2), step % 199);
                parked.replace(address, image, false);
                model.put(address, image);
                dirty.put(address, true);
            } else {
                assertArrayEquals(model.remove(address), parked.image(slot));
                assertEquals(dirty.remove(address), parked.isDirty(slot));
                parked.remove(slot);
            }
        }
        long[] addresses = dirtyAddresses(parked);
        dirty.values().removeIf(isDirty -> !isDirty);
        assertArrayEquals(dirty.keySet().stream().mapToLong(Long::longValue).toArray(), addresses);
        assertEquals(addresses.length, parked.dirtyCount());
        long all = dirty.keySet().stream().mapToLong(at -> model.get(at).length).sum();
        assertTrue(parked.dirtyBytes() < all, parked.dirtyBytes() + " of " + all + " bytes");
        assertTrue(parked.dirtyBytes() > all / 2, parked.dirtyBytes() + " of " + all + " bytes");
        ParkedImages rest = parked.onlyDirty();
        assertArrayEquals(addresses, dirtyAddresses(rest));
        for (long address : addresses) {
            assertArrayEquals(model.get(address), rest.image(rest.find(address)));
        }
        assertTrue(rest.bytesHeld() <= parked.bytesHeld());
    }

    @Test
    @DisplayName("hold no slab that nothing is in")
    void slabsGo() {
        List<Long> addresses = new ArrayList<>();
        for (long address = 0; address < 10_000_000; address += 1_000) {
            parked.park(address, image(100, 1), false);
            addresses.add(address);
        }
        long before = parked.bytesHeld();
        addresses.forEach(address -> parked.remove(parked.find(address)));
        assertEquals(1_000_000 / (1 << 16), (before - parked.bytesHeld()) >> 16);
        assertEquals(0, parked.dirtyBytesHeld());
        assertFalse(parked.dirtyCount() > 0 || parked.dirtyBytes() > 0);
    }

    @Test
    @DisplayName("take no memory of their own if they are short and equal")
    void equalOnes() {
        parked.park(0, image(50, 0), true);
        long one = parked.bytesHeld();
        for (int i = 1; i < 30; i++) {
            parked.park(1_000 * i, image(50, i % 3), true);
        }
        assertEquals(one, parked.bytesHeld());
        parked.remove(parked.find(0));
        parked.remove(parked.find(3_000));
        parked.written(parked.find(6_000));
        parked.seal();
        for (int i = 1; i < 30; i++) {
            if (i != 3) {
                byte[] expected = image(50, i % 3);
                LittleEndian.put(expected, 46, 4, Checksum.of(expected, 0, 46) & 0xFFFF_FFFFL);
                int slot = parked.find(1_000 * i);
                assertArrayEquals(expected, parked.image(slot));
                assertEquals(i != 6, parked.isDirty(slot));
            }
        }
        for (int i = 1; i < 30; i++) {
            if (i != 3) {
                parked.remove(parked.find(1_000 * i));
            }
        }
        parked.park(0, image(50, 9), true);
        assertArrayEquals(image(50, 9), parked.image(parked.find(0)));
    }

    @Test
    @DisplayName("have the checksum of all that is before it when they are sealed, and only the dirty ones")
    void sealed() {
        byte[] image = image(80, 7);
        parked.park(1_000, image, true);
        parked.park(2_000, image, false);
        parked.park(3_000, image, true);
        parked.written(parked.find(3_000));
        parked.seal();
        byte[] expected = image.clone();
        LittleEndian.put(expected, 76, 4, Checksum.of(image, 0, 76) & 0xFFFF_FFFFL);
        assertArrayEquals(expected, parked.image(parked.find(1_000)));
        assertArrayEquals(image, parked.image(parked.find(2_000)));
        assertArrayEquals(image, parked.image(parked.find(3_000)));
    }
}
