package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.DataLibrary;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The elements that are written and read: float numbers, a smooth field with noise, two decimals; and where slices of it
 * begin. They are files, which all contenders read.
 */
public final class Field {
    private static final String FILE = "field.f32";
    private static final String SLICES = "slices.txt";
    private static final int ROW_STEP = 97;
    private static final int COLUMN_STEP = 101;
    private static final int DOUBLE_STEP = 1009;
    private static final int WAVES = 8;

    private Field() {}

    static Path file(Path folder) {
        return folder.resolve(FILE);
    }

    /** Writes a field like that of {@code field.py}, with other noise, and the corners of slices. */
    public static void write(Path folder, Sizes sizes) throws IOException {
        RandomGenerator random = new SplittableRandom(20_240_607);
        double[][] wave = new double[WAVES][];
        for (int k = 0; k < WAVES; k++) {
            wave[k] = new double[] {
                random.nextDouble(2 * Math.PI),
                random.nextDouble(2 * Math.PI),
                random.nextDouble(0.2, 3),
                random.nextDouble(0.2, 3),
                random.nextDouble(1, 6)
            };
        }
        ByteBuffer row = ByteBuffer.allocate(sizes.columns() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (OutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file(folder)), 1 << 20))) {
            for (int i = 0; i < sizes.rows(); i++) {
                row.clear();
                for (int j = 0; j < sizes.columns(); j++) {
                    double value = 280 + 0.05 * random.nextGaussian();
                    for (double[] each : wave) {
                        value += each[4]
                                * Math.sin(each[2] * j * 40 * Math.PI / sizes.columns() + each[0])
                                * Math.cos(each[3] * i * 20 * Math.PI / sizes.rows() + each[1]);
                    }
                    row.putFloat((float) (Math.rint(value / 0.01) * 0.01));
                }
                out.write(row.array());
            }
        }
        Files.write(
                folder.resolve(SLICES),
                IntStream.range(0, sizes.slices())
                        .mapToObj(i -> random.nextInt(sizes.rows() - DataLibrary.SLICE) + " "
                                + random.nextInt(sizes.columns() - DataLibrary.SLICE))
                        .collect(Collectors.toList()));
    }

    /** The elements, in memory. */
    static float[][] read(Path folder, Sizes sizes) throws IOException {
        float[][] values = new float[sizes.rows()][sizes.columns()];
        ByteBuffer row =
                ByteBuffer.allocateDirect(sizes.columns() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file(folder), StandardOpenOption.READ)) {
            for (float[] each : values) {
                row.clear();
                while (row.hasRemaining() && channel.read(row) >= 0) {
                    // the rest of the row
                }
                row.flip().asFloatBuffer().get(each);
            }
        }
        return values;
    }

    /** The corners of the slices. */
    static int[][] corners(Path folder) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve(SLICES));
        return lines.stream()
                .map(line -> line.split(" "))
                .map(pair -> new int[] {Integer.parseInt(pair[0]), Integer.parseInt(pair[1])})
                .toArray(int[][]::new);
    }

    /** The elements of the contiguous dataset. */
    static double[] doubles(Sizes sizes) {
        double[] values = new double[sizes.doubles()];
        for (int i = 0; i < values.length; i++) {
            values[i] = doubleAt(i);
        }
        return values;
    }

    private static double doubleAt(long i) {
        return i * 7919 % 1_000_003;
    }

    /** Numbers of elements of the dataset with many chunks. */
    static int[] positions(Sizes sizes) {
        int[] positions = new int[sizes.slices()];
        long number = 12_345;
        for (int i = 0; i < positions.length; i++) {
            number = (number * 1_103_515_245 + 12_345) % (1L << 31);
            positions[i] = (int) (number % ((long) DataLibrary.SMALL_CHUNK * sizes.chunks()));
        }
        return positions;
    }

    /**
     * The sum of some elements of a field that was read.
     *
     * @param array of one or two dimensions
     */
    static double sample(Object array, Sizes sizes) {
        double sum = 0;
        for (int i = 0; i < sizes.rows(); i += ROW_STEP) {
            for (int j = 0; j < sizes.columns(); j += COLUMN_STEP) {
                sum += array instanceof float[] flat ? flat[i * sizes.columns() + j] : ((float[][]) array)[i][j];
            }
        }
        return sum;
    }

    /** The sum of some elements of a contiguous dataset that was read. */
    static double sample(double[] values) {
        double sum = 0;
        for (int i = 0; i < values.length; i += DOUBLE_STEP) {
            sum += values[i];
        }
        return sum;
    }

    /** The sum of all elements. */
    static double sum(float[][] values) {
        double sum = 0;
        for (float[] row : values) {
            for (float value : row) {
                sum += value;
            }
        }
        return sum;
    }

    /** What {@link #sample(double[])} should return. */
    static double doubleSum(Sizes sizes) {
        double sum = 0;
        for (long i = 0; i < sizes.doubles(); i += DOUBLE_STEP) {
            sum += doubleAt(i);
        }
        return sum;
    }

    /** What {@link #sample(Object, Sizes)} should return, from the file of the field. */
    static double fieldSum(Path folder, Sizes sizes) throws IOException {
        try (FileChannel channel = FileChannel.open(file(folder), StandardOpenOption.READ)) {
            double sum = 0;
            for (int i = 0; i < sizes.rows(); i += ROW_STEP) {
                ByteBuffer row = row(channel, sizes, i, 0, sizes.columns());
                for (int j = 0; j < sizes.columns(); j += COLUMN_STEP) {
                    sum += row.getFloat(j * Float.BYTES);
                }
            }
            return sum;
        }
    }

    /** What {@link DataLibrary#readSlices} should return. */
    static double sliceSum(Path folder, Sizes sizes) throws IOException {
        try (FileChannel channel = FileChannel.open(file(folder), StandardOpenOption.READ)) {
            double sum = 0;
            for (int[] corner : corners(folder)) {
                sum += row(channel, sizes, corner[0] + DataLibrary.SEEN_ROW, corner[1] + DataLibrary.SEEN_COLUMN, 1)
                        .getFloat(0);
            }
            return sum;
        }
    }

    private static ByteBuffer row(FileChannel channel, Sizes sizes, long row, long column, int count)
            throws IOException {
        return channel.map(
                        FileChannel.MapMode.READ_ONLY,
                        (row * sizes.columns() + column) * Float.BYTES,
                        (long) count * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
