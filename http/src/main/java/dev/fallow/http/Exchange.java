package dev.fallow.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import javax.net.ssl.SSLHandshakeException;

/** Sends requests, and waits for the answers as long as something comes. */
final class Exchange {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** What is read of an answer that is not used, so that the connection can be. */
    private static final int UNUSED = 1 << 12;
    /** A server that is slower, in bytes per second, is given up as one that hangs. */
    private static final long SLOWEST = 4_096;

    private final Address address;
    private final HttpOptions options;
    private final HttpClient client;
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final Set<CompletableFuture<?>> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** The client of all sources without one: it has threads that end when nothing refers to it. */
    private static final class Shared {
        private static final HttpClient CLIENT = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** No answer came, or not all of its body. The message is a reason, without the address. */
    static final class FailedException extends IOException {
        private static final long serialVersionUID = 1;

        /** The part of an answer that came; null if there is none. */
        final transient Answer part;

        FailedException(String message, Throwable cause, Answer part) {
            super(message, cause);
            this.part = part;
        }
    }

    /**
     * An answer.
     *
     * @param count the number of bytes that were received into the array of the request
     * @param isTooLong whether there were more than were to be received
     * @param body of an answer with the whole file; otherwise null
     */
    record Answer(int status, HttpHeaders headers, int count, boolean isTooLong, byte[] body) {
        /** The length of the body, if the answer says it. */
        OptionalLong length() {
            return headers.firstValueAsLong("Content-Length");
        }
    }

    Exchange(Address address, HttpOptions options) {
        this.address = address;
        this.options = options;
        client = options.client() == null ? Shared.CLIENT : options.client();
    }

    long requests() {
        return requests.sum();
    }

    long bytes() {
        return bytes.sum();
    }

    private HttpRequest request(URI uri, long first, long last, String etag) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .version(
                        uri.getScheme().toLowerCase(Locale.ROOT).equals("http")
                                ? HttpClient.Version.HTTP_1_1 // without a question for another version
                                : HttpClient.Version.HTTP_2)
                .header("Range", "bytes=" + first + "-" + last)
                .header("Accept-Encoding", "identity");
        if (etag != null) {
            request.header("If-Match", etag);
        }
        if (address.mayKnow(uri)) {
            options.headers().forEach(request::setHeader);
        }
        return request.build();
    }

    /** A request that is running. */
    private final class Running {
        private final ToIntFunction<HttpHeaders> expected;
        private final byte[] target;
        private final int from;
        private volatile HttpResponse.ResponseInfo info;
        private volatile Body body;
        private volatile byte[] whole;
        private final long start = System.nanoTime();
        /** The longest time for the whole answer, in nanoseconds. */
        private volatile long longest;

        private volatile long lastProgress = start;

        /** @param asked the number of requested bytes */
        Running(ToIntFunction<HttpHeaders> expected, long asked, byte[] target, int from) {
            this.expected = expected;
            longest = longest(asked);
            this.target = target;
            this.from = from;
        }

        private long longest(long count) {
            return options.timeout().toNanos() + TimeUnit.SECONDS.toNanos(count) / SLOWEST;
        }

        Body receive(HttpResponse.ResponseInfo answer) {
            progress();
            info = answer;
            if (answer.statusCode() == 206) {
                body = new Body(target, from, expected.applyAsInt(answer.headers()), this::progress);
            } else if (answer.statusCode() == 200) {
                long length =
                        answer.headers().firstValueAsLong("Content-Length").orElse(options.largestDownload());
                whole = new byte[(int) Math.max(0, Math.min(length, options.largestDownload()))];
                longest = longest(whole.length);
                body = new Body(whole, 0, length > whole.length ? 0 : whole.length, this::progress);
            } else {
                body = new Body(new byte[UNUSED], 0, UNUSED, this::progress);
            }
            return body;
        }

        void progress() {
            lastProgress = System.nanoTime();
        }

        /** What has come so far; nothing is received any more. Null before the headers. */
        Answer answer() {
            if (body == null) {
                return null;
            }
            int count = body.abandon();
            bytes.add(count);
            return new Answer(
                    info.statusCode(),
                    info.headers(),
                    info.statusCode() == 206 ? count : 0,
                    body.isTooLong(),
                    whole == null ? null : Arrays.copyOf(whole, count));
        }

        Answer await(CompletableFuture<HttpResponse<Body>> answer) throws IOException {
            while (true) {
                long now = System.nanoTime();
                long left = Math.min(options.timeout().toNanos() - (now - lastProgress), longest - (now - start));
                try {
                    answer.get(Math.max(0, left), TimeUnit.NANOSECONDS);
                    return answer();
                } catch (TimeoutException e) {
                    if (left <= 0) {
                        answer.cancel(true);
                        throw failed(
                                "nothing came for %d ms, or fewer than %d bytes in a second"
                                        .formatted(options.timeout().toMillis(), SLOWEST),
                                e);
                    }
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof SSLHandshakeException refused) {
                        SSLHandshakeException named = new SSLHandshakeException(address.located(reason(refused)));
                        named.initCause(refused);
                        throw named;
                    }
                    throw failed(reason(e.getCause()), e.getCause());
                } catch (CancellationException e) {
                    throw address.failure("the source is closed", e);
                } catch (InterruptedException e) {
                    answer.cancel(true);
                    answer();
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException(address.located("interrupted while waiting for a server"));
                }
            }
        }

        private FailedException failed(String message, Throwable cause) {
            Answer part = answer();
            return new FailedException(message, cause, part != null && part.status() == 206 ? part : null);
        }

        private static String reason(Throwable thrown) {
            return thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        }
    }

    /**
     * Asks for a part of a file.
     *
     * @param last the last byte
     * @param etag that the file must have; null for any
     * @param expected the number of bytes of a partial answer that are received; more are an error
     * @param target receives them at {@code from}; nothing writes into it when this returns or fails
     * @throws FailedException if no complete answer came; it may be repeated
     * @throws IOException if this makes no sense
     */
    Answer send(
            URI uri, long first, long last, String etag, ToIntFunction<HttpHeaders> expected, byte[] target, int from)
            throws IOException {
        HttpRequest request = request(uri, first, last, etag);
        Running receiver = new Running(expected, last - first + 1, target, from);
        requests.increment();
        CompletableFuture<HttpResponse<Body>> answer = client.sendAsync(request, receiver::receive);
        running.add(answer);
        try {
            if (closed) {
                answer.cancel(true);
            }
            return receiver.await(answer);
        } finally {
            running.remove(answer);
        }
    }

    /** Ends all requests. */
    void close() {
        closed = true;
        running.forEach(answer -> answer.cancel(true));
    }

    /** Receives at most a number of bytes of an answer. What came before a failure is kept. */
    private static final class Body implements BodySubscriber<Body> {
        private final byte[] bytes;
        private final int from;
        private final int most;
        private final CompletableFuture<Body> result = new CompletableFuture<>();
        private final Runnable progress;
        private Flow.Subscription subscription;
        /** Written by the client's threads, one after the other; read when the result is there or the request is given up. */
        private volatile int count;

        private volatile boolean tooLong;
        private volatile boolean abandoned;

        /**
         * @param bytes receives the body at {@code from}
         * @param progress called when bytes arrive
         */
        Body(byte[] bytes, int from, int most, Runnable progress) {
            this.bytes = bytes;
            this.from = from;
            this.most = most;
            this.progress = progress;
        }

        /** The number of bytes that came. */
        int count() {
            return count;
        }

        /** Whether there were more bytes than requested. */
        boolean isTooLong() {
            return tooLong;
        }

        /** Ends the writing into the array, which is used for something else from now on. */
        synchronized int abandon() {
            abandoned = true;
            return count;
        }

        @Override
        public CompletionStage<Body> getBody() {
            return result;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
            newSubscription.request(Long.MAX_VALUE);
        }

        @Override
        public synchronized void onNext(List<ByteBuffer> parts) {
            if (abandoned || tooLong) {
                return;
            }
            progress.run();
            for (ByteBuffer part : parts) {
                int length = Math.min(part.remaining(), most - count);
                tooLong |= part.remaining() > length;
                part.get(bytes, from + count, length);
                count += length;
            }
            if (tooLong) {
                subscription.cancel();
                result.complete(this);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            result.completeExceptionally(thrown);
        }

        @Override
        public void onComplete() {
            result.complete(this);
        }
    }
}
