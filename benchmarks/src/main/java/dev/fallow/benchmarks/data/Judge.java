package dev.fallow.benchmarks.data;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.benchmarks.data.library.DataLibrary;
import dev.fallow.benchmarks.data.library.FallowData;
import dev.fallow.benchmarks.data.library.Hdf5Data;
import dev.fallow.benchmarks.data.library.NumberType;
import dev.fallow.benchmarks.race.entrant.Hdf5Exception;
import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the files that were written: those of Fallow with libhdf5, where there is one, all others with Fallow.
 *
 * @param folder with the field
 */
record Judge(Sizes sizes, Path folder) {
    private static final double TOLERANCE = 1e-9;

    /** The expected answer of a work that reads. */
    private Optional<Double> expected(Work work) throws IOException {
        return switch (work.kind()) {
            case READ_DOUBLES -> Optional.of(Field.doubleSum(sizes));
            case READ_FIELD -> Optional.of(Field.fieldSum(folder, sizes));
            case READ_NUMBERS -> Optional.of(NumberType.named(work.more()).expected(sizes.doubleBytes()));
            case SLICES, TWO_READERS -> Optional.of(Field.sliceSum(folder, sizes));
            case FIRST_ELEMENT -> Optional.of(1.0);
            case LIST_CHUNKS -> Optional.of((double) sizes.chunks());
            case RANDOM_ELEMENTS -> Optional.of((double) sizes.slices());
            case ALL_ELEMENTS -> Optional.of((double) sizes.chunks() * DataLibrary.SMALL_CHUNK);
            default -> Optional.empty();
        };
    }

    /** What is wrong with the answer of a work that reads; empty if nothing is. */
    Optional<String> wrongAnswer(Work work, double answer) throws IOException {
        Optional<Double> expected = expected(work);
        return expected.isEmpty() || isEqual(expected.get(), answer)
                ? Optional.empty()
                : Optional.of("expected " + expected.get() + ", found " + answer);
    }

    private static boolean isEqual(double expected, double found) {
        return Math.abs(expected - found) <= TOLERANCE * Math.abs(expected);
    }

    /** What is wrong with a file that was written; empty if nothing is. */
    Optional<String> wrongFile(Work work, String contender, Path file) throws IOException {
        boolean ours = Libraries.isOurs(contender);
        // libhdf5 has no plugins here
        boolean other = ours && Hdf5Library.isForThisPlatform() && work.codec().isCommon();
        DataLibrary reader = other ? new Hdf5Data() : new FallowData();
        try {
            double expected;
            double found;
            switch (work.kind()) {
                case WRITE_DOUBLES, OVERWRITE_DOUBLES -> {
                    expected = Field.doubleSum(sizes);
                    found = Field.sample(reader.readDoubles(file));
                }
                case WRITE_FIELD -> {
                    expected = Field.fieldSum(folder, sizes);
                    found = Field.sample(reader.readField(file), sizes);
                }
                case WRITE_NUMBERS -> {
                    NumberType type = NumberType.named(work.more());
                    expected = type.expected(sizes.doubleBytes());
                    found = reader.sampleOfNumbers(file, type, sizes.doubleBytes());
                }
                case APPEND, APPEND_DIRECTLY -> {
                    expected = sizes.appended() * 28.0; // 0 to 7
                    found = reader.sumOfRows(file);
                }
                case CHURN -> {
                    expected = Field.sum((float[][]) new FallowData().readField(file));
                    found = Field.sum((float[][]) reader.readField(file));
                }
                case DELETE -> {
                    expected = 0;
                    found = holdsDataset(file) ? 1 : 0;
                }
                default -> {
                    return Optional.empty();
                }
            }
            return isEqual(expected, found)
                    ? Optional.empty()
                    : Optional.of("file: expected " + expected + ", " + reader.version() + " found " + found);
        } catch (ContainerException | Hdf5Exception e) {
            return Optional.of("file: " + reader.version() + " refuses it: " + e.getMessage());
        }
    }

    private static boolean holdsDataset(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return container.exists(DataLibrary.NAME);
        }
    }
}
