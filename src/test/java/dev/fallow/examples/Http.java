package dev.fallow.examples;

import com.sun.net.httpserver.HttpServer;
import dev.fallow.ContainerFile;
import dev.fallow.http.HttpSource;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A file on a web server. */
final class Http {
    /** A server that gives ranges of one file. */
    private static HttpServer server(byte[] content) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String range = exchange.getRequestHeaders().getFirst("Range");
            String[] ends = range == null
                    ? new String[] {"0", ""}
                    : range.substring("bytes=".length()).split("-", -1);
            int begin = Integer.parseInt(ends[0]);
            int end = ends[1].isEmpty() ? content.length : Math.min(content.length, Integer.parseInt(ends[1]) + 1);
            exchange.getResponseHeaders().add("Accept-Ranges", "bytes");
            exchange.getResponseHeaders().add("ETag", "\"1\"");
            exchange.getResponseHeaders()
                    .add("Content-Range", "bytes " + begin + "-" + (end - 1) + "/" + content.length);
            exchange.sendResponseHeaders(range == null ? 200 : 206, end - begin);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(Arrays.copyOfRange(content, begin, end));
            }
        });
        server.start();
        return server;
    }

    private Http() {}

    public static void main(String[] arguments) throws Exception {
        HttpServer server = server(Files.readAllBytes(Path.of("netcdf4.nc")));
        URI address = URI.create("http://localhost:" + server.getAddress().getPort() + "/netcdf4.nc");
        // tag::read[]
        try (HttpSource source = HttpSource.open(address);
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            System.out.println(file.root().names());
            System.out.println(file.dataset("/t").read(float[][].class)[0][0]);
            System.out.println(source.statistics());
        }
        // end::read[]
        server.stop(0);
    }
}
