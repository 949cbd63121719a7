package dev.fallow.check;

import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.OpenOptions;
import dev.fallow.fuzz.input.Anatomy;
import java.nio.charset.StandardCharsets;

/** The bytes of a file, of which some fields are changed. The checksums are recomputed in the end. */
final class Damage {
    private final byte[] bytes;
    private final byte[] sound;
    private final Anatomy anatomy;
    private boolean sealed = true;

    Damage(byte[] sound) {
        this.sound = sound;
        bytes = sound.clone();
        anatomy = new Anatomy(sound);
    }

    /** The result. */
    byte[] bytes() {
        if (sealed) {
            anatomy.seal(bytes);
        }
        return bytes;
    }

    /** The address of the header of an object. */
    long header(String path) {
        try (ContainerFile file =
                ContainerFile.openBytes(sound, OpenOptions.defaults().withReadOnly(true))) {
            for (Entry entry : file.root().listRecursively()) {
                if (entry.path().equals(path)) {
                    return entry.address();
                }
            }
            return file.root().address();
        }
    }

    int length() {
        return bytes.length;
    }

    /** The address of the n-th structure with a signature, from 0 on. */
    int nth(String signature, int n) {
        byte[] wanted = signature.getBytes(StandardCharsets.ISO_8859_1);
        int left = n;
        for (int at = 0; at + wanted.length <= bytes.length; at++) {
            if (java.util.Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length) && left-- == 0) {
                return at;
            }
        }
        throw new IllegalStateException("no structure %d with signature %s".formatted(n, signature));
    }

    int first(String signature) {
        return nth(signature, 0);
    }

    long get(long at, int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[(int) at + i] & 0xFFL) << 8 * i;
        }
        return value;
    }

    void put(long at, int width, long value) {
        for (int i = 0; i < width; i++) {
            bytes[(int) at + i] = (byte) (value >> 8 * i);
        }
    }

    /** Adds to a number. */
    void add(long at, int width, long difference) {
        put(at, width, get(at, width) + difference);
    }

    /** Exchanges two runs of bytes. */
    void swap(long one, long other, int length) {
        for (int i = 0; i < length; i++) {
            byte kept = bytes[(int) one + i];
            bytes[(int) one + i] = bytes[(int) other + i];
            bytes[(int) other + i] = kept;
        }
    }

    void text(long at, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(encoded, 0, bytes, (int) at, encoded.length);
    }

    /** Leaves the checksums as they are. */
    void unsealed() {
        sealed = false;
    }

    /** The position of the text. */
    int find(String text) {
        return nth(text, 0);
    }

    /** The position of the body of the first message of a type in the first block of an object header of version 2. */
    int message(long header, int type) {
        int flags = (int) get(header + 5, 1);
        int width = 1 << (flags & 3);
        long at = header + 6 + ((flags & 0x20) != 0 ? 16 : 0) + ((flags & 0x10) != 0 ? 4 : 0);
        long end = at + width + get(at, width);
        at += width;
        int headerLength = (flags & 4) != 0 ? 6 : 4;
        while (at + headerLength <= end) {
            if (get(at, 1) == type) {
                return (int) at + headerLength;
            }
            at += headerLength + get(at + 1, 2);
        }
        throw new IllegalStateException("no message of type %d in the header at address %d".formatted(type, header));
    }

    /** As {@link #message}, in a header of version 1. */
    int oldMessage(long header, int type) {
        long at = header + 16;
        long end = at + get(header + 8, 4);
        while (at + 8 <= end) {
            if (get(at, 2) == type) {
                return (int) at + 8;
            }
            at += 8 + get(at + 2, 2);
        }
        throw new IllegalStateException("no message of type %d in the header at address %d".formatted(type, header));
    }
}
