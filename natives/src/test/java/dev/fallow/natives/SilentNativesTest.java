package dev.fallow.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.testing.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Applications in JVMs of their own, with and without each library, and with access granted and denied: each reads the same elements, whoever has
 * written them, and no JVM prints anything of its own. The JVM of Java 25 or later is the one of this test, that of the system property
 * {@code fallow.jdk25}, or one in the folder that has the JDK of this test.
 */
class SilentNativesTest {
    /** Those of the program. */
    private static final int FILTERS = 5;

    private static final String GRANTED = "--enable-native-access=ALL-UNNAMED";
    private static final String DENIED = "--illegal-native-access=deny";
    private static final String UNSAFE = "--sun-misc-unsafe-memory-access=";
    private static final String OFF = "-Dfallow.natives=off";
    private static final String ALWAYS = "-Dfallow.natives=always";
    /** The program is put into a module of its own. */
    private static final String MODULES = "--add-modules=dev.fallow.filters";

    private static final String GRANTED_MODULES =
            "--enable-native-access=com.github.luben.zstd_jni,org.lz4.java,aircompressor.v3";

    private static final Path HERE = Path.of(System.getProperty("java.home"));

    @TempDir
    private static Path folder;

    private static Path written;
    private static List<String> expected;
    private static final List<Path> OTHERS = new ArrayList<>();

    /** The file is written by Java code alone. */
    @BeforeAll
    static void write() throws IOException, InterruptedException {
        // alone: beside it are classes that stand in for those of a library
        String program = "dev/fallow/natives/NativeProgram.class";
        Files.createDirectories(folder.resolve(program).getParent());
        Files.copy(testClasses().resolve(program), folder.resolve(program));
        written = folder.resolve("java.h5");
        run(HERE, all -> true, quietly(HERE, OFF), written);
        expected = elements(run(HERE, all -> true, quietly(HERE, OFF), folder.resolve("again.h5"), written));
        assertThat(expected).hasSize(FILTERS);
        assertThat(folder.resolve("again.h5")).hasSameBinaryContentAs(written);
    }

    private static List<String> elements(List<String> lines) {
        return lines.stream().filter(line -> line.matches("\\w+ -?\\d+")).toList();
    }

    /** What was written with natives is read by Java code alone. */
    @AfterAll
    static void read() throws IOException, InterruptedException {
        List<String> lines = elements(
                run(HERE, all -> true, quietly(HERE, OFF), folder.resolve("last.h5"), OTHERS.toArray(Path[]::new)));
        assertThat(lines).hasSize(FILTERS * OTHERS.size());
        assertThat(expected).containsAll(lines);
    }

    private static Path testClasses() {
        return Path.of(SilentNativesTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }

    private static int release(Path jdk) throws IOException {
        Matcher version = Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(Files.readString(jdk.resolve("release")));
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }

    private static Path jdk25() throws IOException {
        List<Path> found = new ArrayList<>(List.of(HERE));
        if (System.getProperty("fallow.jdk25") != null) {
            found.add(Path.of(System.getProperty("fallow.jdk25")));
        }
        try (Stream<Path> beside = Files.list(HERE.toRealPath().getParent())) {
            found.addAll(beside.sorted().toList());
        }
        for (Path each : found) {
            if (Files.exists(each.resolve("bin/java"))
                    && Files.exists(each.resolve("release"))
                    && release(each) >= 25) {
                return each;
            }
        }
        assumeTrue(false, "the JVM of Java 25 is not tested: there is none beside " + HERE);
        return null;
    }

    /** The options that make the JVM run Java code that uses sun.misc.Unsafe without a warning. */
    private static List<String> quietly(Path jdk, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        if (release(jdk) >= 24) {
            all.add(UNSAFE + "allow");
        }
        return all;
    }

    private static List<String> run(Path jdk, Predicate<String> jars, List<String> options, Path write, Path... read)
            throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Stream<String> entries = Arrays.stream(classPath.split(File.pathSeparator))
                .filter(each -> !Path.of(each).equals(testClasses()))
                .filter(jars);
        List<String> command =
                new ArrayList<>(List.of(jdk.resolve("bin/java").toString(), "-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(options);
        String path = String.join(File.pathSeparator, entries.toList());
        String program = NativeProgram.class.getName();
        command.addAll(
                options.contains(MODULES)
                        ? List.of(
                                "--module-path",
                                path,
                                "--patch-module",
                                "dev.fallow.natives=" + folder,
                                "--module",
                                "dev.fallow.natives/" + program)
                        : List.of("-cp", folder + File.pathSeparator + path, program));
        command.add(write.toString());
        Stream.of(read).map(Path::toString).forEach(command::add);
        ChildProcess.Outcome outcome = ChildProcess.run(command);
        assertThat(outcome.status()).as("%s%n%s", command, outcome.output()).isZero();
        List<String> lines = outcome.output().lines().toList();
        assertThat(lines)
                .as("%s", command)
                .allMatch(line -> line.matches("((not )?used|loaded|finding): .*|\\w+ (-?\\d+|refused: .*)"));
        return lines;
    }

    /** Reads and writes; asserts that the elements are the same, and which libraries are used. */
    private static void same(Path jdk, Predicate<String> jars, List<String> options, String... used)
            throws IOException, InterruptedException {
        Path file = folder.resolve("other-" + OTHERS.size() + ".h5");
        OTHERS.add(file);
        List<String> lines = run(jdk, jars, options, file, written);
        assertThat(elements(lines)).as("%s %s", jdk, options).isEqualTo(expected);
        assertThat(lines).as("%s %s", jdk, options).noneMatch(line -> line.startsWith("finding"));
        for (String each : used) {
            assertThat(lines)
                    .as("%s %s", jdk, options)
                    .anyMatch(line -> line.matches("used: " + each + "( [-\\d.]+)?( \\(libdeflate\\))?"));
        }
        boolean zstd = Stream.of(used).anyMatch(each -> each.endsWith("zstd-jni"));
        boolean lz4 = Stream.of(used).anyMatch(each -> each.endsWith("lz4-java"));
        assertThat(lines)
                .as("%s %s", jdk, options)
                .contains(
                        "loaded: com.github.luben.zstd.util.Native, " + zstd,
                        "loaded: net.jpountz.util.Native, " + lz4);
    }

    private static Predicate<String> without(String... jars) {
        return entry ->
                Arrays.stream(jars).noneMatch(Path.of(entry).getFileName().toString()::contains);
    }

    @Test
    void theJvmOfThisTest() throws Exception {
        List<String> granted = quietly(HERE);
        if (release(HERE) >= 22) {
            granted.add(GRANTED);
        }
        same(HERE, all -> true, granted, "LZ4, lz4-java", "Zstandard, zstd-jni", "zlib, java.util.zip");
        same(HERE, without("zstd-jni"), granted, "LZ4, lz4-java", "Zstandard, aircompressor");
        same(HERE, without("lz4-java"), granted, "LZ4, aircompressor", "Zstandard, zstd-jni");
        same(HERE, without("zstd-jni", "lz4-java", "aircompressor-v3"), granted, "LZ4, aircompressor");
    }

    @Test
    void theSameOperationsGiveTheSameFile() throws Exception {
        List<String> options = quietly(HERE, ALWAYS);
        if (release(HERE) >= 22) {
            options.add(GRANTED);
        }
        Path first = folder.resolve("first.h5");
        Path second = folder.resolve("second.h5");
        run(HERE, all -> true, options, first);
        run(HERE, all -> true, options, second, first);
        assertThat(second).hasSameBinaryContentAs(first);
        assertThat(Files.mismatch(first, written)).isNotNegative(); // another encoder
        OTHERS.add(first);
    }

    /** Fallow and the libraries are named modules; the path of a JVM must not have classes of a later one. */
    @Test
    void onTheModulePath() throws Exception {
        List<String> options = quietly(HERE, MODULES);
        if (release(HERE) >= 22) {
            options.add(GRANTED_MODULES);
        }
        Predicate<String> jars = without(release(HERE) < 25 ? "aircompressor-v3" : "no such jar");
        same(HERE, jars, options, "LZ4, lz4-java", "Zstandard, zstd-jni");
    }

    /** Each module is granted access by its name, which the report has. */
    @Test
    void java25OnTheModulePath() throws Exception {
        Path jdk = jdk25();
        same(
                jdk,
                all -> true,
                List.of(MODULES, GRANTED_MODULES, DENIED),
                "LZ4, lz4-java",
                "Zstandard, zstd-jni",
                "zlib, aircompressor-v3");
        String one = "--enable-native-access=com.github.luben.zstd_jni";
        same(jdk, all -> true, quietly(jdk, MODULES, one, DENIED), "LZ4, aircompressor", "Zstandard, zstd-jni");
        List<String> lines =
                run(jdk, all -> true, quietly(jdk, MODULES, GRANTED, DENIED), folder.resolve("unnamed.h5"), written);
        assertThat(elements(lines)).isEqualTo(expected);
        for (String each : List.of("com.github.luben.zstd_jni", "org.lz4.java", "aircompressor.v3")) {
            assertThat(lines)
                    .anyMatch(line -> line.startsWith("not used: ")
                            && line.endsWith("does not grant it native access: --enable-native-access=" + each));
        }
    }

    /** The first use of native code is not paid for by little data. */
    @Test
    void littleDataLoadsNoNativeCode() throws Exception {
        List<String> options = quietly(HERE, "-Delements=100000");
        if (release(HERE) >= 22) {
            options.add(GRANTED);
        }
        Path small = folder.resolve("small.h5");
        run(HERE, all -> true, options, small);
        assertThat(run(HERE, all -> true, options, folder.resolve("smaller.h5"), small))
                .contains("loaded: com.github.luben.zstd.util.Native, false", "loaded: net.jpountz.util.Native, false");
    }

    @Test
    void java25WithAccess() throws Exception {
        Path jdk = jdk25();
        // aircompressor, of which the JVM would print a warning, is not loaded
        same(jdk, all -> true, List.of(GRANTED), "LZ4, lz4-java", "Zstandard, zstd-jni", "zlib, aircompressor-v3");
        same(
                jdk,
                all -> true,
                List.of(GRANTED, ALWAYS, DENIED),
                "LZ4, lz4-java",
                "Zstandard, zstd-jni",
                "zlib, aircompressor-v3");
        same(jdk, all -> true, List.of(GRANTED, DENIED, UNSAFE + "deny"), "LZ4, lz4-java", "Zstandard, zstd-jni");
        same(jdk, without("zstd-jni"), quietly(jdk, GRANTED), "LZ4, lz4-java", "Zstandard, aircompressor");
        same(jdk, without("lz4-java"), quietly(jdk, GRANTED), "LZ4, aircompressor", "Zstandard, zstd-jni");
    }

    @Test
    void java25WithoutAccess() throws Exception {
        Path jdk = jdk25();
        String[] java = {"zlib, java.util.zip", "LZ4, aircompressor", "Zstandard, aircompressor"};
        same(jdk, all -> true, quietly(jdk), java);
        same(jdk, all -> true, quietly(jdk, DENIED, ALWAYS), java);
        same(jdk, all -> true, quietly(jdk, OFF), java);
    }

    /** LZ4 has another library; Zstandard is refused, with what to add. */
    @Test
    void java25WithoutAccessAndUnsafe() throws Exception {
        Path jdk = jdk25();
        List<String> lines =
                run(jdk, all -> true, List.of(DENIED, UNSAFE + "deny"), folder.resolve("denied.h5"), written);
        for (String each : expected) {
            if (each.startsWith("zstd")) {
                assertThat(lines)
                        .anyMatch(line -> line.startsWith("zstd refused: ")
                                && line.contains("filter 32015 (zstd): no library for Zstandard can be used")
                                && line.contains("expected allow, or the module fallow-natives")
                                && line.contains("zstd-jni")
                                && line.contains("--enable-native-access=ALL-UNNAMED"));
            } else {
                assertThat(lines).contains(each);
            }
        }
        assertThat(lines).anyMatch(line -> line.startsWith("used: LZ4, lz4-java (Java)"));
        assertThat(lines.stream().filter(line -> line.startsWith("finding")))
                .hasSize(1)
                .allMatch(
                        line -> line.startsWith("finding: DATA_FILTER ") && line.contains("no library for Zstandard"));
    }
}
