package dev.fallow.internal.check.structure;

import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The state that all parts of a check share: the bytes of the file, the findings, and the bytes claimed so far. It reads from the storage,
 * past all caches. A wrong checksum is a finding and is corrected in the bytes returned, so that the fields can be checked.
 */
public final class Context {
    private final Storage storage;
    private final CheckedSuperblock superblock;
    private final Findings findings;
    private final Claimed claims;
    /** The end of what is wanted behind the end of allocation and inside the file; 0 for nothing. */
    private long wantedEnd;

    /** A context of the file in a storage. */
    public Context(Storage storage, CheckedSuperblock superblock, Findings findings, Claimed claims) {
        this.claims = claims;
        this.storage = storage;
        this.superblock = superblock;
        this.findings = findings;
    }

    /** A context of the same file whose findings are not reported. */
    public Context quiet() {
        return new Context(storage, superblock, new Findings(), new Claimed());
    }

    /** The widths of addresses and lengths. */
    public FieldSizes sizes() {
        return superblock.sizes();
    }

    /** The findings so far. */
    public Findings findings() {
        return findings;
    }

    /** The superblock. */
    public CheckedSuperblock superblock() {
        return superblock;
    }

    /** The bytes claimed so far. */
    public Claimed claims() {
        return claims;
    }

    /** Adds a finding. */
    public void add(FindingCode code, long address, PathNode path, String sentence) {
        findings.add(code, address, path, sentence);
    }

    /** Runs a part that decodes a message: a contradiction is one of the message. Returns whether there is none. */
    public boolean decoded(long address, PathNode path, Findings.Part part) throws IOException {
        return findings.attempt(Family.HEADER, address, path, () -> {
            try {
                part.run();
            } catch (FormatException e) {
                throw new Defect(FindingCode.HDR_MESSAGE, e.address() < 0 ? address : e.address(), e.getMessage());
            }
        });
    }

    // ---- reading -----------------------------------------------------------------------------------------------

    /** Whether the bytes are inside the allocated space. */
    public boolean isInside(long address, long length) {
        long end = superblock.end();
        boolean inside = isBefore(end, address, length);
        if (!inside && isBefore(superblock.fileEnd(), address, length)) {
            wantedEnd = Math.max(wantedEnd, address + length);
        }
        return inside;
    }

    private static boolean isBefore(long end, long address, long length) {
        return address >= 0 && length >= 0 && length <= end && address <= end - length;
    }

    /** The end of what was wanted behind the end of allocation, inside the file; 0 for nothing. */
    public long wantedEnd() {
        return wantedEnd;
    }

    /** Reads bytes of a structure, which must be inside the allocated space. */
    public byte[] read(Family family, String structure, long address, long length) throws IOException {
        if (!isInside(address, length)) {
            throw new Defect(
                    family.range(),
                    address,
                    address == Addresses.UNDEFINED
                            ? "%s: expected an address, found the undefined address".formatted(structure)
                            : "%s of %d bytes at address %d: expected it before the end of allocation, %d"
                                    .formatted(structure, length, address, superblock.end()));
        }
        byte[] bytes = Memory.bytes(structure + " at address " + address, length);
        storage.read(superblock.base() + address, ByteBuffer.wrap(bytes));
        return bytes;
    }

    /** Reads the start of a structure of unknown length, up to the end of the allocated space. */
    public byte[] readStart(Family family, String structure, long address, int most) throws IOException {
        long left = superblock.end() - address;
        return read(family, structure, address, address < 0 || left <= 0 ? most : Math.min(most, left));
    }

    /** Reads a structure that begins with a signature. */
    public byte[] signed(Family family, String signature, String structure, long address, long length)
            throws IOException {
        byte[] image = read(family, structure, address, length);
        requireSignature(family, signature, structure, address, image);
        return image;
    }

    /** Throws a {@link Defect} if bytes do not begin with a signature. */
    public void requireSignature(Family family, String signature, String structure, long address, byte[] image) {
        if (!begins(image, signature)) {
            throw new Defect(
                    family.signature(),
                    address,
                    "%s at address %d: expected signature %s, found %s"
                            .formatted(structure, address, signature, shown(image)));
        }
    }

    /** Whether bytes begin with a signature. */
    public static boolean begins(byte[] image, String signature) {
        return image.length >= signature.length()
                && start(image, signature.length()).equals(signature);
    }

    private static String start(byte[] image, int length) {
        return new String(image, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static String shown(byte[] image) {
        StringBuilder shown = new StringBuilder();
        for (char each : start(image, Math.min(4, image.length)).toCharArray()) {
            shown.append(each > ' ' && each < 127 ? String.valueOf(each) : "\\x%02x".formatted((int) each));
        }
        return shown.toString();
    }

    /** Compares a checksum with the bytes before it. A wrong one is a finding, and is corrected in the image. */
    public boolean mend(Family family, String structure, byte[] image, int at, long address, PathNode path) {
        if (at < 0 || at + Integer.BYTES > image.length) {
            throw new Defect(
                    family.field(),
                    address,
                    "%s at address %d: too short for its checksum".formatted(structure, address));
        }
        int computed = Checksum.of(image, 0, at);
        int stored = LittleEndian.i32(image, at);
        if (stored == computed) {
            return true;
        }
        wrongChecksum(family, structure, address, stored, computed, path);
        LittleEndian.put(image, at, Integer.BYTES, computed & 0xFFFF_FFFFL);
        return false;
    }

    /** Adds the finding of a wrong checksum. */
    public void wrongChecksum(Family family, String structure, long address, int stored, int computed, PathNode path) {
        add(
                family.checksum(),
                address,
                path,
                "%s at address %d: checksum: stored 0x%08x, computed 0x%08x"
                        .formatted(structure, address, stored, computed));
    }

    /** A reader of the bytes of a structure. */
    public FieldReader reader(byte[] image, String structure, long address) {
        return FieldReader.of(image, sizes(), structure, address);
    }

    // ---- claiming ----------------------------------------------------------------------------------------------

    /** Claims a block of a structure, to be visited once; a second owner is a defect. */
    public void claim(String structure, long address, long length, PathNode path) {
        if (claims.uses(address)) {
            throw new Defect(
                    FindingCode.SPACE_OVERLAP,
                    address,
                    "%s at address %d: expected one owner, found a second one".formatted(structure, address));
        }
        claimRaw(address, length, LiveLabel.unclassified(structure, path, false));
    }

    /** Claims bytes. Overlaps become findings after the walk. */
    public void claimRaw(long address, long length, Object label) {
        claims.add(address, length, label);
    }
}
