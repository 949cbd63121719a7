package dev.fallow.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A server with one file, which answers honestly unless a test says otherwise. Counts what it sends. */
final class TestServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final FileChannel file;
    private final AtomicInteger running = new AtomicInteger();

    final AtomicInteger requests = new AtomicInteger();
    final AtomicLong bytes = new AtomicLong();
    final AtomicInteger mostAtOnce = new AtomicInteger();
    final List<String> ranges = new CopyOnWriteArrayList<>();
    final List<String> authorizations = new CopyOnWriteArrayList<>();
    volatile String etag = "\"first\"";
    volatile String modified;
    volatile long size;
    volatile int latencyMillis;
    volatile Trick trick = answer -> false;

    /** Something else than an honest answer. */
    interface Trick {
        /** Whether this was an answer; if not, the server gives an honest one. */
        boolean answer(Answer answer) throws IOException;
    }

    /** A request, and what the server would answer. */
    final class Answer {
        final HttpExchange exchange;
        final int number;
        final long first;
        final long last;

        private Answer(HttpExchange exchange, int number, long first, long last) {
            this.exchange = exchange;
            this.number = number;
            this.first = first;
            this.last = last;
        }

        int count() {
            return (int) (last - first + 1);
        }

        boolean status(int status) throws IOException {
            exchange.sendResponseHeaders(status, -1);
            return true;
        }

        void header(String name, String value) {
            exchange.getResponseHeaders().set(name, value);
        }

        /** Sends a part and says what it is. */
        boolean part(String contentRange, long from, int said, int sent) throws IOException {
            header("Content-Range", contentRange);
            exchange.sendResponseHeaders(206, said);
            return body(from, sent);
        }

        boolean body(long from, int count) throws IOException {
            OutputStream out = exchange.getResponseBody();
            byte[] content = content(from, count);
            bytes.addAndGet(content.length);
            out.write(content);
            out.flush();
            return true;
        }
    }

    TestServer(Path path) throws IOException {
        file = FileChannel.open(path);
        size = file.size();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/file.h5");
    }

    private byte[] content(long from, int count) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(count);
        while (content.hasRemaining() && file.read(content, from + content.position()) > 0) {
            // goes on
        }
        return content.array();
    }

    private void answer(HttpExchange exchange) throws IOException {
        mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
        try (exchange) {
            int number = requests.incrementAndGet();
            pause(latencyMillis);
            String range = exchange.getRequestHeaders().getFirst("Range");
            ranges.add(String.valueOf(range));
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            if (authorization != null) {
                authorizations.add(exchange.getRequestURI().getPath() + " " + authorization);
            }
            String[] ends = range.substring("bytes=".length()).split("-");
            long first = Long.parseLong(ends[0]);
            long last = Math.min(size - 1, Long.parseLong(ends[1]));
            if (etag != null) {
                exchange.getResponseHeaders().set("ETag", etag);
            }
            if (modified != null) {
                exchange.getResponseHeaders().set("Last-Modified", modified);
            }
            Answer answer = new Answer(exchange, number, first, last);
            if (trick.answer(answer)) {
                return;
            }
            String wanted = exchange.getRequestHeaders().getFirst("If-Match");
            if (wanted != null && !wanted.equals(etag)) {
                answer.status(412);
            } else if (first >= size) {
                answer.header("Content-Range", "bytes */" + size);
                answer.status(416);
            } else {
                answer.part("bytes %d-%d/%d".formatted(first, last, size), first, answer.count(), answer.count());
            }
        } finally {
            running.decrementAndGet();
        }
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        threads.shutdownNow();
        file.close();
    }
}
