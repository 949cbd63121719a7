package dev.fallow.container;

import dev.fallow.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The checksums of a file, found without parsing its structures: a position is a checksum if its value is the checksum
 * of the bytes from a preceding signature up to it. Recomputing them after damage lets the damage pass checksum
 * verification.
 */
public final class Seals {
    private static final Set<String> SIGNATURES =
            Set.of("OHDR", "OCHK", "FRHP", "FHIB", "BTHD", "BTLF", "BTIN", "FSHD", "FSSE", "SMTB", "SMLI", "\u0089HDF");
    private static final String DIRECT_BLOCK = "FHDB";
    private static final int LONGEST = 2_048;
    private static final int LARGEST_DIRECT_BLOCK = 65_536;

    private final List<Seal> seals = new ArrayList<>();

    /**
     * One checksum.
     *
     * @param from offset of the first byte that it covers
     * @param to offset after the last byte that it covers
     * @param at its own offset; if inside the covered range, it counts as 0
     */
    private record Seal(int from, int to, int at) {
        boolean embedded() {
            return at < to;
        }

        int compute(byte[] bytes) {
            if (!embedded()) {
                return Checksum.of(bytes, from, to - from);
            }
            byte[] copy = java.util.Arrays.copyOfRange(bytes, from, to);
            ByteBuffer.wrap(copy).putInt(at - from, 0);
            return Checksum.of(copy, 0, copy.length);
        }
    }

    /** Finds the checksums of an intact file. */
    public Seals(byte[] whole) {
        for (int at = 0; at + 4 <= whole.length; at++) {
            String signature = new String(whole, at, 4, StandardCharsets.ISO_8859_1);
            if (SIGNATURES.contains(signature)) {
                findBehind(whole, at);
            } else if (signature.equals(DIRECT_BLOCK)) {
                findInside(whole, at);
            }
        }
    }

    private void findBehind(byte[] whole, int from) {
        for (int to = from + 8; to + 4 <= Math.min(whole.length, from + LONGEST); to++) {
            Seal seal = new Seal(from, to, to);
            if (stored(whole, to) == seal.compute(whole)) {
                seals.add(seal);
                return;
            }
        }
    }

    private void findInside(byte[] whole, int from) {
        for (int size = 512; size <= Math.min(LARGEST_DIRECT_BLOCK, whole.length - from); size *= 2) {
            for (int offsetWidth = 4; offsetWidth <= 5; offsetWidth++) {
                Seal seal = new Seal(from, from + size, from + 13 + offsetWidth);
                if (stored(whole, seal.at) == seal.compute(whole)) {
                    seals.add(seal);
                    return;
                }
            }
        }
    }

    private static int stored(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    /** Returns the number of checksums. */
    int count() {
        return seals.size();
    }

    /** Returns the offset of the structure with the i-th checksum. */
    int start(int i) {
        return seals.get(i).from;
    }

    /** Returns the offset after the bytes that the i-th checksum covers. */
    int end(int i) {
        return seals.get(i).to;
    }

    /** Recomputes all checksums. */
    public void renew(byte[] damaged) {
        ByteBuffer bytes = ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN);
        for (Seal seal : seals) {
            bytes.putInt(seal.at, seal.compute(damaged));
        }
    }
}
