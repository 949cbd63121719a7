package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.OpenOptions;
import dev.fallow.testing.Seeds;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After any crash in a session, the container opens with the last commit or the one in progress, complete; the space
 * adds up to the byte; and editing continues.
 */
@Execution(ExecutionMode.CONCURRENT)
class CrashImagesTest {
    private static final int SESSIONS = Integer.getInteger("fallow.crash.sessions", 3);
    private static final int STEPS = Integer.getInteger("fallow.crash.steps", 30);
    private static final int SAMPLED = Integer.getInteger("fallow.crash.sampled", 8);

    private static CreateOptions options(long seed) {
        FileSpaceStrategy[] strategies = FileSpaceStrategy.values();
        FileFormat[] formats = FileFormat.values();
        FileSpaceStrategy strategy = strategies[(int) (seed % strategies.length)];
        FileFormat format = formats[(int) ((seed + seed / strategies.length) % formats.length)];
        return CreateOptions.defaults()
                .withStrategy(strategy)
                .withFormat(format)
                .withPersistFreeSpace(seed / (2 * strategies.length) % 3 != 2)
                .withCacheBytes(seed % 2 == 0 ? 1_000 : 1 << 20);
    }

    static long[] seeds() {
        return Seeds.range(1, SESSIONS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyImageOpens(long seed) {
        int tornStep = seed % 6 == 0 ? 1 : 512;
        CrashRun created = CrashRun.creating(seed, STEPS, options(seed), Set.of());
        created.checkAll(tornStep, SAMPLED, true);
        CrashRun reopened = created.reopening(STEPS, OpenOptions.defaults());
        reopened.checkAll(tornStep, SAMPLED, true);
        int images = created.images() + reopened.images();
        int recoveries = created.recoveries() + reopened.recoveries();
        System.out.printf("seed %d: %d images, %d with a commit to be finished%n", seed, images, recoveries);
        assertThat(images).isGreaterThan(100);
        assertThat(recoveries).isPositive();
    }

    /** Half of the steps are on chunked datasets: no chunk is half old and half new. */
    @ParameterizedTest
    @MethodSource("seeds")
    void everyImageWithChunksOpens(long seed) {
        int tornStep = seed % 6 == 0 ? 8 : 512;
        CrashRun created = CrashRun.creating(seed, STEPS, options(seed), Set.of(), true);
        created.checkAll(tornStep, SAMPLED, true);
        CrashRun reopened = created.reopening(STEPS, OpenOptions.defaults());
        reopened.checkAll(tornStep, SAMPLED, true);
        int images = created.images() + reopened.images();
        int recoveries = created.recoveries() + reopened.recoveries();
        System.out.printf("chunks, seed %d: %d images, %d with a commit to be finished%n", seed, images, recoveries);
        assertThat(images).isGreaterThan(100);
        assertThat(recoveries).isPositive();
    }

    /** Nearly every step writes what earlier ones have created, or commits it. */
    @ParameterizedTest
    @MethodSource("seeds")
    void everyImageOfASessionWithLittleMemoryOpens(long seed) {
        long bytes = 2_000L << seed % 5;
        CrashRun created =
                CrashRun.creating(seed, STEPS, options(seed).withUncommittedBytes(bytes), Set.of(), seed % 3 == 0);
        created.checkAll(512, SAMPLED, true);
        CrashRun reopened = created.reopening(
                STEPS, OpenOptions.defaults().withCacheBytes(1_000).withUncommittedBytes(bytes));
        reopened.checkAll(512, SAMPLED, true);
        System.out.printf(
                "little memory, seed %d, limit %d: %d images, %d spills, %d commits%n",
                seed,
                bytes,
                created.images() + reopened.images(),
                created.spills() + reopened.spills(),
                created.commits() + reopened.commits());
        assertThat(created.spills() + reopened.spills()).isPositive();
    }

    /** A shrunk file has more images than the others. */
    static long[] fewerSeeds() {
        return Seeds.range(1, (SESSIONS + 3) / 4);
    }

    /** The file is shrunk after some of the commits: the passes change nothing that can be read. */
    @ParameterizedTest
    @MethodSource("fewerSeeds")
    void everyImageOfAShrunkFileOpens(long seed) {
        CrashRun created = CrashRun.creating(seed, 2 * STEPS, options(seed), Set.of(), seed % 2 == 0);
        CrashRun shrunk = created.shrinking(STEPS / 2, OpenOptions.defaults());
        shrunk.checkAll(seed % 6 == 0 ? 8 : 512, SAMPLED, true);
        System.out.printf(
                "shrunk, seed %d: %d images, %d with a commit to be finished%n",
                seed, shrunk.images(), shrunk.recoveries());
        assertThat(shrunk.images()).isGreaterThan(50);
        assertThat(shrunk.recoveries()).isPositive();
    }

    /** The superblock is not at the start of the file. */
    @ParameterizedTest
    @MethodSource("fewerSeeds")
    void everyImageBehindAUserBlockOpens(long seed) {
        CrashRun created = CrashRun.creating(seed, STEPS, options(seed).withUserBlock(1024), Set.of());
        created.checkAll(512, SAMPLED, true);
        CrashRun reopened = created.reopening(STEPS, OpenOptions.defaults());
        reopened.checkAll(512, SAMPLED, true);
        assertThat(created.images() + reopened.images()).isGreaterThan(100);
        assertThat(created.recoveries() + reopened.recoveries()).isPositive();
    }

    /** With every durability, the program may be killed at any moment. */
    @ParameterizedTest
    @EnumSource(Durability.class)
    void everyImageOfAKilledProgramOpens(Durability durability) {
        CrashRun created = CrashRun.creating(
                Seeds.one(500 + durability.ordinal()), 2 * STEPS, options(0).withDurability(durability), Set.of());
        created.checkAll(512, SAMPLED, false);
        CrashRun reopened = created.reopening(2 * STEPS, OpenOptions.defaults().withDurability(durability));
        reopened.checkAll(512, SAMPLED, false);
        assertThat(created.recoveries() + reopened.recoveries()).isPositive();
    }
}
