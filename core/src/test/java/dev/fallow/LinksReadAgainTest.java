package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Links and attributes are edited in the same way whether their structures stayed in memory or were read again (I5). */
class LinksReadAgainTest {
    private static final int SEEDS = 12;
    private static final int COMMITS = 60;
    private static final int MOST_IN_COMMIT = 8;
    private static final int NAMES = 60;
    private static final int LONGEST = 23;

    private static final GroupOptions INDEXED = GroupOptions.defaults()
            .withCreationOrder(CreationOrder.INDEXED)
            .withAttributes(AttributeOptions.defaults().withCreationOrder(CreationOrder.INDEXED));

    private static String name(Random random) {
        int number = random.nextInt(NAMES);
        return "n".repeat(number % LONGEST) + number;
    }

    /** Adds, renames or removes one link or attribute. */
    private static void step(Group group, Random random) {
        String name = name(random);
        String other = name(random);
        boolean exists = group.names().contains(name);
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> {
                if (exists) {
                    group.delete(name);
                } else if (random.nextBoolean()) {
                    group.createGroup(name);
                } else {
                    group.createSoftLink(name, "/" + other);
                }
            }
            case 4 -> {
                if (exists && !group.names().contains(other)) {
                    group.rename(name, other);
                }
            }
            case 5, 6, 7 -> group.putAttribute(name, new byte[1 + random.nextInt(100)]);
            default -> {
                if (group.attributeNames().contains(name)) {
                    group.deleteAttribute(name);
                }
            }
        }
    }

    /** A container after random steps, of which a few are committed at a time. */
    private static byte[] edited(FileFormat format, long cacheBytes, long seed) {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults()
                .withFormat(format)
                .withPersistFreeSpace(format == FileFormat.LATEST)
                .withCacheBytes(cacheBytes));
        Group group = format == FileFormat.LATEST
                ? file.root().createGroup("g", seed % 2 == 0 ? GroupOptions.defaults() : INDEXED)
                : file.root().createGroup("g");
        Random random = new Random(seed);
        for (int i = 0; i < COMMITS; i++) {
            for (int steps = random.nextInt(MOST_IN_COMMIT); steps >= 0; steps--) {
                step(random.nextInt(4) == 0 ? file.root() : group, random);
            }
            file.flush();
        }
        file.close();
        return file.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void theBytesAreTheSameWithAnyCache(FileFormat format) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            byte[] kept = edited(format, 1L << 20, seed);
            byte[] dropped = edited(format, 0, seed);
            assertThat(Arrays.mismatch(dropped, kept))
                    .as("the first byte that differs, seed %d", seed)
                    .isEqualTo(-1);
        }
    }
}
