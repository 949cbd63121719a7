package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.ChurnFile;
import dev.fallow.benchmarks.data.library.DataLibrary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Rewrites all chunks of a compressed dataset, whose sizes differ in each round. They wander, or they grow from round to
 * round. Only the writes are measured.
 */
final class Churn {
    private static final int MOST_BITS = 20;

    private final DataLibrary library;
    private final Path file;
    private final boolean growing;
    private final boolean reopened;
    private final int rounds;
    private final List<Round> done = new ArrayList<>();
    private double cpuSeconds;
    private double wallSeconds;
    /** The largest length in this round. */
    private long highest;

    /**
     * The file after a round.
     *
     * @param length the largest one since the round before, as far as it was looked at
     * @param committed the length after the round's last commit, or after it was closed
     * @param liveBytes at the end
     */
    record Round(int number, long length, long committed, long liveBytes) {}

    /** @param how names the sizes and the session */
    Churn(DataLibrary library, Path file, String how, int rounds) {
        this.library = library;
        this.file = file;
        growing = how.contains(Works.GROWING);
        reopened = how.contains(Works.REOPENED);
        this.rounds = rounds;
    }

    /** All rounds, and one more for the file at the end. */
    List<Round> run() throws IOException {
        library.churn(file, true).close();
        SplittableRandom random = new SplittableRandom(11);
        ChurnFile open = library.churn(file, false);
        for (int round = 0; round < rounds; round++) {
            float[][] values = values(random, round);
            Clock clock = Clock.start();
            highest = 0;
            open.write(values, this::look);
            if (reopened) {
                open.close();
                open = library.churn(file, false);
            } else {
                open.flush();
            }
            cpuSeconds += clock.cpuSeconds();
            wallSeconds += clock.wallSeconds();
            look();
            done.add(new Round(round, highest, Files.size(file), open.liveBytes()));
        }
        open.close();
        long length = Files.size(file);
        try (ChurnFile again = library.churn(file, false)) {
            done.add(new Round(rounds, length, length, again.liveBytes()));
        }
        return done;
    }

    private void look() {
        try {
            highest = Math.max(highest, Files.size(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private float[][] values(SplittableRandom random, int round) {
        int side = ChurnFile.SIDE;
        int chunks = side / ChurnFile.CHUNK;
        int[] bits = random.ints(chunks * chunks, 0, MOST_BITS + 1).toArray();
        int limit = Math.max(1, (int) Math.pow(2, MOST_BITS * (round + 1.0) / rounds));
        float[][] values = new float[side][side];
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                int noise = random.nextInt(1 << MOST_BITS);
                int mask = (1 << bits[i / ChurnFile.CHUNK * chunks + j / ChurnFile.CHUNK]) - 1;
                values[i][j] = growing ? noise % limit : (i * side + j) & ~mask | noise & mask;
            }
        }
        return values;
    }

    double cpuSeconds() {
        return cpuSeconds;
    }

    double wallSeconds() {
        return wallSeconds;
    }
}
