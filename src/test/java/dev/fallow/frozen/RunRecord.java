package dev.fallow.frozen;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The record of one run, a line of words: the first 48 bits of the SHA-256 of the file after a commit; {@code ~} and 24 bits for what
 * its reports say of it; in the end the name of each stream with 30 bits. A digit is one of Base64, which has 6 bits.
 */
final class RunRecord {
    private static final int COMMIT = 8;
    private static final int LOOK = 4;
    private static final int STREAM = 5;

    private final String key;
    private final boolean kept;
    private final List<String> words = new ArrayList<>();
    private final List<String> text = new ArrayList<>();
    private final Map<EventStream, MessageDigest> streams = new EnumMap<>(EventStream.class);

    /** @param kept whether the lines of the streams are kept, to be read */
    RunRecord(String key, boolean kept) {
        this.key = key;
        this.kept = kept;
    }

    String key() {
        return key;
    }

    /** A commit has left these bytes. */
    void commit(byte[] file, String what) {
        MessageDigest digest = sha256();
        digest.update(file);
        words.add(digits(digest, COMMIT));
        if (kept) {
            text.add("word %d: %s after: %s, %d bytes"
                    .formatted(words.size(), words.get(words.size() - 1), what, file.length));
        }
    }

    /** What is seen of the file after a session. */
    void look(Map<EventStream, List<String>> seen) {
        MessageDigest all = sha256();
        seen.forEach((stream, lines) -> {
            for (String line : lines) {
                add(stream, line);
                if (stream.isPublic()) {
                    update(all, line);
                }
            }
        });
        words.add("~" + digits(all, LOOK));
    }

    /** Adds a line to a stream. */
    void add(EventStream stream, String line) {
        update(streams.computeIfAbsent(stream, any -> sha256()), line);
        if (kept) {
            text.add(stream.label() + ": " + line);
        }
    }

    /** The lines of all streams, in the order in which they came. */
    List<String> text() {
        return text;
    }

    /** The line. To be called once, in the end. */
    String line() {
        streams.forEach((stream, digest) -> words.add(stream.label() + ":" + digits(digest, STREAM)));
        return key + " = " + String.join(" ", words);
    }

    private static void update(MessageDigest digest, String line) {
        digest.update(line.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
    }

    private static String digits(MessageDigest digest, int count) {
        return Base64.getUrlEncoder().encodeToString(digest.digest()).substring(0, count);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
