package dev.fallow.http;

import dev.fallow.source.CacheOptions;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** How a {@link HttpSource} reads. Options are immutable: each {@code with} method returns a modified copy. */
public final class HttpOptions implements Cloneable {
    private static final HttpOptions DEFAULTS = new HttpOptions();

    private CacheOptions cache = CacheOptions.defaults();
    private Map<String, String> headers = Map.of();
    private int attempts = 5;
    private Duration backoff = Duration.ofMillis(200);
    private Duration timeout = Duration.ofSeconds(30);
    private int largestDownload = 16 << 20;
    private HttpClient client;

    private HttpOptions() {}

    /** The defaults. */
    public static HttpOptions defaults() {
        return DEFAULTS;
    }

    private HttpOptions with(Consumer<HttpOptions> change) {
        try {
            HttpOptions copy = (HttpOptions) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("options can be cloned", e);
        }
    }

    /** How much is read at once, and kept. */
    public CacheOptions cache() {
        return cache;
    }

    /** Additional headers of each request, such as {@code Authorization}. They are not sent to another host. */
    public Map<String, String> headers() {
        return headers;
    }

    /** How often a part is requested before the read fails; 5 by default. */
    public int attempts() {
        return attempts;
    }

    /**
     * The time before the first repetition, on average; it doubles with each further one, up to 10 seconds. 200 milliseconds by default. A server
     * that says {@code Retry-After} decides itself, up to 30 seconds.
     */
    public Duration backoff() {
        return backoff;
    }

    /**
     * The time without a byte after which a request has failed; 30 seconds by default. It has also failed if it takes this time and
     * one second more for each requested 4 KiB.
     */
    public Duration timeout() {
        return timeout;
    }

    /**
     * The maximum size in bytes of a file that is read as a whole, into memory, from a server without ranges; 16 MiB by default. A
     * larger one is refused.
     */
    public int largestDownload() {
        return largestDownload;
    }

    /** The client; null for one that all sources share, without cookies and credentials. */
    public HttpClient client() {
        return client;
    }

    /** Returns a copy with these options of the cache. */
    public HttpOptions withCache(CacheOptions newCache) {
        Objects.requireNonNull(newCache, "cache");
        return with(copy -> copy.cache = newCache);
    }

    /** Returns a copy with one more header. */
    public HttpOptions withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return with(copy -> copy.headers = Map.copyOf(more));
    }

    /**
     * Returns a copy with this number of attempts.
     *
     * @throws IllegalArgumentException if the number is less than 1
     */
    public HttpOptions withAttempts(int newAttempts) {
        if (newAttempts < 1) {
            throw new IllegalArgumentException("attempts: " + newAttempts);
        }
        return with(copy -> copy.attempts = newAttempts);
    }

    /**
     * Returns a copy with this time before the first repetition.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public HttpOptions withBackoff(Duration newBackoff) {
        if (newBackoff.isNegative()) {
            throw new IllegalArgumentException("backoff: " + newBackoff);
        }
        return with(copy -> copy.backoff = newBackoff);
    }

    /**
     * Returns a copy with this timeout.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public HttpOptions withTimeout(Duration newTimeout) {
        if (newTimeout.isNegative() || newTimeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + newTimeout);
        }
        return with(copy -> copy.timeout = newTimeout);
    }

    /**
     * Returns a copy with this limit for servers without ranges; 0 refuses them.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public HttpOptions withLargestDownload(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("largestDownload: " + bytes);
        }
        return with(copy -> copy.largestDownload = bytes);
    }

    /** Returns a copy with another client, for a proxy, certificates or credentials. Its redirects are not counted. */
    public HttpOptions withClient(HttpClient newClient) {
        return with(copy -> copy.client = newClient);
    }
}
