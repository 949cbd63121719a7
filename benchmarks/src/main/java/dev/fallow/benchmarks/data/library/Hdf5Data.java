package dev.fallow.benchmarks.data.library;

import static dev.fallow.benchmarks.race.entrant.Hdf5Exception.check;

import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.bytedeco.hdf5.H5D_chunk_iter_op_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/**
 * libhdf5 through JNI. Large arrays are copied in bands of rows between the Java heap and native memory, which is part of
 * the work. Not for concurrent use: {@link #readSlices} holds a lock as its users have to.
 */
public final class Hdf5Data implements DataLibrary {
    private static final int BAND = CHUNK;
    private static final int BLOCK = 1 << 23;
    private static final String AFTER = "z";
    /** The argument of {@code H5Screate_simple} for fixed dimensions. */
    private static final long[] FIXED = null;

    private static final Object LOCK = new Object();

    private final ReusedArrays arrays = new ReusedArrays();
    private final long byteType;
    private final long floatType;
    private final long doubleType;

    /** @throws IllegalStateException if there is no libhdf5 for this platform */
    public Hdf5Data() {
        new Hdf5Library().version(); // loads it
        byteType = hdf5.H5T_NATIVE_UCHAR_g();
        floatType = hdf5.H5T_IEEE_F32LE_g();
        doubleType = hdf5.H5T_IEEE_F64LE_g();
    }

    @Override
    public String version() {
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] release = new int[1];
        check(hdf5.H5get_libversion(major, minor, release), "H5get_libversion");
        return "libhdf5 " + major[0] + "." + minor[0] + "." + release[0] + " (JNI)";
    }

    @Override
    public boolean can(Kind kind, Codec codec) {
        return codec.isCommon()
                && kind != Kind.APPEND_DIRECTLY // it cannot collect rows
                && kind != Kind.WRITE_NUMBERS // h5py calls it with the types of C, which Java does not have
                && kind != Kind.READ_NUMBERS;
    }

    private static Hdf5File create(Path file, boolean earliest) {
        return Hdf5File.create(file, earliest);
    }

    @Override
    public void writeDoubles(Path file, double[] values) {
        try (Hdf5File hdf = create(file, true)) {
            long dataset = hdf.createDataset(NAME, doubleType, new long[] {values.length}, FIXED, null, Codec.NONE);
            writeBlocks(dataset, values);
            check(hdf5.H5Dclose(dataset), "H5Dclose");
        }
    }

    private void writeBlocks(long dataset, double[] values) {
        int most = Math.min(BLOCK, values.length);
        try (DoublePointer memory = new DoublePointer(most)) {
            for (int from = 0; from < values.length; from += most) {
                int count = Math.min(most, values.length - from);
                memory.position(0).put(values, from, count);
                Hdf5File.write(dataset, doubleType, new long[] {from}, new long[] {count}, memory);
            }
        }
    }

    @Override
    public double[] readDoubles(Path file) {
        try (Hdf5File hdf = Hdf5File.open(file, true)) {
            long dataset = hdf.dataset(NAME);
            double[] values = arrays.doubles(Hdf5File.dimensions(dataset, 1)[0]);
            int most = Math.min(BLOCK, values.length);
            try (DoublePointer memory = new DoublePointer(most)) {
                for (int from = 0; from < values.length; from += most) {
                    int count = Math.min(most, values.length - from);
                    Hdf5File.read(dataset, doubleType, new long[] {from}, new long[] {count}, memory);
                    memory.position(0).get(values, from, count);
                }
            }
            check(hdf5.H5Dclose(dataset), "H5Dclose");
            return values;
        }
    }

    @Override
    public void overwriteDoubles(Path file, double[] values) {
        try (Hdf5File hdf = Hdf5File.open(file, false)) {
            long dataset = hdf.dataset(NAME);
            writeBlocks(dataset, values);
            check(hdf5.H5Dclose(dataset), "H5Dclose");
        }
    }

    @Override
    public void writeField(Path file, float[][] values, Codec codec) {
        try (Hdf5File hdf = create(file, true)) {
            long[] shape = {values.length, values[0].length};
            long dataset = hdf.createDataset(NAME, floatType, shape, FIXED, new long[] {CHUNK, CHUNK}, codec);
            writeBands(dataset, values);
            check(hdf5.H5Dclose(dataset), "H5Dclose");
        }
    }

    private void writeBands(long dataset, float[][] values) {
        int columns = values[0].length;
        try (FloatPointer memory = new FloatPointer((long) BAND * columns)) {
            for (int from = 0; from < values.length; from += BAND) {
                int rows = Math.min(BAND, values.length - from);
                for (int i = 0; i < rows; i++) {
                    memory.position((long) i * columns).put(values[from + i], 0, columns);
                }
                memory.position(0);
                Hdf5File.write(dataset, floatType, new long[] {from, 0}, new long[] {rows, columns}, memory);
            }
        }
    }

    @Override
    public Object readField(Path file) {
        try (Hdf5File hdf = Hdf5File.open(file, true)) {
            long dataset = hdf.dataset(NAME);
            long[] shape = Hdf5File.dimensions(dataset, 2);
            int columns = (int) shape[1];
            float[][] values = arrays.field(shape);
            try (FloatPointer memory = new FloatPointer((long) BAND * columns)) {
                for (int from = 0; from < values.length; from += BAND) {
                    int rows = Math.min(BAND, values.length - from);
                    memory.position(0);
                    Hdf5File.read(dataset, floatType, new long[] {from, 0}, new long[] {rows, columns}, memory);
                    for (int i = 0; i < rows; i++) {
                        memory.position((long) i * columns).get(values[from + i], 0, columns);
                    }
                }
            }
            check(hdf5.H5Dclose(dataset), "H5Dclose");
            return values;
        }
    }

    @Override
    public void writeNumbers(Path file, NumberType type, Object values) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void readNumbers(Path file, NumberType type, Object into) {
        throw new UnsupportedOperationException();
    }

    /** {@inheritDoc} libhdf5 converts them, except strings. */
    @Override
    public double sampleOfNumbers(Path file, NumberType type, long bytes) {
        boolean strings = type == NumberType.STRING;
        int each = strings ? type.size() : Double.BYTES;
        try (Hdf5File hdf = Hdf5File.open(file, true);
                BytePointer memory = new BytePointer((long) BLOCK * each)) {
            long dataset = hdf.dataset(NAME);
            long inMemory = strings ? check(hdf5.H5Dget_type(dataset), "H5Dget_type") : hdf5.H5T_NATIVE_DOUBLE_g();
            long length = Hdf5File.dimensions(dataset, 1)[0];
            byte[] one = new byte[each];
            double sum = 0;
            for (long from = 0, next = 0; from < length; from += BLOCK) {
                long count = Math.min(BLOCK, length - from);
                Hdf5File.read(dataset, inMemory, new long[] {from}, new long[] {count}, memory.position(0));
                for (; next < from + count; next += NumberType.STEP) {
                    memory.position((next - from) * each).get(one);
                    sum += strings
                            ? NumberType.numberIn(new String(one, StandardCharsets.US_ASCII))
                            : ByteBuffer.wrap(one)
                                    .order(ByteOrder.nativeOrder())
                                    .getDouble();
                }
            }
            if (strings) {
                check(hdf5.H5Tclose(inMemory), "H5Tclose");
            }
            check(hdf5.H5Dclose(dataset), "H5Dclose");
            return sum;
        }
    }

    @Override
    public double readSlices(Path file, int[][] corners) {
        synchronized (LOCK) {
            float[] slice = new float[SLICE * SLICE];
            double sum = 0;
            try (Hdf5File hdf = Hdf5File.open(file, true);
                    FloatPointer memory = new FloatPointer(slice.length)) {
                long dataset = hdf.dataset(NAME);
                for (int[] corner : corners) {
                    Hdf5File.read(
                            dataset,
                            floatType,
                            new long[] {corner[0], corner[1]},
                            new long[] {SLICE, SLICE},
                            memory.position(0));
                    memory.get(slice);
                    sum += slice[SEEN_ROW * SLICE + SEEN_COLUMN];
                }
                check(hdf5.H5Dclose(dataset), "H5Dclose");
            }
            return sum;
        }
    }

    @Override
    public void append(Path file, int rows, int perCall, boolean collected) {
        try (Hdf5File hdf = create(file, false);
                DoublePointer memory = new DoublePointer((long) perCall * COLUMNS)) {
            double[] values = new double[perCall * COLUMNS];
            Arrays.setAll(values, i -> i % COLUMNS);
            long dataset = hdf.createDataset(
                    NAME,
                    doubleType,
                    new long[] {0, COLUMNS},
                    new long[] {hdf5.H5S_UNLIMITED, COLUMNS},
                    new long[] {APPENDED_CHUNK, COLUMNS},
                    Codec.NONE);
            for (int done = 0; done < rows; done += perCall) {
                memory.position(0).put(values, 0, values.length); // the rows of a caller are in the Java heap
                check(hdf5.H5Dset_extent(dataset, done + perCall, COLUMNS), "H5Dset_extent");
                Hdf5File.write(dataset, doubleType, new long[] {done, 0}, new long[] {perCall, COLUMNS}, memory);
            }
            check(hdf5.H5Dclose(dataset), "H5Dclose");
        }
    }

    @Override
    public double sumOfRows(Path file) {
        try (Hdf5File hdf = Hdf5File.open(file, true)) {
            long dataset = hdf.dataset(NAME);
            long[] shape = Hdf5File.dimensions(dataset, 2);
            double[] all = new double[(int) (shape[0] * shape[1])];
            try (DoublePointer memory = new DoublePointer(all.length)) {
                Hdf5File.read(dataset, doubleType, new long[2], shape, memory);
                memory.get(all);
            }
            check(hdf5.H5Dclose(dataset), "H5Dclose");
            return Arrays.stream(all).sum();
        }
    }

    @Override
    public ChurnFile churn(Path file, boolean create) {
        Hdf5File hdf = create ? create(file, true) : Hdf5File.open(file, false);
        long[] shape = {ChurnFile.SIDE, ChurnFile.SIDE};
        long[] chunk = {ChurnFile.CHUNK, ChurnFile.CHUNK};
        long dataset =
                create ? hdf.createDataset(NAME, floatType, shape, FIXED, chunk, Codec.DEFLATE_1) : hdf.dataset(NAME);
        return new ChurnFile() {
            @Override
            public void write(float[][] values, Runnable written) {
                writeBands(dataset, values);
                written.run();
            }

            @Override
            public void flush() {
                hdf.flush();
            }

            @Override
            public long liveBytes() {
                return hdf5.H5Dget_storage_size(dataset);
            }

            @Override
            public void close() {
                check(hdf5.H5Dclose(dataset), "H5Dclose");
                hdf.close();
            }
        };
    }

    @Override
    public void writeChunks(Path file, int chunks, boolean tree) {
        byte[] ones = new byte[chunks * SMALL_CHUNK];
        Arrays.fill(ones, (byte) 1);
        try (BytePointer memory = new BytePointer(ones)) {
            createChunks(file, tree, byteType, ones.length, SMALL_CHUNK, memory).close();
        }
    }

    private static Hdf5File createChunks(Path file, boolean tree, long type, long count, long chunk, Pointer memory) {
        Hdf5File hdf = create(file, tree);
        long dataset = hdf.createDataset(
                NAME, type, new long[] {count}, new long[] {hdf5.H5S_UNLIMITED}, new long[] {chunk}, Codec.NONE);
        Hdf5File.write(dataset, type, new long[] {0}, new long[] {count}, memory);
        check(hdf5.H5Dclose(dataset), "H5Dclose");
        return hdf;
    }

    @Override
    public int firstElement(Path file) {
        return (int) randomElements(file, new int[] {0});
    }

    @Override
    public long listChunks(Path file) {
        long[] count = {0};
        try (Hdf5File hdf = Hdf5File.open(file, true);
                CountChunks counter = new CountChunks(count)) {
            long dataset = hdf.dataset(NAME);
            check(hdf5.H5Dchunk_iter(dataset, hdf5.H5P_DEFAULT, counter, null), "H5Dchunk_iter");
            check(hdf5.H5Dclose(dataset), "H5Dclose");
        }
        return count[0];
    }

    /** Is called for every chunk. */
    private static final class CountChunks extends H5D_chunk_iter_op_t {
        private final long[] count;

        CountChunks(long[] count) {
            this.count = count;
        }

        @Override
        public int call(LongPointer offset, int mask, long address, long size, Pointer data) {
            count[0]++;
            return 0;
        }
    }

    @Override
    public long randomElements(Path file, int[] positions) {
        long sum = 0;
        try (Hdf5File hdf = Hdf5File.open(file, true);
                BytePointer memory = new BytePointer(1)) {
            long dataset = hdf.dataset(NAME);
            for (int position : positions) {
                Hdf5File.read(dataset, byteType, new long[] {position}, new long[] {1}, memory);
                sum += memory.get();
            }
            check(hdf5.H5Dclose(dataset), "H5Dclose");
        }
        return sum;
    }

    @Override
    public long sumOfAll(Path file) {
        try (Hdf5File hdf = Hdf5File.open(file, true)) {
            long dataset = hdf.dataset(NAME);
            byte[] all = new byte[(int) Hdf5File.dimensions(dataset, 1)[0]];
            try (BytePointer memory = new BytePointer(all.length)) {
                Hdf5File.read(dataset, byteType, new long[] {0}, new long[] {all.length}, memory);
                memory.get(all);
            }
            check(hdf5.H5Dclose(dataset), "H5Dclose");
            long sum = 0;
            for (byte one : all) {
                sum += one;
            }
            return sum;
        }
    }

    @Override
    public void writeDeletable(Path file, int chunks, boolean tree) {
        float[] ones = new float[chunks * DELETED_CHUNK];
        Arrays.fill(ones, 1);
        try (FloatPointer memory = new FloatPointer(ones);
                Hdf5File hdf = createChunks(file, tree, floatType, ones.length, DELETED_CHUNK, memory)) {
            long after = hdf.createDataset(AFTER, doubleType, new long[] {10}, FIXED, null, Codec.NONE);
            try (DoublePointer zeros = new DoublePointer(new double[10])) {
                Hdf5File.write(after, doubleType, new long[] {0}, new long[] {10}, zeros);
            }
            check(hdf5.H5Dclose(after), "H5Dclose");
        }
    }

    @Override
    public void delete(Path file) {
        try (Hdf5File hdf = Hdf5File.open(file, false)) {
            hdf.delete(NAME);
        }
    }
}
