package dev.fallow.fuzz.input;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Containers with journals: of a killed process, and outdated ones of a closed container. */
public final class JournalSeeds {
    private static final int RECORD_IDENTITIES = 32;

    private JournalSeeds() {}

    /** Creates the seeds, with temporary files in a folder. */
    public static List<Seed> all(Path folder) throws IOException {
        List<Seed> seeds = new ArrayList<>();
        Path path = folder.resolve("journalled.h5");
        Path journal = folder.resolve("journalled.h5.fallow-journal");
        for (FileFormat format : FileFormat.values()) {
            CreateOptions options = CreateOptions.defaults().withFormat(format);
            byte[] before;
            byte[] marked;
            byte[] records;
            try (ContainerFile file = ContainerFile.create(path, options)) {
                file.root().createDataset("first", new int[] {1, 2, 3});
                file.root().createGroup("group").createAttribute("attribute", 5);
                file.flush();
                before = Files.readAllBytes(path);
                file.root().createDataset("second", new double[] {4, 5});
                file.root().delete("group");
                file.flush();
                marked = Files.readAllBytes(path);
                records = withoutIdentities(Files.readAllBytes(journal));
            }
            byte[] closed = Files.readAllBytes(path);
            seeds.add(new Seed("journal: " + format + " ended", new JournalInput(marked, records).pack()));
            seeds.add(new Seed("journal: " + format + " torn", new JournalInput(before, records).pack()));
            seeds.add(new Seed("journal: " + format + " left over", new JournalInput(closed, records).pack()));
            Files.delete(path);
        }
        return seeds;
    }

    /** Clears the identities of the file and the process, because the files are written again for each execution. */
    private static byte[] withoutIdentities(byte[] journal) {
        for (int record : JournalRecords.positions(journal)) {
            Arrays.fill(
                    journal,
                    record + JournalRecords.CONTAINER_IDENTITY,
                    record + JournalRecords.CONTAINER_IDENTITY + RECORD_IDENTITIES,
                    (byte) 0);
        }
        JournalRecords.seal(journal, false);
        return journal;
    }
}
