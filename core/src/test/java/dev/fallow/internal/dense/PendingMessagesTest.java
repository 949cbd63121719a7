package dev.fallow.internal.dense;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.internal.storage.OutsideMemory;
import dev.fallow.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingMessagesTest {
    private final PendingMessages messages = new PendingMessages();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int hash(String name) {
        return StoredTable.hash(bytes(name));
    }

    private record Message(byte[] body, long order) {}

    private void check(TreeMap<String, Message> model, String where) {
        assertThat(messages.size()).as(where).isEqualTo(model.size());
        model.forEach((name, message) -> {
            int place = messages.find(bytes(name), hash(name));
            assertThat(place).as(where).isNotEqualTo(PendingMessages.NONE);
            assertThat(messages.name(place)).as(where).isEqualTo(bytes(name));
            assertThat(messages.message(place)).as(where).isEqualTo(message.body);
            FieldReader reader = messages.reader(place, FieldSizes.EIGHT, "test");
            assertThat(reader.bytes(reader.remaining())).as(where).isEqualTo(message.body);
            assertThat(messages.order(place)).as(where).isEqualTo(message.order);
            assertThat(messages.hasOrder(message.order)).as(where).isTrue();
        });
        List<String> expected = new ArrayList<>(model.keySet());
        expected.sort((one, other) -> Integer.compareUnsigned(hash(one), hash(other)));
        List<String> found = new ArrayList<>();
        for (PendingMessages.Sorted sorted = messages.sorted(); sorted.next(); ) {
            found.add(new String(messages.name(sorted.place()), StandardCharsets.UTF_8));
            assertThat(sorted.hash()).as(where).isEqualTo(hash(found.get(found.size() - 1)));
        }
        assertThat(found).as(where).isEqualTo(expected);
        long before = -1;
        int visited = 0;
        for (PendingMessages.Places places = messages.places(); places.next(); visited++) {
            assertThat(places.place() & 0xFFFF_FFFFL).as(where).isGreaterThan(before);
            before = places.place() & 0xFFFF_FFFFL;
        }
        assertThat(visited).as(where).isEqualTo(model.size());
    }

    /** @param outside whether the messages move outside the heap after some time */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void randomChangesBesideAModel(boolean outside) {
        long seed = Seeds.one(1);
        Random random = new Random(seed);
        OutsideMemory memory = new OutsideMemory();
        TreeMap<String, Message> model = new TreeMap<>();
        for (int step = 0; step < 60_000; step++) {
            boolean growing = step / 6_000 % 2 == 0;
            if (model.isEmpty() || random.nextInt(100) < (growing ? 80 : 15)) {
                String name = "name" + random.nextInt(20_000);
                if (!model.containsKey(name)) {
                    byte[] body = new byte[random.nextInt(1_000) == 0 ? random.nextInt(200_000) : random.nextInt(300)];
                    random.nextBytes(body);
                    assertThat(messages.accepts(hash(name))).isTrue();
                    messages.add(bytes(name), hash(name), body, step);
                    model.put(name, new Message(body, step));
                }
            } else {
                String name = model.ceilingKey("name" + random.nextInt(20_000));
                name = name == null ? model.firstKey() : name;
                messages.remove(bytes(name), hash(name));
                model.remove(name);
                assertThat(messages.find(bytes(name), hash(name))).isEqualTo(PendingMessages.NONE);
            }
            if (outside && step % 2_000 == 0) { // those added after all were removed are in the heap
                messages.moveTo(memory);
            }
            if (step % 3_000 == 0) {
                check(model, Seeds.name(seed) + ", step " + step);
            }
            if (step % 997 == 0) {
                long live = model.values().stream()
                        .mapToLong(one -> one.body.length)
                        .sum();
                assertThat(messages.bytesHeld())
                        .as("%s, step %d", Seeds.name(seed), step)
                        .isBetween(live, 3 * live + 200L * 40_000 + 300_000);
                boolean moved = outside && step > 2_000 && step < 6_000;
                if (moved || !outside) {
                    assertThat(messages.heapBytes()).isEqualTo(moved ? 0 : messages.bytesHeld());
                }
            }
        }
        for (String name : List.copyOf(model.keySet())) {
            messages.remove(bytes(name), hash(name));
        }
        check(new TreeMap<>(), "all removed");
        assertThat(messages.bytesHeld()).isZero();
    }

    @Test
    void replacingOneMessageForEverTakesLittleMemory() {
        byte[] body = new byte[1_000];
        messages.add(bytes("kept"), hash("kept"), body, 0);
        long most = 0;
        for (int i = 0; i < 10_000; i++) {
            messages.add(bytes("changed"), hash("changed"), body, i);
            most = Math.max(most, messages.bytesHeld());
            messages.remove(bytes("changed"), hash("changed"));
        }
        assertThat(most).isLessThan(300_000);
        assertThat(messages.size()).isOne();
    }

    @Test
    void equalHashesAreToldApartByTheNamesAndSortedByThem() {
        for (String name : new String[] {"b", "a", "d", "c"}) {
            messages.add(bytes(name), 7, bytes("of " + name), 0);
        }
        messages.add(bytes("e"), -1, bytes("of e"), 0);
        messages.add(bytes("f"), 6, bytes("of f"), 0);
        StringBuilder names = new StringBuilder();
        for (PendingMessages.Sorted sorted = messages.sorted(); sorted.next(); ) {
            names.append(new String(messages.name(sorted.place()), StandardCharsets.UTF_8));
        }
        assertThat(names).hasToString("fabcde"); // hashes are unsigned
        assertThat(messages.message(messages.find(bytes("c"), 7))).isEqualTo(bytes("of c"));
        messages.remove(bytes("a"), 7);
        assertThat(messages.find(bytes("a"), 7)).isEqualTo(PendingMessages.NONE);
        assertThat(messages.message(messages.find(bytes("d"), 7))).isEqualTo(bytes("of d"));
    }

    /** The last hashes find no slot at the end of the table, and are in the first ones. */
    @Test
    void messagesAtTheEndOfTheTableComeLast() {
        for (int hash : new int[] {-1, -2, 3, 0, -3, 1}) {
            messages.add(bytes("of " + hash), hash, bytes("message"), 0);
        }
        messages.remove(bytes("of -3"), -3);
        List<Integer> found = new ArrayList<>();
        for (PendingMessages.Sorted sorted = messages.sorted(); sorted.next(); ) {
            found.add(sorted.hash());
        }
        assertThat(found).containsExactly(0, 1, 3, -2, -1);
    }

    /** IDs take the place of what is not needed any more: not of names, which tell equal hashes apart. */
    @Test
    void idsAreKeptBesideTheNames() {
        List<byte[]> bodies =
                List.of(bytes(""), bytes("7"), bytes("name 2"), bytes("before name 3 and behind"), new byte[300]);
        for (int i = 0; i < bodies.size(); i++) {
            messages.add(bytes("name " + i), i, bodies.get(i), i);
        }
        for (int i = 0; i < bodies.size(); i++) {
            messages.putId(messages.find(bytes("name " + i), i), bytes("seven " + i));
        }
        for (int i = 0; i < bodies.size(); i++) {
            int place = messages.find(bytes("name " + i), i);
            assertThat(messages.id(place, 7)).isEqualTo(bytes("seven " + i));
            assertThat(messages.name(place)).isEqualTo(bytes("name " + i));
            assertThat(messages.order(place)).isEqualTo(i);
        }
    }

    /** Names can be chosen so that their hashes collide; then each addition must not look at all others. */
    @Test
    void collidingNamesAreNotAcceptedForEver() {
        int added = 0;
        while (added < 5_000 && messages.accepts(1 << 20)) {
            messages.add(bytes("name" + added), 1 << 20, new byte[5], added);
            added++;
        }
        assertThat(added).isBetween(900, 1_024);
        assertThat(messages.accepts(1 << 30)).as("another hash").isTrue();
        byte[] last = bytes("name" + (added - 1));
        assertThat(Arrays.equals(messages.name(messages.find(last, 1 << 20)), last))
                .isTrue();
    }
}
