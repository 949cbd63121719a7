package dev.fallow.research.createdelete;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.Group;
import dev.fallow.report.WriteStatistics;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Properties;

/** Fallow, through its public API, with default options except those given here. */
public final class FallowLibrary implements Library {
    private static final String MAVEN = "/META-INF/maven/dev.fallow/fallow-core/pom.properties";

    private final CreateOptions options;

    /** Uses a backend and a durability. */
    public FallowLibrary(FreeSpaceBackend backend, Durability durability) {
        this(CreateOptions.defaults().withBackend(backend).withDurability(durability));
    }

    /** Uses any options, for instance to record a trace. */
    public FallowLibrary(CreateOptions options) {
        this.options = options;
    }

    @Override
    public String version() {
        try (InputStream properties = ContainerFile.class.getResourceAsStream(MAVEN)) {
            Properties maven = new Properties();
            if (properties != null) { // null if run from class files
                maven.load(properties);
            }
            return "Fallow " + maven.getProperty("version", "of class files");
        } catch (IOException e) {
            throw new UncheckedIOException(MAVEN, e);
        }
    }

    @Override
    public OpenFile create(Path path) {
        ContainerFile file = ContainerFile.create(path, options);
        Holder root = holder(file.root());
        return new OpenFile() {
            @Override
            public Holder root() {
                return root;
            }

            @Override
            public void flush() {
                file.flush();
            }

            @Override
            public void close() {
                file.close();
            }

            @Override
            public Writes writes() {
                WriteStatistics statistics = file.writeStatistics();
                return new Writes(
                        statistics.containerWrites() + statistics.journalWrites(),
                        statistics.bytes(),
                        statistics.forces());
            }
        };
    }

    /** Adapts a group to the tests of the report. */
    public static Holder holder(Group group) {
        return new FallowHolder(group);
    }

    private record FallowHolder(Group group) implements Holder {
        @Override
        public Holder createGroup(String name) {
            return new FallowHolder(group.createGroup(name));
        }

        @Override
        public Holder openGroup(String name) {
            return new FallowHolder(group.group(name));
        }

        @Override
        public void createDataset(String name, int elements) {
            group.createDataset(
                    name,
                    FixedPoint.INT32,
                    new long[] {elements},
                    DatasetOptions.defaults().withFillNever(true));
        }

        @Override
        public void createAttribute(String name, int value) {
            group.createAttribute(name, value);
        }

        @Override
        public void delete(String name) {
            group.delete(name);
        }

        @Override
        public void deleteAttribute(String name) {
            group.deleteAttribute(name);
        }

        @Override
        public void close() {
            // groups need no closing
        }
    }
}
