package dev.fallow.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fallow.benchmarks.data.library.Codec;
import dev.fallow.benchmarks.data.library.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows, the sizes, what processes print, and what is computed from it. */
class PartsTest {
    @TempDir
    private Path folder;

    @Test
    void rowsHaveDifferentNamesAndEveryPreparedFileHasAWriter() {
        Set<String> names = new HashSet<>();
        for (Work work : Works.all()) {
            assertEquals(true, names.add(work.name()), work.name());
            assertEquals(
                    !work.source().isEmpty(), Works.preparation(work.source()).isPresent(), work.name());
            assertEquals(work, Works.named(work.name()));
        }
        assertEquals(Kind.WRITE_CHUNKS, Works.named("chunks-tree").kind());
        assertEquals(Codec.DEFLATE_6, Works.named("field-deflate-6").codec());
        assertThrows(IllegalArgumentException.class, () -> Works.named("nonsense"));
    }

    @Test
    void everyTargetHasARow() {
        Set<String> rows = Works.all().stream().map(Work::name).collect(Collectors.toSet());
        for (Target target : Target.all()) {
            assertEquals(true, rows.contains(target.work()), target.work());
        }
        assertEquals(80, Target.all().size());
    }

    @Test
    void sizesSurviveTheCommandLine() {
        for (DataScale scale : DataScale.values()) {
            assertEquals(scale.sizes(), Sizes.parse(scale.sizes().toString()));
            assertEquals(scale, DataScale.named(scale.label()));
        }
        assertEquals(1L << 30, DataScale.FULL.sizes().fieldBytes());
        assertEquals(1L << 30, DataScale.FULL.sizes().doubleBytes());
    }

    @Test
    void linesAreReadBack() throws IOException {
        Printout.Lap lap = new Printout.Lap("read", 1.5, 2.25, -3.125, 1L << 40);
        Churn.Round round = new Churn.Round(7, 100, 80, 50);
        Printout printout = Printout.parse(List.of(
                Printout.version("x 1"), "noise", Printout.lap(lap), Printout.round("w", round), Printout.memory(9)));
        assertEquals(new Printout("x 1", List.of(lap), List.of(new Printout.OfWork("w", round)), 9), printout);
        assertThrows(IOException.class, () -> Printout.parse(List.of("lap\tread\t1")));
        assertThrows(IOException.class, () -> Printout.parse(List.of("memory\tmuch")));
    }

    @Test
    void laterLapsCountAndRatiosAreOfThem() throws IOException {
        Work work = Works.named("none-read");
        DataResults results = new DataResults();
        results.add(Libraries.FALLOW, List.of(work), laps("none-read", 9, 3, 5, 4));
        results.add(DataRace.H5PY, List.of(work), laps("none-read", 8, 2, 2, 2));
        assertEquals(OptionalDouble.of(9), results.first(work, Libraries.FALLOW));
        assertEquals(OptionalDouble.of(4), results.cpu(work, Libraries.FALLOW));
        Target target = Target.all().stream()
                .filter(one -> one.work().equals("none-read"))
                .findFirst()
                .orElseThrow();
        assertEquals(OptionalDouble.of(2), target.value(results));
    }

    private static Printout laps(String work, double... cpu) throws IOException {
        return Printout.parse(java.util.Arrays.stream(cpu)
                .mapToObj(seconds -> Printout.lap(new Printout.Lap(work, seconds, seconds, 0, 0)))
                .toList());
    }

    @Test
    void peakIsOfTheRoundsAndTheEndOfTheClosedFile() throws IOException {
        Work work = Works.named("grow-reopened");
        DataResults results = new DataResults();
        results.add(
                Libraries.FALLOW,
                List.of(work),
                Printout.parse(List.of(
                        Printout.round(work.name(), new Churn.Round(0, 210, 110, 100)),
                        Printout.round(work.name(), new Churn.Round(1, 200, 120, 100)),
                        Printout.round(work.name(), new Churn.Round(2, 900, 900, 300)))));
        assertEquals(OptionalDouble.of(2.1), results.peak(work, Libraries.FALLOW));
        assertEquals(OptionalDouble.of(1.2), results.committed(work, Libraries.FALLOW));
        assertEquals(OptionalDouble.of(3), results.atTheEnd(work, Libraries.FALLOW));
    }

    @Test
    void sumsOfTheFieldAreThoseOfItsElements() throws IOException {
        Sizes sizes = DataScale.SMOKE.sizes();
        Field.write(folder, sizes);
        float[][] field = Field.read(folder, sizes);
        assertEquals(Field.fieldSum(folder, sizes), Field.sample(field, sizes));
        double slices = 0;
        for (int[] corner : Field.corners(folder)) {
            slices += field[corner[0] + 3][corner[1] + 5];
        }
        assertEquals(slices, Field.sliceSum(folder, sizes));
        assertEquals(Field.doubleSum(sizes), Field.sample(Field.doubles(sizes)));
        float[] flat = new float[sizes.rows() * sizes.columns()];
        for (int i = 0; i < sizes.rows(); i++) {
            System.arraycopy(field[i], 0, flat, i * sizes.columns(), sizes.columns());
        }
        assertEquals(Field.sample(field, sizes), Field.sample(flat, sizes));
    }
}
