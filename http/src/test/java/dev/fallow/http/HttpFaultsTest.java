package dev.fallow.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.StorageException;
import dev.fallow.source.CacheOptions;
import dev.fallow.source.SourceChangedException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that fail, lie or hang, and files that change: each read has the right bytes or a clear error. */
class HttpFaultsTest {
    private static final HttpOptions OPTIONS = HttpOptions.defaults()
            .withBackoff(Duration.ofMillis(2))
            .withTimeout(Duration.ofMillis(2_000))
            .withCache(CacheOptions.defaults()
                    .withHeadBytes(4_096)
                    .withBlockBytes(4_096)
                    .withReadAheadBytes(0));

    @TempDir
    private Path folder;

    private Path path;
    private byte[] content;

    @BeforeEach
    void create() throws IOException {
        content = new byte[1_000_000];
        new Random(1).nextBytes(content);
        path = Files.write(folder.resolve("file"), content);
    }

    private void readAll(HttpSource source) throws IOException {
        for (int at = 0; at < content.length; ) {
            ByteBuffer target = ByteBuffer.allocate(Math.min(50_000, content.length - at));
            int count = source.read(at, target);
            assertThat(count).isPositive();
            assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(content, at, count));
            at += count;
        }
    }

    private static void read(HttpSource source) throws IOException {
        source.read(500_000, ByteBuffer.allocate(1_000));
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504})
    void aBusyServerIsAskedAgain(int status) throws IOException {
        try (TestServer server = new TestServer(path)) {
            server.trick = answer -> {
                answer.header("Retry-After", answer.number % 6 == 0 ? "soon" : "0");
                return answer.number % 3 != 0 && answer.status(status);
            };
            try (HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
                readAll(source);
                assertThat(source.statistics().requests()).isEqualTo(server.requests.get());
                assertThat(source.statistics().retries()).isEqualTo(2 * server.requests.get() / 3);
                assertThat(source.statistics().bytes()).isEqualTo(server.bytes.get());
            }
        }
    }

    @Test
    void aServerThatStaysBusyIsGivenUp() throws IOException {
        try (TestServer server = new TestServer(path)) {
            try (HttpSource source = HttpSource.open(server.uri(), OPTIONS.withAttempts(3))) {
                server.trick = answer -> answer.status(503);
                assertThatThrownBy(() -> read(source))
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith(server.uri() + ": ")
                        .hasMessageContainingAll("3 attempts", "503");
                assertThat(server.requests.get()).isEqualTo(4);
                server.trick = answer -> false;
                readAll(source);
            }
        }
    }

    /** Half of the bytes come, and then the connection ends: the rest is asked for. */
    @Test
    void aConnectionThatBreaksOff() throws IOException {
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
            server.trick = answer -> answer.number % 2 == 0
                    && answer.part(range(answer, 0, 0), answer.first, answer.count(), answer.count() / 2);
            readAll(source);
            assertThat(source.statistics().retries()).isPositive();
            assertThat(server.bytes.get()).isLessThan(content.length + 100_000);
        }
    }

    /** The answer has fewer bytes than asked for, and says so. */
    @Test
    void shortAnswers() throws IOException {
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
            server.trick = answer -> {
                int half = (answer.count() + 1) / 2;
                return answer.number % 3 != 0
                        && answer.part(
                                "bytes %d-%d/%d".formatted(answer.first, answer.first + half - 1, content.length),
                                answer.first,
                                half,
                                half);
            };
            readAll(source);
        }
    }

    /** A server that sends one byte at a time is given up; otherwise a read would take as many requests as bytes. */
    @Test
    void aServerThatDrips() throws IOException {
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
            server.trick = answer -> answer.part(
                    "bytes %d-%d/%d".formatted(answer.first, answer.first, content.length), answer.first, 1, 1);
            assertThatThrownBy(() -> read(source))
                    .hasMessageStartingWith(server.uri() + ": ")
                    .hasMessageContaining("only a few");
            assertThat(server.requests.get()).isEqualTo(6);
        }
    }

    private String range(TestServer.Answer answer, int shift, int longer) {
        return "bytes %d-%d/%d".formatted(answer.first + shift, answer.last + shift + longer, content.length);
    }

    @Test
    void liesAreRefusedAndNotRepeated() throws IOException {
        refused(
                "were asked for",
                answer -> answer.part(range(answer, 1, 0), answer.first, answer.count(), answer.count()));
        refused(
                "were asked for",
                answer -> answer.part(range(answer, -4_096, 0), answer.first, answer.count(), answer.count()));
        refused(
                "were asked for",
                answer -> answer.part(range(answer, 0, 1), answer.first, answer.count() + 1, answer.count() + 1));
        refused(
                "more bytes than it says",
                answer -> answer.part(range(answer, 0, -1), answer.first, answer.count(), answer.count()));
        refused("more bytes than it says", answer -> answer.part(range(answer, 0, 0), answer.first, 0, 100_000));
        refused("contradicts itself", answer -> answer.part("bytes 5-4/1000000", 0, 100, 100));
        refused("contradicts itself", answer -> answer.part("bytes 500000-504095/504095", 0, 100, 100));
        for (String no : new String[] {
            "bytes 0-4095",
            "items 0-4095/1000000",
            "bytes -1-5/1000000",
            "bytes 1-99999999999999999999/*",
            "",
            "bytes a-b/c"
        }) {
            refused("expected an answer with a Content-Range", answer -> answer.part(no, 0, 100, 100));
        }
        refused("encoded", answer -> {
            answer.header("Content-Encoding", "gzip");
            return answer.part(range(answer, 0, 0), answer.first, answer.count(), answer.count());
        });
        refused("the whole file", answer -> {
            answer.exchange.sendResponseHeaders(200, content.length);
            return answer.body(0, content.length);
        });
        refused("no byte at", answer -> {
            answer.header("Content-Range", "bytes */1000000");
            return answer.status(416);
        });
        refused("says 418", answer -> answer.status(418));
        refused("", answer -> answer.status(404));
    }

    private void refused(String message, TestServer.Trick trick) throws IOException {
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
            server.trick = trick;
            assertThatThrownBy(() -> read(source))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(server.uri() + ": ")
                    .hasMessageContaining(message);
            assertThat(server.requests.get()).as(message).isEqualTo(2);
            server.trick = answer -> false;
            readAll(source);
        }
    }

    @Test
    void aFileThatChangesIsNoticed() throws IOException {
        changed("ETag", server -> server.etag = "\"second\"");
        changed("ETag", server -> server.etag = null);
        changed("length", server -> server.size = 900_000);
        changed(
                "length",
                server -> server.trick = answer -> {
                    answer.header("Content-Range", "bytes */400000");
                    return answer.status(416);
                });
        changed(
                "ETag",
                server -> { // a server that does not know If-Match
                    server.etag = "\"third\"";
                    server.trick =
                            answer -> answer.part(range(answer, 0, 0), answer.first, answer.count(), answer.count());
                });
        changed("ETag", server -> {
            server.etag = "\"fourth\"";
            server.trick = answer -> {
                answer.exchange.sendResponseHeaders(200, content.length);
                return answer.body(0, content.length);
            };
        });
    }

    /** How a file changes. */
    private interface Change {
        void in(TestServer server) throws IOException;
    }

    private void changed(String what, Change change) throws IOException {
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
            change.in(server);
            assertThatThrownBy(() -> read(source))
                    .isInstanceOf(SourceChangedException.class)
                    .hasMessageContainingAll(server.uri().toString(), "has changed since it was opened", what);
            assertThat(server.requests.get()).isEqualTo(2);
        }
    }

    @Test
    void withoutAStrongTagTheTimeOrTheWeakOneIsCompared() throws IOException {
        for (String weak : new String[] {null, "W/\"first\""}) {
            try (TestServer server = new TestServer(path)) {
                server.etag = weak;
                server.modified = "Mon, 23 Nov 2026 00:00:00 GMT";
                try (HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
                    readAll(source);
                    assertThat(source.validator().orElseThrow()).contains(weak == null ? "Nov" : "W/");
                }
                try (HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
                    server.etag = weak == null ? null : "W/\"second\"";
                    server.modified = "Mon, 23 Nov 2026 00:00:01 GMT";
                    assertThatThrownBy(() -> read(source)).isInstanceOf(SourceChangedException.class);
                }
            }
        }
    }

    /** The error of a container names the file, and what was read before is not mixed with what comes after. */
    @Test
    void aContainerThatChanges() throws IOException {
        Path file = folder.resolve("file.h5");
        try (ContainerFile made = ContainerFile.create(file)) {
            made.root().createDataset("numbers", new double[100_000]);
        }
        try (TestServer server = new TestServer(file);
                HttpSource source = HttpSource.open(server.uri(), OPTIONS);
                ContainerFile container = ContainerFile.openReadOnly(source)) {
            container.root().listRecursively();
            server.etag = "\"second\"";
            assertThatThrownBy(() -> container.dataset("numbers").read())
                    .isInstanceOf(SourceChangedException.class)
                    .isInstanceOf(StorageException.class)
                    .hasMessageContainingAll("file.h5", "\"first\"");
        }
    }

    @Test
    void aServerWithoutRanges() throws IOException {
        try (TestServer server = new TestServer(path)) {
            server.trick = answer -> {
                answer.exchange.sendResponseHeaders(200, answer.number % 2 == 0 ? 0 : content.length);
                return answer.body(0, content.length);
            };
            for (int i = 1; i <= 2; i++) { // with and without a length
                try (HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
                    readAll(source);
                    assertThat(server.requests.get()).isEqualTo(i);
                }
            }
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> HttpSource.open(server.uri(), OPTIONS.withLargestDownload(999_999)))
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith(server.uri() + ": ")
                        .hasMessageContaining("ignores Range");
            }
        }
    }

    @Test
    void aFileThatCannotBeOpened() throws IOException {
        try (TestServer server = new TestServer(path)) {
            server.trick = answer -> answer.status(404);
            assertThatThrownBy(() -> HttpSource.open(server.uri(), OPTIONS))
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessage(server.uri() + ": the server says 404");
            server.trick = answer -> answer.status(403);
            assertThatThrownBy(() -> HttpSource.open(server.uri(), OPTIONS))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessage(server.uri() + ": the server says 403");
            assertThat(server.requests.get()).isEqualTo(2);
            server.trick = answer -> answer.part("bytes 0-4095/*", 0, 4_096, 4_096);
            assertThatThrownBy(() -> HttpSource.open(server.uri(), OPTIONS))
                    .hasMessageStartingWith(server.uri() + ": ")
                    .hasMessageContaining("how long");
        }
        URI gone = URI.create("http://localhost:1/file.h5");
        assertThatThrownBy(() -> HttpSource.open(gone, OPTIONS))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(gone + ": ");
        for (String no : new String[] {"file:///etc/passwd", "ftp://host/file", "http:opaque", "relative"}) {
            assertThatThrownBy(() -> HttpSource.open(URI.create(no))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Credentials stay with the server that they were meant for, and out of names. */
    @Test
    void redirects() throws IOException {
        try (TestServer target = new TestServer(path);
                TestServer server = new TestServer(path)) {
            server.trick = answer -> {
                String at = answer.exchange.getRequestURI().getPath();
                answer.header("Location", at.equals("/file.h5") ? "/next" : target.uri() + "?signature=secret");
                return answer.status(302);
            };
            URI uri = URI.create(server.uri() + "?token=secret");
            try (HttpSource source = HttpSource.open(uri, OPTIONS.withHeader("Authorization", "secret"))) {
                readAll(source);
                assertThat(source.name()).doesNotContain("secret");
                assertThat(server.requests.get()).isEqualTo(2);
                assertThat(server.authorizations).containsExactly("/file.h5 secret", "/next secret");
                assertThat(target.authorizations).isEmpty();
                assertThat(source.statistics().requests()).isEqualTo(2L + target.requests.get());
            }
            try (HttpSource source = HttpSource.open(uri, OPTIONS)) { // an address that expires is looked up again
                int before = target.requests.get();
                target.trick = answer -> answer.number == before + 1 && answer.status(403);
                readAll(source);
                assertThat(server.requests.get()).isEqualTo(6);
            }
            for (String no :
                    new String[] {"file:///etc/passwd", "gopher://host/", "http://", ":", "http://host:-2/ "}) {
                server.trick = answer -> {
                    answer.header("Location", no);
                    return answer.status(301);
                };
                assertThatThrownBy(() -> HttpSource.open(server.uri(), OPTIONS))
                        .as(no)
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith(server.uri() + ": redirected to ");
            }
            server.trick = answer -> {
                answer.header("Location", "/again");
                return answer.status(307);
            };
            assertThatThrownBy(() -> HttpSource.open(server.uri(), OPTIONS))
                    .hasMessageStartingWith(server.uri() + ": ")
                    .hasMessageContaining("redirects");
        }
    }

    /** The message has the address that was given and the one that was redirected to, and no user, query or fragment of either. */
    @Test
    void errorsNameTheAddressWithoutSecrets() throws IOException {
        try (TestServer target = new TestServer(path);
                TestServer server = new TestServer(path)) {
            String host = server.uri().getAuthority();
            String here = server.uri().toString();
            server.trick = answer -> {
                answer.header("Location", target.uri() + "?signature=secret");
                return answer.status(302);
            };
            target.trick = answer -> answer.status(418);
            URI uri = URI.create("http://secret:secret@" + host + "/file.h5?token=secret#secret");
            assertThatThrownBy(() -> HttpSource.open(uri, OPTIONS))
                    .hasMessage(here + ": redirected to " + target.uri() + ": the server says 418");
            target.trick = answer -> answer.status(404);
            assertThatThrownBy(() -> HttpSource.open(uri, OPTIONS))
                    .hasMessageStartingWith(here + ": ")
                    .hasMessageEndingWith("redirected to " + target.uri() + ": the server says 404");
            for (String no : new String[] {"http://secret@host/ ?secret", "ftp://secret@host/?secret#secret"}) {
                server.trick = answer -> {
                    answer.header("Location", no);
                    return answer.status(301);
                };
                assertThatThrownBy(() -> HttpSource.open(uri, OPTIONS))
                        .hasMessageStartingWith(here + ": redirected to ")
                        .hasMessageContaining("//host/")
                        .hasMessageNotContaining("secret");
            }
        }
        assertThatThrownBy(() -> HttpSource.open(URI.create("http://secret@under_score/file.h5?secret")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("http://under_score/file.h5");
    }

    /** The container's name is the address, and is in the message once. */
    @Test
    void errorsOfAContainerNameTheAddressOnce() throws IOException {
        Path file = folder.resolve("named.h5");
        try (ContainerFile made = ContainerFile.create(file)) {
            made.root().createDataset("numbers", new double[100_000]);
        }
        try (TestServer server = new TestServer(file);
                HttpSource source = HttpSource.open(server.uri(), OPTIONS);
                ContainerFile container = ContainerFile.openReadOnly(source)) {
            server.trick = answer -> answer.status(418);
            assertThatThrownBy(() -> container.dataset("numbers").read())
                    .isInstanceOf(StorageException.class)
                    .hasMessage(server.uri() + ": the server says 418");
        }
    }

    /** The body stops in the middle: the request ends after the timeout, and another one gets the rest. */
    @Test
    void aServerThatHangs() throws IOException {
        HttpOptions impatient = OPTIONS.withTimeout(Duration.ofMillis(1_000));
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), impatient)) {
            server.trick = answer -> {
                if (answer.number != 3) {
                    return false;
                }
                answer.part(range(answer, 0, 0), answer.first, answer.count(), answer.count() / 2);
                TestServer.pause(3_000);
                return true;
            };
            readAll(source);
            assertThat(source.statistics().retries()).isOne();
        }
    }

    /** Slow is not hung: bytes come all the time. */
    @Test
    void aSlowServer() throws IOException {
        HttpOptions impatient = OPTIONS.withTimeout(Duration.ofMillis(1_000));
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), impatient)) {
            server.trick = answer -> {
                answer.header("Content-Range", range(answer, 0, 0));
                answer.exchange.sendResponseHeaders(206, answer.count());
                OutputStream out = answer.exchange.getResponseBody();
                for (int i = 0; i < 8; i++) {
                    out.write(content, (int) answer.first + i * answer.count() / 8, answer.count() / 8);
                    out.flush();
                    TestServer.pause(200);
                }
                return true;
            };
            ByteBuffer target = ByteBuffer.allocate(4_096);
            assertThat(source.read(409_600, target)).isEqualTo(4_096);
            assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(content, 409_600, 4_096));
            assertThat(source.statistics().retries()).isZero();
        }
    }

    /** There is always a byte before the timeout, but never enough of them. */
    @Test
    void aServerThatIsTooSlow() throws IOException {
        HttpOptions impatient = OPTIONS.withTimeout(Duration.ofMillis(300)).withAttempts(2);
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), impatient)) {
            server.trick = answer -> {
                answer.header("Content-Range", range(answer, 0, 0));
                answer.exchange.sendResponseHeaders(206, answer.count());
                OutputStream out = answer.exchange.getResponseBody();
                for (int i = 0; i < answer.count(); i++) {
                    out.write(0);
                    out.flush();
                    TestServer.pause(50);
                }
                return true;
            };
            assertThatThrownBy(() -> read(source))
                    .hasMessageStartingWith(server.uri() + ": ")
                    .hasMessageContainingAll("2 attempts", "in a second");
        }
    }

    @Test
    void closingEndsReadsThatWait() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (TestServer server = new TestServer(path)) {
            HttpSource source = HttpSource.open(server.uri(), HttpOptions.defaults());
            server.latencyMillis = 60_000;
            Future<?> reading = threads.submit(() -> source.read(500_000, ByteBuffer.allocate(10)));
            while (server.requests.get() < 2) {
                TestServer.pause(10);
            }
            source.close();
            assertThatThrownBy(() -> reading.get(20, TimeUnit.SECONDS))
                    .hasMessageContainingAll(server.uri() + ": ", "closed");
            assertThatThrownBy(() -> source.read(0, ByteBuffer.allocate(10)))
                    .hasMessageContainingAll(server.uri() + ": ", "closed");
            source.close();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anInterruptedThreadEndsItsReadOnly() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri(), OPTIONS)) {
            server.latencyMillis = 500;
            Future<?> first = threads.submit(() -> source.read(500_000, ByteBuffer.allocate(10)));
            while (server.requests.get() < 2) {
                TestServer.pause(10);
            }
            Future<Integer> second = threads.submit(() -> source.read(500_005, ByteBuffer.allocate(10)));
            TestServer.pause(50);
            first.cancel(true);
            assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo(10);
        } finally {
            threads.shutdownNow();
        }
    }
}
