package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceUse;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An object header of many chunks is edited in the same way whether it stayed in memory or was read again (I5). */
class HeadersReadAgainTest {
    private static final int SEEDS = 12;
    private static final int STEPS = 150;
    private static final int MOST_COMPACT = 5_000;
    private static final int NAMES = 40;
    private static final int LONGEST = 1_500;
    /** Less than the header that is edited if its attributes are this number of times as long. */
    private static final long LITTLE = 200_000;

    private static final int TIMES_LONGER = 20;

    private static final GroupOptions COMPACT = GroupOptions.defaults()
            .withPhaseChange(MOST_COMPACT, 0)
            .withAttributes(AttributeOptions.defaults().withPhaseChange(MOST_COMPACT, 0));

    /**
     * Adds, replaces or removes one message of the group; sometimes an object, so that chunks cannot be extended. Meanwhile the
     * group may leave the cache.
     *
     * @param parent of the objects, which may be the group
     */
    private static void step(Group group, Group parent, int longest, Random random) {
        String name = "n" + random.nextInt(NAMES);
        switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> group.putAttribute(name, new byte[1 + random.nextInt(longest)]);
            case 4, 5 -> {
                if (group.attributeNames().contains(name)) {
                    group.deleteAttribute(name);
                }
            }
            default -> {
                if (parent.exists(name)) {
                    parent.delete(name);
                } else {
                    parent.createGroup(name);
                }
            }
        }
    }

    private static int headers(ContainerFile file) {
        int[] count = {0};
        file.spaceBreakdown(item -> {
            if (item instanceof SpaceItem.Block block && block.use() == SpaceUse.HEADERS) {
                count[0]++;
            }
        });
        return count[0];
    }

    /** A container after random steps, of which each is committed. */
    private static ContainerFile committed(FileFormat format, long cacheBytes, long seed) {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults()
                .withFormat(format)
                .withPersistFreeSpace(format == FileFormat.LATEST)
                .withCacheBytes(cacheBytes));
        Group parent = file.root().createGroup("p", COMPACT);
        Group group = format == FileFormat.LATEST ? parent : file.root().createGroup("g"); // with a header of version 1
        Random random = new Random(seed);
        for (int i = 0; i < STEPS; i++) {
            step(group, parent, LONGEST, random);
            file.flush();
        }
        return file;
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void theBytesAreTheSameWithAnyCache(FileFormat format) {
        int mostChunks = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            ContainerFile kept = committed(format, 1L << 20, seed);
            ContainerFile dropped = committed(format, 0, seed);
            mostChunks = Math.max(
                    mostChunks, headers(kept) - 3 - kept.group("p").names().size());
            kept.close();
            dropped.close();
            assertThat(Arrays.mismatch(dropped.toByteArray(), kept.toByteArray()))
                    .as("the first byte that differs, seed %d", seed)
                    .isEqualTo(-1);
        }
        assertThat(mostChunks).as("continuations of one header").isGreaterThan(3);
    }

    /** A container after random steps that are committed once. */
    private static ContainerFile inOneCommit(long cacheBytes, long uncommittedBytes, long seed) {
        ContainerFile file = ContainerFile.createInMemory(
                CreateOptions.defaults().withCacheBytes(cacheBytes).withUncommittedBytes(uncommittedBytes));
        Group parent = file.root().createGroup("p", COMPACT);
        Group group = file.root().createGroup("g", COMPACT);
        long commits = file.writeStatistics().commits();
        Random random = new Random(seed);
        for (int i = 0; i < 2 * STEPS; i++) {
            step(group, parent, LONGEST * TIMES_LONGER, random);
        }
        assertThat(file.writeStatistics().commits()).as("early commits").isEqualTo(commits);
        return file;
    }

    @Test
    void theContentIsTheSameWithAnyMemory() {
        int mostChunks = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            ContainerFile kept = inOneCommit(1L << 20, 1L << 30, seed);
            ContainerFile dropped = inOneCommit(0, LITTLE, seed);
            mostChunks = Math.max(
                    mostChunks, headers(kept) - 3 - kept.group("p").names().size());
            kept.close();
            dropped.close();
            assertThat(dropped.writeStatistics().bytes())
                    .as("bytes written before the commit")
                    .isGreaterThan(kept.writeStatistics().bytes() + LITTLE);
            assertThat(Arrays.mismatch(
                            Containers.contentInUse(dropped.toByteArray()),
                            Containers.contentInUse(kept.toByteArray())))
                    .as("the first byte that differs, seed %d", seed)
                    .isEqualTo(-1);
        }
        assertThat(mostChunks).as("continuations of one header").isGreaterThan(3);
    }
}
