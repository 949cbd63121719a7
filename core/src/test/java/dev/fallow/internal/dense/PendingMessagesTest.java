package dev.fallow.internal.dense;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

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
        PendingMessages.Sorted sorted = messages.sorted();
        List<String> found = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            found.add(new String(messages.name(sorted.place(i)), StandardCharsets.UTF_8));
            assertThat(sorted.hash(i)).as(where).isEqualTo(hash(found.get(i)));
        }
        assertThat(found).as(where).isEqualTo(expected);
    }

    @Test
    void randomChangesBesideAModel() {
        long seed = Seeds.one(1);
        Random random = new Random(seed);
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
        PendingMessages.Sorted sorted = messages.sorted();
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < sorted.size(); i++) {
            names.append(new String(messages.name(sorted.place(i)), StandardCharsets.UTF_8));
        }
        assertThat(names).hasToString("fabcde"); // hashes are unsigned
        assertThat(messages.message(messages.find(bytes("c"), 7))).isEqualTo(bytes("of c"));
        messages.remove(bytes("a"), 7);
        assertThat(messages.find(bytes("a"), 7)).isEqualTo(PendingMessages.NONE);
        assertThat(messages.message(messages.find(bytes("d"), 7))).isEqualTo(bytes("of d"));
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
        assertThat(messages.accepts((1 << 20) + 1_500)).as("another hash").isTrue();
        byte[] last = bytes("name" + (added - 1));
        assertThat(Arrays.equals(messages.name(messages.find(last, 1 << 20)), last))
                .isTrue();
    }
}
