package dev.fallow.fuzz;

import dev.fallow.ContainerException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;

/** Judges what single calls end with, and counts. A result and a {@link ContainerException} that says where are right. */
final class Outcomes {
    /** What files are called that are open in memory. */
    static final String IN_MEMORY = "container in memory";

    static final String DONE = "done ";
    private static final String REFUSED = "refused ";

    private final Set<String> messages = new HashSet<>();
    private long done;
    private long refused;
    private boolean newMessage;
    private ContainerException before;

    /** The digest of a result, or what was refused; anything else is thrown. */
    String of(String call, Callable<Object> body) {
        return of(IN_MEMORY, call, body);
    }

    /** As above, for a file with this name. */
    String of(String file, String call, Callable<Object> body) {
        try {
            String digest = Digest.of(body.call());
            done++;
            return DONE + digest;
        } catch (ContainerException e) {
            judge(file, call, e);
            return REFUSED + e.getClass().getSimpleName() + ": " + e.getMessage();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new Violation("checked exception", call, e);
        }
    }

    /** Judges a refusal: it names the file, and nothing was changed. */
    void judge(String file, String call, ContainerException refusal) {
        refused++;
        String message = String.valueOf(refusal.getMessage());
        if (message.contains("half-way")) {
            // said by the call after the one that failed while it changed things
            throw new Violation("half-way", call + ": " + message, before == null ? refusal : before);
        }
        before = refusal;
        if (!message.contains(file)) {
            throw new Violation("message without the file's name", message, refusal);
        }
        newMessage |= messages.size() < 100_000
                && messages.add(refusal.getClass().getSimpleName() + message.replaceAll("[0-9a-fA-F-]+", "#"));
    }

    /** Calls that had a result, since the beginning. */
    long done() {
        return done;
    }

    /** Calls that were refused, since the beginning. */
    long refused() {
        return refused;
    }

    static boolean isDone(String outcome) {
        return outcome != null && outcome.startsWith(DONE);
    }

    /** Whether there was a refusal of a kind that had not been met, since this was last asked. */
    boolean takeNews() {
        boolean news = newMessage;
        newMessage = false;
        return news;
    }

    @Override
    public String toString() {
        return "%,d calls done, %,d refused with %,d messages".formatted(done, refused, messages.size());
    }
}
