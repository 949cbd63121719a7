package dev.fallow.container.reading;

import dev.fallow.container.reading.ChunkedFileWriter.Shape;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;

/**
 * One file of the matrix: datasets with every chunk index, of one to three dimensions, with limits in each place, written
 * whole and in part, shrunk and grown, with every time of allocation, and with chunks that skip filters.
 */
final class ChunkMatrix {
    private static final long NONE = -1;
    private static final Consumer<Id> NOTHING = any -> {};

    private final ChunkedFileWriter file;
    private final FormatBound bound;
    private final FilterSet filters;
    private final List<String> datasets = new ArrayList<>();

    private ChunkMatrix(ChunkedFileWriter file, FormatBound bound, FilterSet filters) {
        this.file = file;
        this.bound = bound;
        this.filters = filters;
    }

    /** Writes a file; returns the paths of its datasets. */
    static List<String> write(Path path, FormatBound bound, FilterSet filters) {
        try (ChunkedFileWriter file = new ChunkedFileWriter(path, bound)) {
            ChunkMatrix matrix = new ChunkMatrix(file, bound, filters);
            matrix.write();
            return matrix.datasets;
        }
    }

    private void write() {
        writeIndexes();
        writeParts();
        writeAllocated();
        writeTypes();
        if (filters.isGeneral()) {
            writeManyChunks();
            writeCompound();
        }
        if (filters == FilterSet.SHUFFLE_GZIP) {
            writeMasks();
        }
    }

    private void writeIndexes() {
        long[] plane = {20, 30};
        long[] tile = {7, 8};
        whole("fixed", plane, plane, tile);
        whole("fixed-larger-limits", plane, new long[] {50, 70}, tile);
        whole("extensible-first", plane, new long[] {NONE, 30}, tile);
        whole("extensible-second", plane, new long[] {20, NONE}, tile);
        whole("extensible-second-larger-limit", plane, new long[] {40, NONE}, tile);
        whole("extensible-third", new long[] {5, 6, 30}, new long[] {9, 7, NONE}, new long[] {2, 3, 8});
        whole("extensible-middle", new long[] {5, 6, 30}, new long[] {9, NONE, 31}, new long[] {2, 3, 8});
        whole("tree", plane, new long[] {NONE, NONE}, tile);
        whole("single", plane, plane, plane);
        whole("single-larger-than-extent", plane, new long[] {NONE, NONE}, new long[] {64, 50});
        whole("300-chunks", new long[] {3_000}, new long[] {NONE}, new long[] {10});
        whole("3000-fixed", new long[] {30_000}, new long[] {30_000}, new long[] {10});
        whole("large-tree", new long[] {300, 40}, new long[] {NONE, NONE}, new long[] {3, 4});
        whole("one-dimension", new long[] {13}, new long[] {NONE}, new long[] {5});
        whole("four-dimensions", new long[] {4, 5, 6, 7}, new long[] {4, NONE, 6, 9}, new long[] {3, 2, 4, 3});
        whole("empty", new long[] {0, 8}, new long[] {NONE, 8}, new long[] {4, 4});
    }

    /** Chunks that are missing, shrinking and growing, edges without filters. */
    private void writeParts() {
        long[] square = {100, 100};
        Consumer<Id> fillWith7 =
                creation -> ChunkedFileWriter.fill(creation, int32(), (byte) 7, (byte) 0, (byte) 0, (byte) 0);
        for (long limit : new long[] {NONE, 100}) {
            create(
                    limit == NONE ? "missing-extensible" : "missing-fixed",
                    new Shape(int32(), square, new long[] {limit, 100}, new long[] {10, 10}),
                    fillWith7,
                    dataset -> {
                        ChunkedFileWriter.write(dataset, new long[] {15, 33}, new long[] {10, 14}, ints(140));
                        ChunkedFileWriter.write(dataset, new long[] {95, 95}, new long[] {5, 5}, ints(25));
                    });
        }
        create(
                "missing-tree",
                new Shape(int32(), square, new long[] {NONE, NONE}, new long[] {10, 10}),
                fillWith7,
                dataset -> ChunkedFileWriter.write(dataset, new long[] {41, 0}, new long[] {2, 100}, ints(200)));
        create(
                "missing-all",
                new Shape(int32(), square, new long[] {NONE, 100}, new long[] {10, 10}),
                fillWith7,
                NOTHING);
        create(
                "missing-page",
                new Shape(int32(), 30_000, 30_000, 5),
                fillWith7,
                dataset -> ChunkedFileWriter.write(dataset, new long[] {20_000}, new long[] {600}, ints(600)));
        for (long limit : new long[] {NONE, 60}) {
            create(
                    limit == NONE ? "shrunk-and-grown-tree" : "shrunk-and-grown-fixed",
                    new Shape(int32(), new long[] {40, 40}, new long[] {limit, limit}, new long[] {7, 7}),
                    fillWith7,
                    dataset -> {
                        ChunkedFileWriter.write(dataset, ints(1_600));
                        ChunkedFileWriter.resize(dataset, 10, 12);
                        ChunkedFileWriter.resize(dataset, 33, 30);
                    });
        }
        create(
                "shrunk-to-nothing",
                new Shape(int32(), new long[] {40, 40}, new long[] {NONE, 40}, new long[] {7, 7}),
                fillWith7,
                dataset -> {
                    ChunkedFileWriter.write(dataset, ints(1_600));
                    ChunkedFileWriter.resize(dataset, 0, 40);
                    ChunkedFileWriter.resize(dataset, 9, 40);
                });
        create(
                "raw-edges",
                new Shape(int32(), new long[] {40, 40}, new long[] {NONE, 50}, new long[] {7, 9}),
                creation -> Native.check(
                        hdf5.H5Pset_chunk_opts(creation.value(), hdf5.H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS),
                        "H5Pset_chunk_opts"),
                dataset -> {
                    ChunkedFileWriter.write(dataset, ints(1_600));
                    ChunkedFileWriter.resize(dataset, 45, 50);
                    ChunkedFileWriter.resize(dataset, 33, 41);
                });
        create("ones", new Shape(hdf5.H5T_STD_U16LE_g(), 1_001, NONE, 101), NOTHING, dataset -> {
            byte[] ones = new byte[2_002];
            Arrays.fill(ones, (byte) 0xFF);
            ChunkedFileWriter.write(dataset, ones);
        });
        create("odd-length", new Shape(hdf5.H5T_STD_U8LE_g(), 1_000, NONE, 101), NOTHING, dataset -> {
            byte[] ones = new byte[1_000];
            Arrays.fill(ones, 0, 700, (byte) 0xFF);
            ChunkedFileWriter.write(dataset, ones);
        });
    }

    private void writeAllocated() {
        int[] times = {hdf5.H5D_ALLOC_TIME_EARLY, hdf5.H5D_ALLOC_TIME_LATE, hdf5.H5D_ALLOC_TIME_INCR};
        int[] fillTimes = {hdf5.H5D_FILL_TIME_ALLOC, hdf5.H5D_FILL_TIME_IFSET};
        String[] names = {"early", "late", "incremental"};
        for (int i = 0; i < times.length; i++) {
            int time = times[i];
            for (int fillTime : fillTimes) {
                for (boolean fixed : new boolean[] {true, false}) {
                    create(
                            names[i] + (fixed ? "-fixed" : "-extensible") + "-" + fillTime,
                            new Shape(int32(), new long[] {25, 26}, new long[] {fixed ? 30 : NONE, 27}, new long[] {8, 9
                            }),
                            creation -> {
                                ChunkedFileWriter.fill(creation, int32(), (byte) 1, (byte) 2, (byte) 3, (byte) 4);
                                Native.check(hdf5.H5Pset_alloc_time(creation.value(), time), "H5Pset_alloc_time");
                                Native.check(hdf5.H5Pset_fill_time(creation.value(), fillTime), "H5Pset_fill_time");
                            },
                            dataset ->
                                    ChunkedFileWriter.write(dataset, new long[] {3, 20}, new long[] {7, 6}, ints(42)));
                }
            }
        }
        create(
                "never-filled",
                new Shape(int32(), new long[] {25, 26}, new long[] {NONE, 27}, new long[] {8, 9}),
                creation -> Native.check(
                        hdf5.H5Pset_fill_time(creation.value(), hdf5.H5D_FILL_TIME_NEVER), "H5Pset_fill_time"),
                dataset -> ChunkedFileWriter.write(dataset, new long[] {8, 9}, new long[] {8, 9}, ints(72)));
    }

    private void writeTypes() {
        byte[] bytes = ints(5_000);
        long big = filters == FilterSet.SCALE_OFFSET ? hdf5.H5T_STD_I64BE_g() : hdf5.H5T_IEEE_F64BE_g();
        create(
                "big-endian",
                new Shape(big, new long[] {50, 50}, new long[] {NONE, NONE}, new long[] {16, 16}),
                NOTHING,
                dataset -> ChunkedFileWriter.write(dataset, bytes));
        create(
                "shorts",
                new Shape(hdf5.H5T_STD_I16BE_g(), new long[] {50, 50}, new long[] {50, NONE}, new long[] {16, 17}),
                NOTHING,
                dataset -> ChunkedFileWriter.write(dataset, Arrays.copyOf(bytes, 5_000)));
    }

    private void writeManyChunks() {
        // libhdf5 needs seconds for these
        if (filters == FilterSet.RAW && bound != FormatBound.V114
                || filters == FilterSet.SHUFFLE_GZIP && bound == FormatBound.V110) {
            create(
                    "140000-chunks",
                    new Shape(hdf5.H5T_STD_I16LE_g(), 140_000, NONE, 1),
                    NOTHING,
                    dataset -> ChunkedFileWriter.write(dataset, Arrays.copyOf(ints(70_000), 280_000)));
        }
    }

    private void writeCompound() {
        try (Id text = Id.of(hdf5.H5Tcopy(hdf5.H5T_C_S1_g()), "H5Tcopy");
                Id compound = Id.of(hdf5.H5Tcreate(hdf5.H5T_COMPOUND, 17), "H5Tcreate")) {
            Native.check(hdf5.H5Tset_size(text.value(), 5), "H5Tset_size");
            insert(compound, "number", 0, int32());
            insert(compound, "fraction", 4, hdf5.H5T_IEEE_F64LE_g());
            insert(compound, "text", 12, text.value());
            create(
                    "compound",
                    new Shape(compound.value(), 100, NONE, 13),
                    NOTHING,
                    dataset -> ChunkedFileWriter.write(dataset, Arrays.copyOf(ints(425), 1_700)));
        }
    }

    private static void insert(Id compound, String name, long offset, long type) {
        try (BytePointer member = Native.text(name)) {
            Native.check(hdf5.H5Tinsert(compound.value(), member, offset, type), "H5Tinsert");
        }
    }

    /** Chunks that skip the first filter, the second one, both, or none. */
    private void writeMasks() {
        create("masks", new Shape(int32(), 42, NONE, 10), NOTHING, dataset -> {
            byte[] raw = ints(10);
            ChunkedFileWriter.writeChunk(dataset, new long[] {0}, 0, deflated(shuffled(raw)));
            ChunkedFileWriter.writeChunk(dataset, new long[] {10}, 1, deflated(raw));
            ChunkedFileWriter.writeChunk(dataset, new long[] {20}, 2, shuffled(raw));
            ChunkedFileWriter.writeChunk(dataset, new long[] {30}, 3, raw);
        });
    }

    private static byte[] shuffled(byte[] raw) {
        byte[] shuffled = new byte[raw.length];
        for (int i = 0; i < raw.length; i++) {
            shuffled[i % 4 * (raw.length / 4) + i / 4] = raw[i];
        }
        return shuffled;
    }

    private static byte[] deflated(byte[] raw) {
        Deflater deflater = new Deflater();
        deflater.setInput(raw);
        deflater.finish();
        byte[] stream = new byte[raw.length + 100];
        int length = deflater.deflate(stream);
        deflater.end();
        return Arrays.copyOf(stream, length);
    }

    private void whole(String name, long[] size, long[] most, long[] chunk) {
        int elements = (int) Arrays.stream(size).reduce(1, (one, other) -> one * other);
        create(name, new Shape(int32(), size, most, chunk), NOTHING, dataset -> {
            if (elements > 0) {
                ChunkedFileWriter.write(dataset, ints(elements));
            }
        });
    }

    private void create(String name, Shape shape, Consumer<Id> properties, Consumer<Id> writing) {
        file.create("/" + name, shape, properties.andThen(filters::set), writing);
        datasets.add("/" + name);
    }

    private static long int32() {
        return hdf5.H5T_STD_I32LE_g();
    }

    private static byte[] ints(int count) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            bytes.putInt(i * 7 % 1_001);
        }
        return bytes.array();
    }
}
