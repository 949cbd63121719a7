package dev.fallow.container;

import dev.fallow.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The checksums of a file, found without knowing its structures: where the checksum of the bytes from a signature on is
 * the number that comes next. With them a file that was damaged is made to look whole again, so that the damage gets past
 * the checksums.
 */
public final class Seals {
    private static final Set<String> SIGNATURES =
            Set.of("OHDR", "OCHK", "FRHP", "FHIB", "BTHD", "BTLF", "BTIN", "FSHD", "FSSE", "\u0089HDF");
    private static final String DIRECT_BLOCK = "FHDB";
    private static final int LONGEST = 2_048;
    private static final int LARGEST_DIRECT_BLOCK = 65_536;

    private final List<Seal> seals = new ArrayList<>();

    /**
     * One checksum.
     *
     * @param from the first byte that it covers
     * @param to the byte behind the last one
     * @param at where it lies; inside what it covers, it is taken as 0
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

    /** Finds them in a file that is whole. */
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

    /** How many there are. */
    int count() {
        return seals.size();
    }

    /** Where the structures with a checksum start. */
    int start(int i) {
        return seals.get(i).from;
    }

    /** Where the bytes that a checksum covers end. */
    int end(int i) {
        return seals.get(i).to;
    }

    /** Makes all checksums right again. */
    public void renew(byte[] damaged) {
        ByteBuffer bytes = ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN);
        for (Seal seal : seals) {
            bytes.putInt(seal.at, seal.compute(damaged));
        }
    }
}
