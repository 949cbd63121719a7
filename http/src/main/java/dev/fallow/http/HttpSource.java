package dev.fallow.http;

import dev.fallow.source.ByteSource;
import dev.fallow.source.ByteSources;
import dev.fallow.source.CacheOptions;
import dev.fallow.source.CachedSource;
import dev.fallow.source.SourceStatistics;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A file on a web server, read with range requests, in few and large parts. Its name is the URI without credentials and query,
 * which may contain them. Its {@linkplain #validator validator} is the ETag, also a weak one, or the time of the last change, with the
 * length; null if the server says neither. Reads that are waiting for the server fail when the source is closed.
 * The start of the file is always kept, and not counted in {@link #cachedBytes}.
 *
 * <pre>{@code
 * ContainerFile file = ContainerFile.openReadOnly(HttpSource.open(URI.create("https://host/run.h5")));
 * }</pre>
 *
 * <p>The first request asks for the start of the file. Its answer has the length and, mostly, an ETag or the time of the last change.
 * Each further answer must be about the same file: the requested part, or its beginning, of a file of the same length and with the
 * same ETag and time. If it is about another one, the read fails with a {@link dev.fallow.source.SourceChangedException}. An
 * answer that differs from the request is refused, and never repeated.
 *
 * <p>Requests are repeated, after a while, if the connection fails or breaks off, if nothing comes for a time, and if the
 * server says 408, 429, 500, 502, 503 or 504. After a part of the bytes has arrived, only the rest is requested.
 *
 * <p>A redirect is followed, up to five times, but not from HTTPS to another scheme. If a server knows no ranges, a file of
 * {@linkplain HttpOptions#largestDownload limited length} is read as a whole, and a larger one is refused.
 *
 * <p>Any number of threads may read at the same time.
 */
public final class HttpSource implements ByteSource {
    private final RangeRequests requests;
    private final CachedSource cache;

    private HttpSource(RangeRequests requests, CacheOptions options) {
        this.requests = requests;
        cache = ByteSources.cached(requests, options);
    }

    /** Opens a file. */
    public static HttpSource open(URI uri) throws IOException {
        return open(uri, HttpOptions.defaults());
    }

    /**
     * Opens a file, with one request or two.
     *
     * @throws IllegalArgumentException if the scheme is neither http nor https
     * @throws java.nio.file.NoSuchFileException if there is no such file
     * @throws java.nio.file.AccessDeniedException if the server wants other credentials
     * @throws IOException if the server cannot be reached, or its answer is not usable
     */
    public static HttpSource open(URI uri, HttpOptions options) throws IOException {
        RangeRequests requests = RangeRequests.open(uri, options);
        return new HttpSource(requests, options.cache());
    }

    @Override
    public String name() {
        return cache.name();
    }

    @Override
    public Optional<String> validator() throws IOException {
        return cache.validator();
    }

    @Override
    public long size() throws IOException {
        return cache.size();
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        return cache.read(position, target);
    }

    @Override
    public void willRead(List<Range> ranges) {
        cache.willRead(ranges);
    }

    /** The bytes that are kept now. */
    public long cachedBytes() {
        return cache.cachedBytes();
    }

    /** The requests and bytes so far. Remains available after closing. */
    public SourceStatistics statistics() {
        SourceStatistics sent = requests.statistics();
        return new SourceStatistics(
                sent.requests(),
                sent.bytes(),
                sent.retries(),
                cache.statistics().hits());
    }

    /** Reads that are waiting for the server fail. */
    @Override
    public void close() throws IOException {
        cache.close();
    }
}
