package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files on a web server. */
class AddressTest extends CommandFrame {
    @TempDir
    private Path folder;

    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private Path file;
    private byte[] content;
    private HttpServer server;
    private String address;

    @BeforeEach
    void serve() throws IOException {
        file = folder.resolve("used.h5");
        UsedFile.write(file);
        content = Files.readAllBytes(file);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        address = "http://localhost:" + server.getAddress().getPort() + "/used.h5";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.incrementAndGet();
            String path = exchange.getRequestURI().getPath();
            if (path.equals("/folder")) {
                byte[] page = "a list of files".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
                return;
            } else if (!path.equals("/used.h5")) {
                exchange.sendResponseHeaders(path.startsWith("/secret") ? 403 : 404, -1);
                return;
            }
            String[] ends = exchange.getRequestHeaders()
                    .getFirst("Range")
                    .substring("bytes=".length())
                    .split("-");
            int first = Integer.parseInt(ends[0]);
            int end = (int) Math.min(content.length, Long.parseLong(ends[1]) + 1);
            bytes.addAndGet(end - first);
            exchange.getResponseHeaders().set("ETag", "\"one\"");
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes %d-%d/%d".formatted(first, end - 1, content.length));
            exchange.sendResponseHeaders(206, end - first);
            exchange.getResponseBody().write(content, first, end - first);
        }
    }

    private String run(String place, String words) {
        Object[] arguments = Arrays.stream(words.split(" "))
                .map(word -> word.startsWith("FILE") ? place + word.substring("FILE".length()) : word)
                .toArray();
        assertThat(fallow(arguments)).as("%s: %s", words, err).isEqualTo(ExitCode.OK);
        return out.toString().replace(place, "FILE");
    }

    private long sent(String field) {
        Matcher matcher = Pattern.compile("\"" + field + "\" : ([0-9]+)[^}]*}\\s*}\\s*\\z")
                .matcher(out.toString());
        assertThat(matcher.find()).as(out.toString()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls FILE",
                "ls -rl FILE",
                "ls FILE /runs/run[0-3]",
                "tree -a FILE",
                "cat FILE /images/packed[::500]",
                "cat --csv FILE /notes/words",
                "attr ls FILE /notes",
                "attr get FILE /notes attribute3",
                "info --quick FILE",
                "find -l FILE --kind dataset --min-size 100",
                "find FILE / --attribute attribute1",
                "find FILE/runs --type *32",
                "head FILE /images/packed",
                "head FILE/notes/words",
                "head FILE/images/packed[10:20]",
                "export FILE /images/packed[::500] -",
                "export FILE/images/packed[::500] -",
                "ls FILE/runs",
                "ls -l FILE/images/packed",
                "ls FILE/runs run[0-3]",
                "tree FILE/notes",
                "cat FILE/images/packed[::500]",
                "attr ls FILE/notes",
                "attr get FILE/notes attribute3",
            })
    void verbsThatLookWorkAsOnLocalFiles(String words) {
        String local = run(file.toString(), words);
        assertThat(run(address, words)).isEqualTo(local).isNotEmpty();
        assertThat(requests.get()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ls -r", "tree", "cat", "attr ls", "attr get", "info", "find", "head", "diff"})
    void requestsAndBytesAreTold(String verb) {
        String path = switch (verb) {
            case "cat", "head" -> " /notes/words";
            case "attr get" -> " /notes attribute1";
            case "diff" -> " FILE";
            default -> "";
        };
        run(address, verb + " --json FILE" + path);
        assertThat(sent("requests")).isEqualTo(requests.get());
        assertThat(sent("bytes")).isEqualTo(bytes.get());
        run(file.toString(), verb + " --json FILE" + path);
        assertThat(out.toString()).doesNotContain("\"http\"");
    }

    @Test
    void infoAdvisesNothingThatCannotBeTyped() {
        String local = run(file.toString(), "info FILE");
        String remote = run(address, "info FILE");
        assertThat(remote).doesNotContain("shrink", "reclaim");
        assertThat(remote.lines().filter(line -> line.startsWith("live")).toList())
                .isEqualTo(local.lines().filter(line -> line.startsWith("live")).toList())
                .hasSize(1);
    }

    @Test
    void beginningsAreAskedForIfThereIsNothingAtTheWholeAddress() {
        assertThat(fallow("cat", "--json", address + "/notes/small")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"values\" : [ 1, 2, 3 ]");
        assertThat(sent("requests")).isEqualTo(requests.get());
        assertThat(sent("bytes")).isEqualTo(bytes.get());
        long more = requests.getAndSet(0);
        assertThat(fallow("cat", "--json", address, "/notes/small")).isEqualTo(ExitCode.OK);
        assertThat(requests.get()).as("one for each name behind the file").isEqualTo(more - 2);
        assertThat(fallow("ls", address + "/")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("/runs");
        assertThat(fallow("ls", address + "/a group")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("used.h5: there is no /a group");
        assertThat(fallow("ls", address + "?user=me/runs"))
                .as("a part of the query")
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("/images");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/no/such/file.h5", "/folder/no/file.h5", "/secret/file.h5", "/no.h5?of=/x/y", "/x/used.h5"})
    void whatIsNowhereIsToldByTheWholeAddress(String path) {
        String host = address.substring(0, address.lastIndexOf('/'));
        assertThat(fallow("ls", host + path)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString().lines())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("fallow: " + host + path.replaceFirst("[?].*", ""))
                .containsAnyOf("does not exist", "permission denied");
        assertThat(requests.get()).isLessThanOrEqualTo(path.split("/").length - 1);
    }

    @Test
    void anArgumentThatIsMissingIsMissingBehindAnAddress() {
        assertThat(fallow("cat", address)).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("head", address)).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("head", file)).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("attr", "get", address, "attribute1")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("missing: NAME");
        assertThat(fallow("info", address + "/runs")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("whole files, not about /runs");
    }

    @Test
    void anAddressIsComparedWithALocalFile() {
        assertThat(fallow("diff", address, file)).as(err.toString()).isZero();
        assertThat(fallow("diff", file + "/runs", address + "/runs")).isZero();
        assertThat(fallow("diff", "--json", address + "/runs/run0", file + "/runs/run2"))
                .isEqualTo(1);
        assertThat(out.toString()).contains("\"what\" : \"shape\"", "\"http\"");
        assertThat(fallow("diff", address, file, "/no")).isEqualTo(2);
        assertThat(err.toString()).contains("/no");
    }

    @Test
    void whatCannotBeHadIsSaidInOneLine() {
        assertThat(fallow("ls", address + ".no")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString().lines()).hasSize(1).first().asString().contains("used.h5.no does not exist");
        assertThat(fallow("ls", "http://")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString().lines()).hasSize(1).first().asString().contains("expected an address");
        assertThat(fallow("ls", address, file)).as("several").isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains(address + ":", file + ":");
        content = Arrays.copyOf(content, 100);
        assertThat(fallow("tree", address)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("truncated");
    }

    @Test
    void localFilesDoNotLoadTheHttpClient() throws IOException, InterruptedException {
        assertThat(loaded("ls", address)).contains("dev.fallow.http.HttpSource", "java.net.http.");
        for (Object[] words : new Object[][] {{"ls", file}, {"info", file}, {"tree", "-a", file}}) {
            assertThat(loaded(words))
                    .contains("dev.fallow.ContainerFile")
                    .doesNotContain("dev.fallow.http", "java.net.http.");
        }
    }

    /** The classes that the command loads in a JVM of its own. */
    private String loaded(Object... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Fallow.class.getName()));
        for (Object word : words) {
            command.add(word.toString());
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}
