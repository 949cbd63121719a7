package dev.fallow.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.StorageLayout;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one file that contains the command. */
class JarTest {
    private static final Path JAR = Path.of(System.getProperty("fallow.jar"));

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path folder;

    @Test
    void readsWhatEveryFilterWrote() throws IOException, InterruptedException {
        Map<String, FilterSetting> filters = new LinkedHashMap<>();
        filters.put("deflate", Filters.deflate(4));
        filters.put("shuffle", Filters.shuffle());
        filters.put("fletcher32", Filters.fletcher32());
        filters.put("szip", Filters.szip(Filters.SzipCoding.NEAREST_NEIGHBOUR, 16));
        filters.put("nbit", Filters.nbit());
        filters.put("scaleoffset", Filters.scaleOffset(0));
        filters.put("lzf", Filters.lzf());
        filters.put("lz4", Filters.lz4());
        filters.put("zstd", Filters.zstd(3));
        filters.put("bitshuffle", Filters.bitshuffle(Filters.BitshuffleCodec.ZSTD));
        for (Filters.BloscCodec codec : Filters.BloscCodec.values()) {
            filters.put("blosc-" + codec, Filters.blosc(codec, 5, Filters.BloscShuffle.BYTES));
        }
        filters.put("bzip2", Filters.bzip2(9));
        int[] values = IntStream.range(0, 400).map(i -> i % 50).toArray();
        Path file = folder.resolve("filters.h5");
        Path plain = folder.resolve("plain.h5");
        try (ContainerFile container = ContainerFile.create(file);
                ContainerFile unfiltered = ContainerFile.create(plain)) {
            filters.forEach((name, filter) -> {
                container
                        .root()
                        .createDataset(
                                name,
                                values,
                                DatasetOptions.defaults().withChunks(100).withFilters(filter));
                unfiltered.root().createDataset(name, values);
            });
        }
        assertThat(fallow("diff", file, plain)).isEmpty(); // of chunks with filters, and of the same values without
        String expected = IntStream.of(values).mapToObj(Integer::toString).collect(Collectors.joining("\n", "", "\n"));
        assertThat(fallow("cat", "--csv", file, "/deflate")).isEqualTo(expected);
    }

    /** What the help says to do without the script. */
    @Test
    void anArchiveOfClassesIsMadeAndUsed() throws IOException, InterruptedException {
        Path archive = folder.resolve("classes.jsa");
        Path file = folder.resolve("a.h5");
        ContainerFile.create(file).close();
        String help = fallow("--help").replaceAll("\\s+", " ");
        assertThat(help)
                .contains("-XX:ArchiveClassesAtExit=classes.jsa -jar", "-XX:SharedArchiveFile=classes.jsa -jar");
        run(List.of("-XX:ArchiveClassesAtExit=" + archive, "-jar", JAR.toString()), "info", file);
        String loaded = run(
                List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:class+load", "-jar", JAR.toString()), "ls", file);
        assertThat(loaded.lines().filter(line -> line.contains("dev.fallow.ContainerFile ")))
                .hasSize(1)
                .allMatch(line -> line.contains("shared objects file"));
    }

    /** Linking equals or hashCode of the first record takes some 20 ms, a tenth of what a verb that looks takes in all. */
    @Test
    void aLookLinksNoMethodsOfRecords() throws IOException, InterruptedException {
        Path file = folder.resolve("scales.h5");
        try (ContainerFile container = ContainerFile.create(
                file, CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false))) {
            Dataset values = container.root().createDataset("values", new int[3]);
            values.dims().get(0).attach(container.root().createDataset("x", new double[3]));
            values.createAttribute("units", "m");
        }
        for (String verb : List.of("info", "ls", "tree", "space", "why")) {
            assertThat(run(List.of("-Xlog:class+load", "-jar", JAR.toString()), verb, file)
                            .lines())
                    .as(verb)
                    .anyMatch(line -> line.contains("dev.fallow.ContainerFile "))
                    .noneMatch(line -> line.contains("java.lang.runtime.ObjectMethods"));
        }
    }

    @Test
    void everyServiceIsInIt() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(text(jar, "META-INF/services/dev.fallow.filter.Filter").lines())
                    .hasSize(6)
                    .allSatisfy(line -> assertThat(jar.getEntry(line.replace('.', '/') + ".class"))
                            .as(line)
                            .isNotNull());
        }
    }

    @Test
    void nothingThatItNeedsIsMissing() {
        StringWriter missing = new StringWriter();
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        PrintWriter out = new PrintWriter(missing, true);
        assertThat(jdeps.run(out, out, "--missing-deps", JAR.toString())).isZero();
        // mapped storage is an option of the library; JLine finds terminals in other ways, too
        assertThat(missing.toString().lines().filter(line -> line.startsWith("   ")))
                .allMatch(line -> line.contains("net.openhft.chronicle") || line.contains("org.jline"));
    }

    @Test
    void theImagesHaveTheModulesThatItNeeds() {
        StringWriter modules = new StringWriter();
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        PrintWriter out = new PrintWriter(modules, true);
        assertThat(jdeps.run(out, out, "--ignore-missing-deps", "--print-module-deps", JAR.toString()))
                .isZero();
        assertThat(modules.toString().strip()).isEqualTo(System.getProperty("fallow.modules"));
    }

    @Test
    void licencesAndNoticesAreInItAndNothingOfThisMachine() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
            assertThat(text(jar, "META-INF/NOTICE"))
                    .contains("picocli", "aircompressor", "Jackson", "Commons IO", "progressbar");
            assertThat(text(jar, "META-INF/Schubfach-LICENSE")).contains("Giulietti");
            Set<String> packages = new TreeSet<>();
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                assertThat(entry.getName()).doesNotContain("module-info", "META-INF/maven", ".SF");
                if (entry.getName().endsWith(".class")) {
                    packages.add(entry.getName().split("/")[0] + "/"
                            + entry.getName().split("/")[1]);
                }
                assertThat(text(jar, entry.getName()))
                        .as(entry.getName())
                        .doesNotContain(System.getProperty("user.home"), folder.getParent() + "/");
            }
            assertThat(packages.stream().filter(name -> !name.startsWith("picocli")))
                    .containsExactly(
                            "com/fasterxml", "dev/fallow", "io/airlift", "me/tongfei", "org/apache", "org/jline");
        }
    }

    @Test
    void saysHowToGiveItMoreMemory() throws IOException, InterruptedException {
        Path file = folder.resolve("many.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            for (int i = 0; i < 30_000; i++) {
                container
                        .root()
                        .createDataset(
                                "d" + i,
                                new int[] {i},
                                DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
            }
        }
        ProcessBuilder builder = new ProcessBuilder(JAVA, "-Xmx12m", "-jar", JAR.toString(), "ls", file.toString());
        Process process =
                builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(err).isEqualTo(3);
        assertThat(err).contains("out of memory", "JDK_JAVA_OPTIONS=-Xmx").hasLineCount(1);
        builder.environment().put("JDK_JAVA_OPTIONS", "-Xmx256m");
        builder.command(JAVA, "-jar", JAR.toString(), "ls", file.toString());
        assertThat(builder.redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void knowsItsVersion() throws IOException, InterruptedException {
        assertThat(fallow("--version")).matches("fallow \\d+\\.\\d+.*\\R");
    }

    private String fallow(Object... arguments) throws IOException, InterruptedException {
        return run(List.of("-jar", JAR.toString()), arguments);
    }

    private String run(List<String> options, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(options);
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + "\n" + out).isZero();
        return out;
    }

    private static String text(JarFile jar, String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
