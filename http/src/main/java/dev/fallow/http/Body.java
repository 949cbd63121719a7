package dev.fallow.http;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Receives at most a number of bytes of an answer. What came before a failure is kept. */
final class Body implements BodySubscriber<Body> {
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
