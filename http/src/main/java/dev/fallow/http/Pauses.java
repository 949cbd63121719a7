package dev.fallow.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The times between attempts. */
final class Pauses {
    private static final long LONGEST_MILLIS = 10_000;
    private static final long LONGEST_RETRY_AFTER = 30_000;
    private static final int MOST_DOUBLINGS = 16;
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private final long first;
    private final Address address;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** @param address for messages */
    Pauses(Duration first, Address address) {
        this.address = address;
        this.first = Math.min(first.toMillis(), LONGEST_MILLIS);
    }

    /** When a server wants to be asked again, in milliseconds; -1 if it does not say, or says a date. */
    static long retryAfter(HttpHeaders headers) {
        String text = headers.firstValue("Retry-After").orElse("").trim();
        return SECONDS.matcher(text).matches()
                ? Math.min(LONGEST_RETRY_AFTER, TimeUnit.SECONDS.toMillis(Long.parseLong(text)))
                : -1;
    }

    /**
     * Waits.
     *
     * @param attempt the number of attempts that have failed, at least 1
     * @param retryAfter the time in milliseconds; -1 for one that grows with the attempts
     * @throws IOException if the source is closed meanwhile
     */
    void pause(int attempt, long retryAfter) throws IOException {
        try {
            if (closed.await(retryAfter >= 0 ? retryAfter : random(attempt), TimeUnit.MILLISECONDS)) {
                throw address.failure("the source is closed", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(address.located("interrupted while waiting for a server"));
        }
    }

    /** Random, so that many readers do not come back at the same time. */
    private long random(int attempt) {
        long mean = Math.min(LONGEST_MILLIS, first << Math.min(attempt - 1, MOST_DOUBLINGS));
        return mean / 2 + ThreadLocalRandom.current().nextLong(mean + 1);
    }

    void close() {
        closed.countDown();
    }
}
