package dev.fallow.benchmarks.fleet;

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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves ranges of one file. */
final class RangeServer implements AutoCloseable {
    private final FileChannel file;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    RangeServer(Path path) throws IOException {
        file = FileChannel.open(path);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI uri() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/file.h5");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] ends = exchange.getRequestHeaders()
                    .getFirst("Range")
                    .substring("bytes=".length())
                    .split("-");
            long first = Long.parseLong(ends[0]);
            long last = Math.min(file.size() - 1, Long.parseLong(ends[1]));
            ByteBuffer bytes = ByteBuffer.allocate((int) (last - first + 1));
            while (bytes.hasRemaining() && file.read(bytes, first + bytes.position()) > 0) {
                // goes on
            }
            exchange.getResponseHeaders().set("ETag", "\"1\"");
            exchange.getResponseHeaders().set("Content-Range", "bytes " + first + "-" + last + "/" + file.size());
            exchange.sendResponseHeaders(206, bytes.capacity());
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes.array());
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        threads.shutdown();
        file.close();
    }
}
