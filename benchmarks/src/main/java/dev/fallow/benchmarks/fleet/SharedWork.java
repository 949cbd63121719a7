package dev.fallow.benchmarks.fleet;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.Group;
import dev.fallow.Selection;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** What threads do in one container. Each operation checks what it reads. */
enum SharedWork {
    /** A small dataset at a path, its elements and its attribute. */
    SMALL("small") {
        @Override
        void run(ContainerFile file, Random random, int objects) {
            int number = random.nextInt(objects);
            Dataset dataset = file.dataset("/g" + number / IN_GROUP + "/d" + number % IN_GROUP);
            check(((int[]) dataset.read())[0] == number);
            check((int) dataset.attribute("number").read() == number);
        }
    },
    /** All objects of a group, with their kinds. */
    LIST("list") {
        @Override
        void run(ContainerFile file, Random random, int objects) {
            check(file.group("/g" + random.nextInt(objects / IN_GROUP)).list().size() == IN_GROUP);
        }
    },
    /** A slice of a dataset in chunks that are deflated. */
    SLICES("slices") {
        @Override
        void run(ContainerFile file, Random random, int objects) {
            long[] corner = {random.nextInt(WIDTH - SLICE), random.nextInt(WIDTH - SLICE)};
            int[][] slice = (int[][]) file.dataset("chunked").read(Selection.block(corner, new long[] {SLICE, SLICE}));
            check(slice[0][0] == corner[0] * WIDTH + corner[1]);
        }
    },
    /** Additions in memory of the thread's own, which fits in a core's cache: what the machine gives to two threads that share nothing. */
    NOTHING_SHARED("nothing shared") {
        @Override
        void run(ContainerFile file, Random random, int objects) {
            int[] counters = OWN_COUNTERS.get();
            for (int i = 0; i < 1_000; i++) {
                counters[random.nextInt(counters.length)]++;
            }
        }
    };

    static final int IN_GROUP = 100;
    private static final int WIDTH = 2_048;
    private static final int SLICE = 100;
    private static final ThreadLocal<int[]> OWN_COUNTERS = ThreadLocal.withInitial(() -> new int[16_384]);

    private final String label;

    SharedWork(String label) {
        this.label = label;
    }

    /** The name in the report, and in the program for h5py. */
    String label() {
        return label;
    }

    /** Does it once, in a container of so many small datasets. */
    abstract void run(ContainerFile file, Random random, int objects);

    private static void check(boolean right) {
        if (!right) {
            throw new IllegalStateException("wrong elements were read");
        }
    }

    /** Writes the file. */
    static void write(Path path, int objects) {
        CreateOptions options = CreateOptions.defaults().withOverwrite(true).withDurability(Durability.NEVER);
        try (ContainerFile file = ContainerFile.create(path, options)) {
            for (int g = 0; g < objects / IN_GROUP; g++) {
                Group group = file.root().createGroup("g" + g);
                for (int d = 0; d < IN_GROUP; d++) {
                    int number = g * IN_GROUP + d;
                    group.createDataset("d" + d, new int[] {number, d, g, 0}).createAttribute("number", number);
                }
            }
            int[][] elements = new int[WIDTH][WIDTH];
            for (int i = 0; i < WIDTH * WIDTH; i++) {
                elements[i / WIDTH][i % WIDTH] = i;
            }
            DatasetOptions chunks =
                    DatasetOptions.defaults().withChunks(128, 128).withFilters(Filters.shuffle(), Filters.deflate(1));
            file.root()
                    .createDataset("chunked", FixedPoint.INT32, new long[] {WIDTH, WIDTH}, chunks)
                    .write(elements);
        }
    }

    /** The works that read the container. */
    static List<SharedWork> reading() {
        return List.of(SMALL, LIST, SLICES);
    }
}
