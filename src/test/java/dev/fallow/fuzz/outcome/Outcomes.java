package dev.fallow.fuzz.outcome;

import dev.fallow.ContainerException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * Checks and counts the outcomes of calls. A result and a {@link ContainerException} that names the file are permitted.
 */
public final class Outcomes {
    /** The name of a file in memory in messages. */
    public static final String IN_MEMORY = "container in memory";

    public static final String DONE = "done ";
    private static final String REFUSED = "refused ";
    private static final int MOST_MESSAGES = 100_000;

    private final Set<String> messages = new HashSet<>();
    private long done;
    private long refused;
    private boolean newMessage;
    private ContainerException before;

    /** Returns the digest of the result or the message of the refusal; other exceptions are rethrown. */
    public String of(String call, Callable<Object> body) {
        return of(IN_MEMORY, call, body);
    }

    /** The same for a file with this name. */
    public String of(String file, String call, Callable<Object> body) {
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

    /** Checks that the message of a refusal names the file, and that the refused call has changed nothing. */
    public void judge(String file, String call, ContainerException refusal) {
        refused++;
        String message = String.valueOf(refusal.getMessage());
        if (message.contains("half-way")) {
            // thrown by the call after the one that failed during a change
            throw new Violation("half-way", call + ": " + message, before == null ? refusal : before);
        }
        before = refusal;
        if (!message.contains(file)) {
            throw new Violation("message without the file's name", message, refusal);
        }
        newMessage |= messages.size() < MOST_MESSAGES
                && messages.add(refusal.getClass().getSimpleName() + withoutNumbers(message));
    }

    /** Replaces each run of hexadecimal digits and hyphens by one character. Every refusal comes here, so it is no regular expression. */
    private static String withoutNumbers(String message) {
        StringBuilder kept = new StringBuilder(message.length());
        boolean number = false;
        for (int i = 0; i < message.length(); i++) {
            char next = message.charAt(i);
            boolean digit = next == '-' || next < 128 && Character.digit(next, 16) >= 0;
            if (!digit) {
                kept.append(next);
            } else if (!number) {
                kept.append('#');
            }
            number = digit;
        }
        return kept.toString();
    }

    /** Returns the total number of calls with a result. */
    public long done() {
        return done;
    }

    /** Returns the total number of refused calls. */
    public long refused() {
        return refused;
    }

    public static boolean isDone(String outcome) {
        return outcome != null && outcome.startsWith(DONE);
    }

    /** Returns whether there was a refusal with a new message since the last call of this method. */
    public boolean takeNews() {
        boolean news = newMessage;
        newMessage = false;
        return news;
    }

    @Override
    public String toString() {
        return "%,d calls done, %,d refused with %,d messages".formatted(done, refused, messages.size());
    }
}
