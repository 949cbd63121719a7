package dev.fallow.spark.space;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.StorageLayout;
import dev.fallow.filter.Filters;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Small files of many kinds. */
final class Fleet {
    /** The kinds that can be edited come first; the first has nothing to gain. */
    private static final int GOOD = 6;

    private static Map<String, byte[]> made;

    private Fleet() {}

    /** One file of each kind, by a name. */
    static synchronized Map<String, byte[]> kinds(Path folder) throws IOException {
        if (made == null) {
            made = make(folder);
        }
        return made;
    }

    private static Map<String, byte[]> make(Path folder) throws IOException {
        Map<String, byte[]> kinds = new LinkedHashMap<>();
        CreateOptions latest = CreateOptions.defaults();
        kinds.put("full", file(folder, latest, false));
        kinds.put("holes", file(folder, latest, true));
        kinds.put("forgotten", file(folder, latest.withPersistFreeSpace(false), true));
        kinds.put("old", file(folder, latest.withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false), true));
        kinds.put("paged", file(folder, latest.withStrategy(FileSpaceStrategy.PAGE), true));
        kinds.put("none", file(folder, latest.withStrategy(FileSpaceStrategy.NONE), true));
        kinds.put("open", openFile(folder));
        byte[] full = kinds.get("full");
        kinds.put("truncated", Arrays.copyOf(full, full.length / 2));
        byte[] damaged = kinds.get("holes").clone();
        int header = indexOf(damaged, "OHDR".getBytes(), 200);
        damaged[header + 10] ^= 0x55;
        kinds.put("damaged", damaged);
        kinds.put("foreign", "not an HDF5 file, but a text\n".repeat(30).getBytes());
        kinds.put("empty", new byte[0]);
        return kinds;
    }

    private static int indexOf(byte[] bytes, byte[] wanted, int from) {
        for (int i = from; i < bytes.length - wanted.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        throw new AssertionError("not found");
    }

    private static byte[] file(Path folder, CreateOptions options, boolean holes) throws IOException {
        Path path = folder.resolve("kind.h5");
        try (ContainerFile file = ContainerFile.create(path, options)) {
            fill(file);
            file.flush();
            for (int i = 0; holes && i < 8; i += 2) {
                file.delete("/run/n" + i);
            }
        }
        byte[] content = Files.readAllBytes(path);
        Files.delete(path);
        return content;
    }

    private static void fill(ContainerFile file) {
        Group run = file.root().createGroup("run");
        for (int i = 0; i < 8; i++) {
            double[] values = new double[150];
            Arrays.fill(values, i);
            run.createDataset("n" + i, values);
        }
        file.root()
                .createDataset(
                        "log",
                        FloatingPoint.FLOAT64,
                        new long[] {300},
                        DatasetOptions.defaults()
                                .withChunks(100)
                                .withMaxDimensions(DatasetOptions.UNLIMITED)
                                .withFilters(Filters.shuffle(), Filters.deflate(4)))
                .write(new double[300]);
        file.root().createDataset("note", "a text", DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
        file.root().createSoftLink("latest", "/run/n7");
        file.root().createExternalLink("elsewhere", "other.h5", "/x");
    }

    /** A file as it is on the disk while it is edited, without its journal. */
    private static byte[] openFile(Path folder) throws IOException {
        Path path = folder.resolve("kind.h5");
        byte[] content;
        try (ContainerFile file = ContainerFile.create(path)) {
            fill(file);
            file.flush();
            content = Files.readAllBytes(path);
        }
        Files.delete(path);
        return content;
    }

    /** Writes files of all kinds into folders; returns how many there are of each kind. */
    static Map<String, Integer> write(Path folder, int files) throws IOException {
        Map<String, byte[]> kinds = kinds(folder);
        Map<String, Integer> counts = new LinkedHashMap<>();
        String[] names = kinds.keySet().toArray(String[]::new);
        for (int i = 0; i < files; i++) {
            // one in ten is of a bad kind, and one in four has something to gain
            String name =
                    i % 10 == 9 ? names[GOOD + i / 10 % (names.length - GOOD)] : names[i % 20 < GOOD ? i % 20 : 0];
            counts.merge(name, 1, Integer::sum);
            Path place = Files.createDirectories(folder.resolve("day" + i % 7));
            Files.write(place.resolve("%s-%04d.h5".formatted(name, i)), kinds.get(name));
        }
        return counts;
    }
}
