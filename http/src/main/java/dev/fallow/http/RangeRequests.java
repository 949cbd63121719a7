package dev.fallow.http;

import dev.fallow.source.ByteSource;
import dev.fallow.source.SourceChangedException;
import dev.fallow.source.SourceStatistics;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads parts of a file from a server: a request for each read, and more if one fails. */
final class RangeRequests implements ByteSource {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> LATER = Set.of(408, 429, 500, 502, 503, 504);
    private static final Set<Integer> REFUSED = Set.of(401, 403, 404, 410);
    private static final int OK = 200;
    private static final int PARTIAL = 206;
    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_SATISFIABLE = 416;
    /** The number of bytes from which an attempt counts as progress. */
    private static final int PROGRESS = 1 << 16;

    private static final long LONGEST_PAUSE = 10_000;
    private static final long LONGEST_RETRY_AFTER = 30_000;
    private static final int MOST_DOUBLINGS = 16;
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private final Address address;
    private final HttpOptions options;
    private final Exchange exchange;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final LongAdder retries = new LongAdder();
    /** Set when the file is opened. */
    private ResourceVersion version;
    /** The start of the file. */
    private byte[] head;

    /**
     * What an attempt has brought.
     *
     * @param bytes their number
     * @param failure why there are not more; null if the server sent fewer
     * @param retryAfter when the server wants to be asked again, in milliseconds; -1 if it does not say
     */
    private record Outcome(int bytes, IOException failure, long retryAfter) {}

    private RangeRequests(URI uri, HttpOptions options) {
        address = new Address(uri);
        this.options = options;
        exchange = new Exchange(address, options);
    }

    /** Opens a file, by reading its start. */
    static RangeRequests open(URI uri, HttpOptions options) throws IOException {
        RangeRequests requests = new RangeRequests(uri, options);
        byte[] head = new byte[Math.max(1, options.cache().headBytes())];
        int count = requests.fill(0, head, 0, head.length);
        requests.head = requests.head == null ? Arrays.copyOf(head, count) : requests.head;
        return requests;
    }

    @Override
    public String name() {
        return address.name();
    }

    @Override
    public long size() {
        return version.size();
    }

    @Override
    public Optional<String> validator() {
        return version.text();
    }

    SourceStatistics statistics() {
        return new SourceStatistics(exchange.requests(), exchange.bytes(), retries.sum(), 0);
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        if (position >= version.size()) {
            return -1;
        }
        int count = (int) Math.min(target.remaining(), version.size() - position);
        if (position < head.length) {
            int known = (int) Math.min(count, head.length - position);
            target.put(head, (int) position, known);
            return known;
        }
        if (target.hasArray()) {
            fill(position, target.array(), target.arrayOffset() + target.position(), count);
            target.position(target.position() + count);
        } else {
            byte[] bytes = new byte[count];
            fill(position, bytes, 0, count);
            target.put(bytes);
        }
        return count;
    }

    /**
     * Reads a part of the file.
     *
     * @return the number of bytes: fewer only if the file was not open yet, and is shorter
     */
    private int fill(long position, byte[] bytes, int from, int count) throws IOException {
        boolean opening = head == null;
        int got = 0;
        int attempt = 0;
        while (true) {
            Outcome outcome = attempt(position + got, bytes, from + got, count - got);
            got += outcome.bytes;
            if (opening && version != null && (position + got >= version.size() || outcome.failure == null)) {
                return got; // the start of the file may be shorter than wanted
            } else if (got == count) {
                return got;
            }
            attempt = outcome.bytes >= PROGRESS ? 1 : attempt + 1;
            if (attempt >= options.attempts()) {
                throw address.failure(
                        "%d bytes at %d could not be read, after %d attempts: %s"
                                .formatted(count, position, attempt, reason(outcome)),
                        outcome.failure);
            }
            retries.increment();
            if (outcome.failure != null) {
                pause(attempt, outcome.retryAfter);
            }
        }
    }

    /** When a server wants to be asked again, in milliseconds; -1 if it does not say, or says a date. */
    private static long retryAfter(HttpHeaders headers) {
        String text = headers.firstValue("Retry-After").orElse("").trim();
        return SECONDS.matcher(text).matches()
                ? Math.min(LONGEST_RETRY_AFTER, TimeUnit.SECONDS.toMillis(Long.parseLong(text)))
                : -1;
    }

    /**
     * Waits before the next attempt. The time is random, so that many readers do not come back at the same time.
     *
     * @param attempt the number of attempts that have failed, at least 1
     * @param retryAfter the time in milliseconds; -1 for one that grows with the attempts
     * @throws IOException if the source is closed meanwhile
     */
    private void pause(int attempt, long retryAfter) throws IOException {
        long first = Math.min(options.backoff().toMillis(), LONGEST_PAUSE);
        long mean = Math.min(LONGEST_PAUSE, first << Math.min(attempt - 1, MOST_DOUBLINGS));
        long millis = retryAfter >= 0
                ? retryAfter
                : mean / 2 + ThreadLocalRandom.current().nextLong(mean + 1);
        try {
            if (closed.await(millis, TimeUnit.MILLISECONDS)) {
                throw address.failure("the source is closed", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(address.located("interrupted while waiting for a server"));
        }
    }

    private static String reason(Outcome outcome) {
        if (outcome.failure == null) {
            return "each answer had only a few of them";
        }
        String message = outcome.failure.getMessage();
        return message == null ? outcome.failure.getClass().getSimpleName() : message;
    }

    private Outcome attempt(long position, byte[] bytes, int from, int count) throws IOException {
        for (int redirects = 0; ; redirects++) {
            URI uri = address.now();
            Exchange.Answer answer;
            try {
                answer = exchange.send(
                        uri,
                        position,
                        position + count - 1,
                        tag(),
                        headers -> body(headers, position, count),
                        bytes,
                        from);
            } catch (Exchange.FailedException e) {
                if (e.part != null) {
                    checkPart(e.part, position, count);
                }
                return new Outcome(e.part == null ? 0 : e.part.count(), e, -1);
            }
            int status = answer.status();
            if (REDIRECTS.contains(status)) {
                if (redirects == Address.MOST_REDIRECTS) {
                    throw address.failure("more than " + Address.MOST_REDIRECTS + " redirects", null);
                }
                address.found(address.redirect(
                        uri, answer.headers().firstValue("Location").orElse(null)));
                continue;
            }
            return outcome(answer, uri, position, count);
        }
    }

    private String tag() {
        return version != null && version.hasStrongTag() ? version.etag() : null;
    }

    /** How many bytes of a body may be read into the array: none if the answer is not usable. */
    private int body(HttpHeaders headers, long position, int count) {
        try {
            ContentRange range =
                    ContentRange.of(headers.firstValue("Content-Range").orElse(null));
            boolean right = range.first() == position && range.last() < position + count;
            return right ? (int) (range.last() - range.first() + 1) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private Outcome outcome(Exchange.Answer answer, URI uri, long position, int count) throws IOException {
        int status = answer.status();
        if (status == PARTIAL) {
            checkPart(answer, position, count);
            return new Outcome(answer.count(), null, -1);
        } else if (status == OK) {
            return whole(answer, position);
        } else if (status == NOT_SATISFIABLE) {
            return nothing(answer, position);
        } else if (status == PRECONDITION_FAILED && version != null) {
            throw new SourceChangedException(
                    name() + ": the file has changed since it was opened: its ETag is no longer " + version.etag());
        }
        String says = "the server says " + status;
        String located = address.redirected(says);
        if (LATER.contains(status)) {
            return new Outcome(0, new IOException(says), retryAfter(answer.headers()));
        } else if (REFUSED.contains(status) && !address.isGiven(uri)) { // a redirect that is not valid any more
            address.forget();
            return new Outcome(0, new IOException(located), 0);
        } else if (status == 404 || status == 410) {
            throw new NoSuchFileException(name(), null, located);
        } else if (status == 401 || status == 403) {
            throw new AccessDeniedException(name(), null, located);
        }
        throw address.failure(says, null);
    }

    /** Checks that an answer is about the requested part of the opened file. */
    private void checkPart(Exchange.Answer answer, long position, int count) throws IOException {
        ContentRange range = range(answer);
        if (version == null && range.size() < 0) {
            throw address.failure("the server does not say how long the file is", null);
        }
        ResourceVersion now = ResourceVersion.of(answer.headers(), range.size() < 0 ? version.size() : range.size());
        if (version != null) {
            version.check(name(), now);
        }
        checkEncoding(answer);
        if (range.first() != position || range.last() >= position + count) {
            throw address.failure(
                    "%d bytes at %d were asked for, and the answer has bytes %d to %d"
                            .formatted(count, position, range.first(), range.last()),
                    null);
        } else if (answer.isTooLong()) {
            throw address.failure(
                    "the answer has more bytes than it says: bytes %d to %d".formatted(range.first(), range.last()),
                    null);
        }
        if (version == null) {
            version = now;
        }
    }

    private ContentRange range(Exchange.Answer answer) throws IOException {
        try {
            return ContentRange.of(answer.headers().firstValue("Content-Range").orElse(null));
        } catch (IOException e) {
            throw address.failure(e.getMessage(), e);
        }
    }

    private void checkEncoding(Exchange.Answer answer) throws IOException {
        String encoding = answer.headers().firstValue("Content-Encoding").orElse("identity");
        if (!encoding.equalsIgnoreCase("identity")) {
            throw address.failure("the answer is encoded, and was not to be: " + encoding, null);
        }
    }

    /** The server ignores ranges. */
    private Outcome whole(Exchange.Answer answer, long position) throws IOException {
        if (version != null) {
            answer.length().ifPresent(length -> version.check(name(), ResourceVersion.of(answer.headers(), length)));
            throw address.failure(
                    "the server sent the whole file, although it gave a part of it before, when %d was asked for"
                            .formatted(position),
                    null);
        }
        checkEncoding(answer);
        if (answer.isTooLong()) {
            throw address.failure(
                    "the server ignores Range, and the file is longer than the %d bytes that are read as a whole; HttpOptions.withLargestDownload allows more"
                            .formatted(options.largestDownload()),
                    null);
        }
        head = answer.body();
        version = ResourceVersion.of(answer.headers(), head.length);
        return new Outcome(0, null, -1);
    }

    /** The requested range has no byte of the file. */
    private Outcome nothing(Exchange.Answer answer, long position) throws IOException {
        ContentRange range = range(answer);
        if (version == null && range.size() == 0) {
            version = ResourceVersion.of(answer.headers(), 0);
            return new Outcome(0, null, -1);
        } else if (version != null && range.size() >= 0) {
            version.check(name(), ResourceVersion.of(answer.headers(), range.size()));
        }
        throw address.failure("the server says that the file has no byte at " + position, null);
    }

    @Override
    public void close() {
        closed.countDown();
        exchange.close();
    }

    /**
     * The header Content-Range of an answer (RFC 9110, section 14.4).
     *
     * @param first the first byte; -1 if there are none
     * @param last the last byte
     * @param size the length of the file; -1 if the server does not say
     */
    private record ContentRange(long first, long last, long size) {
        private static final Pattern FORM =
                Pattern.compile("(?i)bytes\\s+(?:(\\d{1,18})-(\\d{1,18})|\\*)/(?:(\\d{1,18})|\\*)");

        /** @throws IOException if it is not a range of bytes */
        static ContentRange of(String header) throws IOException {
            Matcher form = header == null ? null : FORM.matcher(header.trim());
            if (form == null || !form.matches()) {
                throw new IOException("expected an answer with a Content-Range of bytes, found " + header);
            }
            long first = number(form.group(1));
            long last = number(form.group(2));
            long size = number(form.group(3));
            if (first > last || size >= 0 && last >= size) {
                throw new IOException("the Content-Range contradicts itself: " + header);
            }
            return new ContentRange(first, last, size);
        }

        private static long number(String digits) {
            return digits == null ? -1 : Long.parseLong(digits);
        }
    }

    /**
     * What the first answer says of a file.
     *
     * @param etag null if there is none
     * @param modified the time of the last change; null if there is none
     */
    private record ResourceVersion(long size, String etag, String modified) {
        static ResourceVersion of(HttpHeaders headers, long size) {
            return new ResourceVersion(
                    size,
                    headers.firstValue("ETag").orElse(null),
                    headers.firstValue("Last-Modified").orElse(null));
        }

        /** Whether the server can compare it byte by byte. */
        boolean hasStrongTag() {
            return etag != null && etag.startsWith("\"");
        }

        /** Empty if nothing but the length is known. */
        Optional<String> text() {
            return Optional.ofNullable(etag == null ? modified : etag).map(known -> size + " " + known);
        }

        /** Checks that another answer is about the same content. */
        void check(String name, ResourceVersion other) {
            if (size != other.size) {
                throw changed(name, "length", size, other.size);
            } else if (etag != null && !etag.equals(other.etag)) {
                throw changed(name, "ETag", etag, other.etag);
            } else if (etag == null && modified != null && !modified.equals(other.modified)) {
                throw changed(name, "time of the last change", modified, other.modified);
            }
        }

        private static SourceChangedException changed(String name, String what, Object before, Object now) {
            return new SourceChangedException("%s: the file has changed since it was opened: its %s was %s, and now %s"
                    .formatted(name, what, before, now == null ? "there is none" : "is " + now));
        }
    }
}
