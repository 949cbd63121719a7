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
            if (!exchange.getRequestURI().getPath().equals("/used.h5")) {
                exchange.sendResponseHeaders(404, -1);
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
                .map(word -> word.equals("FILE") ? place : word)
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
            })
    void verbsThatLookWorkAsOnLocalFiles(String words) {
        String local = run(file.toString(), words);
        assertThat(run(address, words)).isEqualTo(local).isNotEmpty();
        assertThat(requests.get()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ls -r", "tree", "cat", "attr ls", "attr get", "info"})
    void requestsAndBytesAreTold(String verb) {
        String path = verb.equals("cat") ? " /notes/words" : verb.equals("attr get") ? " /notes attribute1" : "";
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
