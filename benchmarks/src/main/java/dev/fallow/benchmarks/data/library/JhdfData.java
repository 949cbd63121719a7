package dev.fallow.benchmarks.data.library;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.DatasetCreationOptions;
import java.nio.file.Path;

/** jHDF, which reads in pure Java, and creates files that it then cannot change. */
public final class JhdfData implements DataLibrary {
    @Override
    public String version() {
        return "jHDF " + HdfFile.class.getPackage().getImplementationVersion();
    }

    @Override
    public boolean can(Kind kind, Codec codec) {
        return switch (kind) {
            case WRITE_DOUBLES, READ_DOUBLES, FIRST_ELEMENT, RANDOM_ELEMENTS, ALL_ELEMENTS -> true;
            case WRITE_FIELD -> codec.isCommon();
            case READ_FIELD, SLICES, TWO_READERS -> codec.isCommon() || codec == Codec.LZ4;
            default -> false;
        };
    }

    @Override
    public void writeDoubles(Path file, double[] values) {
        try (WritableHdfFile hdf = HdfFile.write(file)) {
            hdf.putDataset(NAME, values);
        }
    }

    @Override
    public double[] readDoubles(Path file) {
        try (HdfFile hdf = new HdfFile(file)) {
            return (double[]) hdf.getDatasetByPath(NAME).getData();
        }
    }

    @Override
    public void overwriteDoubles(Path file, double[] values) {
        throw cannot();
    }

    @Override
    public void writeField(Path file, float[][] values, Codec codec) {
        DatasetCreationOptions.Builder options =
                DatasetCreationOptions.builder().chunkDimensions(CHUNK, CHUNK);
        if (codec != Codec.NONE) {
            options.shuffle().deflate(codec.level());
        }
        try (WritableHdfFile hdf = HdfFile.write(file)) {
            hdf.putDataset(NAME, values, options.build());
        }
    }

    @Override
    public Object readField(Path file) {
        try (HdfFile hdf = new HdfFile(file)) {
            return hdf.getDatasetByPath(NAME).getDataFlat();
        }
    }

    @Override
    public void writeNumbers(Path file, NumberType type, Object values) {
        throw cannot();
    }

    @Override
    public void readNumbers(Path file, NumberType type, Object into) {
        throw cannot();
    }

    @Override
    public double readSlices(Path file, int[][] corners) {
        try (HdfFile hdf = new HdfFile(file)) {
            Dataset dataset = hdf.getDatasetByPath(NAME);
            double sum = 0;
            for (int[] corner : corners) {
                float[][] slice =
                        (float[][]) dataset.getData(new long[] {corner[0], corner[1]}, new int[] {SLICE, SLICE});
                sum += slice[SEEN_ROW][SEEN_COLUMN];
            }
            return sum;
        }
    }

    @Override
    public void append(Path file, int rows, int perCall, boolean collected) {
        throw cannot();
    }

    @Override
    public double sumOfRows(Path file) {
        throw cannot();
    }

    @Override
    public ChurnFile churn(Path file, boolean create) {
        throw cannot();
    }

    @Override
    public void writeChunks(Path file, int chunks, boolean tree) {
        throw cannot();
    }

    @Override
    public int firstElement(Path file) {
        return (int) randomElements(file, new int[] {0});
    }

    @Override
    public long listChunks(Path file) {
        throw cannot();
    }

    /** Elements of one byte without a sign are returned as int. */
    @Override
    public long randomElements(Path file, int[] positions) {
        try (HdfFile hdf = new HdfFile(file)) {
            Dataset dataset = hdf.getDatasetByPath(NAME);
            long sum = 0;
            for (int position : positions) {
                sum += sum(dataset.getData(new long[] {position}, new int[] {1}));
            }
            return sum;
        }
    }

    private static long sum(Object array) {
        long sum = 0;
        if (array instanceof byte[] bytes) {
            for (byte one : bytes) {
                sum += one;
            }
        } else {
            for (int one : (int[]) array) {
                sum += one;
            }
        }
        return sum;
    }

    @Override
    public long sumOfAll(Path file) {
        try (HdfFile hdf = new HdfFile(file)) {
            return sum(hdf.getDatasetByPath(NAME).getData());
        }
    }

    @Override
    public void writeDeletable(Path file, int chunks, boolean tree) {
        throw cannot();
    }

    @Override
    public void delete(Path file) {
        throw cannot();
    }

    private static UnsupportedOperationException cannot() {
        return new UnsupportedOperationException("jHDF cannot do this");
    }
}
