package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.DataLibrary;
import dev.fallow.benchmarks.data.library.Kind;
import dev.fallow.benchmarks.data.library.NumberType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** A piece of work for a library in this JVM: what is prepared, what is measured, and what the answer is. */
public final class Task {
    private final DataLibrary library;
    private final Work work;
    private final Sizes sizes;
    private final Path folder;
    private final Path source;
    private final Path target;
    private float[][] field;
    private double[] doubles;
    private Object numbers;
    private int[][] corners;
    private int[] positions;

    /**
     * A task.
     *
     * @param name of the library, in names of files
     * @param folder with the prepared files
     */
    public Task(DataLibrary library, String name, Work work, Sizes sizes, Path folder) {
        this.library = library;
        this.work = work;
        this.sizes = sizes;
        this.folder = folder;
        source = prepared(folder, work.source());
        target = folder.resolve(work.file(name));
    }

    /** A prepared file. */
    public static Path prepared(Path folder, String source) {
        return folder.resolve(source + ".h5");
    }

    /** The file that is read or written. */
    public Path file() {
        return work.writes() ? target : source;
    }

    /** Prepares what is not measured, before each lap. */
    public void prepare(boolean first) throws IOException {
        if (work.copies()) {
            if (work.kind() == Kind.DELETE || first) {
                Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } else if (work.writes()) {
            Files.deleteIfExists(target);
        }
        switch (work.kind()) {
            case WRITE_FIELD -> field = field == null ? Field.read(folder, sizes) : field;
            case WRITE_DOUBLES, OVERWRITE_DOUBLES -> doubles = doubles == null ? Field.doubles(sizes) : doubles;
            case WRITE_NUMBERS -> numbers = numbers == null ? type().values(sizes.doubleBytes()) : numbers;
            case READ_NUMBERS -> numbers = numbers == null ? type().zeros(sizes.doubleBytes()) : numbers;
            case SLICES, TWO_READERS -> corners = corners == null ? Field.corners(folder) : corners;
            case RANDOM_ELEMENTS -> positions = positions == null ? Field.positions(sizes) : positions;
            default -> {
                // nothing to prepare
            }
        }
    }

    /** What is measured. */
    public Object run() throws IOException {
        switch (work.kind()) {
            case WRITE_DOUBLES -> library.writeDoubles(target, doubles);
            case OVERWRITE_DOUBLES -> library.overwriteDoubles(target, doubles);
            case WRITE_FIELD -> library.writeField(target, field, work.codec());
            case WRITE_NUMBERS -> library.writeNumbers(target, type(), numbers);
            case READ_NUMBERS -> {
                library.readNumbers(source, type(), numbers);
                return numbers;
            }
            case APPEND -> library.append(target, sizes.appended(), Integer.parseInt(work.more()), true);
            case APPEND_DIRECTLY -> library.append(target, sizes.appended(), Integer.parseInt(work.more()), false);
            case WRITE_CHUNKS ->
                library.writeChunks(target, sizes.chunks(), work.more().equals(Works.TREE));
            case WRITE_DELETABLE ->
                library.writeDeletable(target, sizes.deleted(), work.more().equals(Works.TREE));
            case DELETE -> library.delete(target);
            default -> {
                return read();
            }
        }
        return null;
    }

    private NumberType type() {
        return NumberType.named(work.more());
    }

    private Object read() throws IOException {
        return switch (work.kind()) {
            case READ_DOUBLES -> library.readDoubles(source);
            case READ_FIELD -> library.readField(source);
            case SLICES -> library.readSlices(source, corners);
            case TWO_READERS -> twoReaders();
            case FIRST_ELEMENT -> library.firstElement(source);
            case LIST_CHUNKS -> library.listChunks(source);
            case RANDOM_ELEMENTS -> library.randomElements(source, positions);
            case ALL_ELEMENTS -> library.sumOfAll(source);
            default -> throw new IllegalStateException(work.kind() + " does not read");
        };
    }

    private double twoReaders() {
        int half = corners.length / 2;
        CompletableFuture<Double> other = CompletableFuture.supplyAsync(
                () -> slices(Arrays.copyOfRange(corners, 0, half)), task -> new Thread(task, "reader").start());
        double own = slices(Arrays.copyOfRange(corners, half, corners.length));
        return own + other.join();
    }

    private double slices(int[][] some) {
        try {
            return library.readSlices(source, some);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number that all libraries must agree on; 0 if the result is a file. Arrays are cleared for the next lap. */
    public double answer(Object result) {
        if (result != null && result == numbers) {
            double answer = type().sample(result);
            type().clear(result);
            return answer;
        } else if (result instanceof Number number) {
            return number.doubleValue();
        } else if (result instanceof double[] values) {
            double answer = Field.sample(values);
            Arrays.fill(values, 0);
            return answer;
        } else if (result instanceof float[][] rows) {
            double answer = Field.sample(rows, sizes);
            for (float[] row : rows) {
                Arrays.fill(row, 0);
            }
            return answer;
        }
        return result == null ? 0 : Field.sample(result, sizes);
    }
}
