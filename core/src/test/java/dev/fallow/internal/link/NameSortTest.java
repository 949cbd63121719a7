package dev.fallow.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Names sorted by numbers, compared with {@link Arrays#sort(Object[])}. */
class NameSortTest {
    private final Random random = new Random(1);

    private static void check(int count, IntFunction<String> name) {
        String[] names = new String[count];
        Arrays.setAll(names, name);
        String[] expected = names.clone();
        Arrays.sort(expected);
        NameSort.sort(names);
        assertThat(names).isEqualTo(expected);
    }

    @Test
    void numbersAfterAPrefix() {
        check(0, i -> "");
        check(1, i -> "only");
        check(300, i -> "g" + i * 7919 % 300);
        check(20_000, i -> "a long prefix " + random.nextInt());
    }

    @Test
    void namesThatAreEqualInWhatAKeyHolds() {
        check(5_000, i -> "x".repeat(random.nextInt(40)) + random.nextInt(3));
        check(5_000, i -> "the same");
    }

    @Test
    void anyCharacters() {
        check(5_000, i -> new String(new char[] {(char) random.nextInt(0x10000), (char) random.nextInt(0x10000)}));
        check(5_000, i -> new String(new char[random.nextInt(10)]) + (char) random.nextInt(2) + "\uFFFF");
        check(5_000, i -> random.nextBoolean() ? "" : "\uDC80" + i);
    }

    @Test
    void moreNamesThanAreSortedTogether() {
        check((1 << 20) + 1_000, i -> Integer.toString(random.nextInt(), 36));
    }
}
