package dev.fallow.fuzz.input;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The structures of an intact file, found without parsing it: by their signatures, and by checksums that match the
 * preceding bytes. Used to recompute the checksums of a damaged copy.
 */
public final class Anatomy {
    private static final Set<String> SEALED = Set.of(
            "OHDR", "OCHK", "FRHP", "FHIB", "BTHD", "BTLF", "BTIN", "FSHD", "FSSE", "FAHD", "FADB", "EAHD", "EAIB",
            "EASB", "EADB", "SMTB", "SMLI");
    private static final Set<String> UNSEALED = Set.of("SNOD", "TREE", "HEAP", "GCOL");
    private static final int LONGEST = 4_200;
    private static final int LONGEST_UNSEALED = 328;
    private static final int LARGEST_DIRECT_BLOCK = 65_536;
    private static final int CONTINUATION = 0x10;

    private final byte[] bytes;
    private final List<Structure> structures = new ArrayList<>();
    private final int superblock;
    private final int version;
    private final int offsets;
    private final int lengths;
    private final int[] addresses;
    private final int[] addressFields;

    public Anatomy(byte[] whole) {
        bytes = whole;
        superblock = findSuperblock(whole);
        if (superblock < 0) {
            throw new IllegalArgumentException("not a container: no superblock in " + whole.length + " bytes");
        }
        version = whole[superblock + 8];
        offsets = width(whole[superblock + (version >= 2 ? 9 : 13)]);
        lengths = width(whole[superblock + (version >= 2 ? 10 : 14)]);
        addSuperblock();
        for (int at = superblock + 1; at + 8 <= whole.length; at++) {
            if (isLetter(whole[at])) {
                findSigned(at, new String(whole, at, 4, StandardCharsets.ISO_8859_1));
            } else if ((at - superblock) % 8 == 0 && whole[at] == 1 && whole[at + 1] == 0) {
                findHeaderV1(at);
            }
        }
        Layouts layouts = new Layouts(offsets, lengths);
        structures.replaceAll(structure -> layouts.describe(whole, structure));
        Set<Long> starts = new TreeSet<>();
        structures.forEach(structure -> starts.add((long) structure.from() - superblock));
        addresses = starts.stream().mapToInt(Long::intValue).toArray();
        addressFields = findAddressFields(starts);
    }

    private static int width(byte size) {
        return size == 2 || size == 4 ? size : 8;
    }

    private static boolean isLetter(byte character) {
        return character >= 'A' && character <= 'Z';
    }

    /** Returns whether the bytes contain a superblock, without which no structures can be found. */
    public static boolean isContainer(byte[] bytes) {
        return findSuperblock(bytes) >= 0;
    }

    /** Returns the offset of the superblock, or -1 if there is none. */
    private static int findSuperblock(byte[] whole) {
        for (int at = 0; at + 96 <= whole.length; at = at == 0 ? 512 : 2 * at) {
            if ((whole[at] & 0xFF) == 0x89 && whole[at + 1] == 'H' && whole[at + 2] == 'D' && whole[at + 3] == 'F') {
                return at;
            }
        }
        return -1;
    }

    private void addSuperblock() {
        if (version < 2) {
            int length = Math.min(96 + (version == 1 ? 4 : 0), bytes.length - superblock);
            structures.add(unsealed(Layouts.SUPERBLOCK, superblock, superblock + length));
        } else {
            int to = superblock + 12 + 4 * offsets;
            structures.add(new Structure(Layouts.SUPERBLOCK, superblock, to, to, null));
        }
    }

    private static Structure unsealed(String name, int from, int to) {
        return new Structure(name, from, to, Structure.NO_CHECKSUM, null);
    }

    private void findSigned(int at, String signature) {
        if (SEALED.contains(signature)) {
            for (int to = at + 8; to + 4 <= Math.min(bytes.length, at + LONGEST); to++) {
                if (addIfIntact(new Structure(signature, at, to, to, null))) {
                    return;
                }
            }
        } else if (signature.equals("FHDB")) {
            findDirectBlock(at, signature);
        } else if (UNSEALED.contains(signature)) {
            structures.add(unsealed(signature, at, Math.min(bytes.length, at + LONGEST_UNSEALED)));
        }
    }

    private void findDirectBlock(int at, String signature) {
        for (int size = 512; size <= Math.min(LARGEST_DIRECT_BLOCK, bytes.length - at); size *= 2) {
            for (int heapOffset = 2; heapOffset <= 8; heapOffset++) {
                if (addIfIntact(new Structure(signature, at, at + size, at + 5 + offsets + heapOffset, null))) {
                    return;
                }
            }
        }
    }

    private boolean addIfIntact(Structure structure) {
        boolean intact = structure.intact(bytes);
        if (intact) {
            structures.add(structure);
        }
        return intact;
    }

    private void findHeaderV1(int at) {
        if (at + 16 > bytes.length) {
            return;
        }
        long messages = Numbers.get(bytes, at + 2, 2);
        long links = Numbers.get(bytes, at + 4, 4);
        long length = Numbers.get(bytes, at + 8, 4);
        boolean plausible = messages > 0 && messages < 100 && links < 1_000 && length >= 8 && length % 8 == 0;
        if (plausible && Numbers.get(bytes, at + 12, 4) == 0 && at + 16 + length <= bytes.length) {
            int to = (int) (at + 16 + length);
            structures.add(unsealed(Layouts.HEADER_V1, at, to));
            addContinuations(at + 16, to, 8);
        }
    }

    private void addContinuations(int from, int to, int atMost) {
        for (int at = from; at + 8 <= to; at += 8 + (int) Numbers.get(bytes, at + 2, 2)) {
            if (Numbers.get(bytes, at, 2) == CONTINUATION && atMost > 0) {
                long address = Numbers.get(bytes, at + 8, offsets) + superblock;
                long length = Numbers.get(bytes, at + 8 + offsets, lengths);
                if (address > 0 && length > 0 && length < bytes.length && address + length <= bytes.length) {
                    structures.add(unsealed(Layouts.CHUNK_V1, (int) address, (int) (address + length)));
                    addContinuations((int) address, (int) (address + length), atMost - 1);
                }
            }
        }
    }

    private int[] findAddressFields(Set<Long> starts) {
        Set<Long> searched = new HashSet<>(starts);
        searched.remove(0L);
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at + offsets <= bytes.length; at++) {
            if (bytes[at] != 0 || at + 1 < bytes.length && bytes[at + 1] != 0) {
                if (searched.contains(Numbers.get(bytes, at, offsets))) {
                    found.add(at);
                }
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the structures, in the order of their offsets except for version 1 continuations. */
    List<Structure> structures() {
        return structures;
    }

    /** Returns the size of an address in bytes. */
    int offsets() {
        return offsets;
    }

    /** Returns the addresses of the structures. */
    int[] addresses() {
        return addresses;
    }

    /** Returns the offsets of fields that probably contain the address of a structure. */
    int[] addressFields() {
        return addressFields;
    }

    /** Sets the end-of-file address in the superblock to the length of the file. */
    void setEndOfFile(byte[] damaged) {
        int at = superblock + (version >= 2 ? 12 : version == 1 ? 28 : 24) + 2 * offsets;
        Numbers.put(damaged, at, offsets, damaged.length - superblock);
    }

    /** Recomputes all checksums of structures that are completely inside the file. */
    public void seal(byte[] damaged) {
        for (Structure structure : structures) {
            structure.seal(damaged);
        }
    }
}
