package dev.fallow.format.journal;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Commit record, version 1: the effect of one commit on a container, together with the blocks that it overwrites. A
 * journal has two slots for records, at positions 0 and {@value #SLOT_BYTES}. The commit with sequence number n is in
 * slot n mod 2, so that the previous record stays intact while it is written. The new content of the overwritten blocks
 * is the record's <em>body</em>: consecutive {@link JournalBlock}s, anywhere from {@value #FIRST_BODY} on where they do
 * not overlap the other record's body. Numbers are little-endian.
 *
 * <pre>
 *   bytes  field
 *     8    signature, "FALLOWJ" and a line feed
 *     1    version, 1
 *     1    flags: 1 the medium was forced before and after the record was written
 *     2    length of the superblock images, s: 1 to {@value #MOST_SUPERBLOCK_BYTES}
 *     4    blocks in the body
 *     8    sequence number, from 1 on within a journal
 *     8    position of the body in the journal, at least {@value #FIRST_BODY}; exactly that if it is empty
 *     8    length of the body, in bytes: all blocks with their headers
 *     4    checksum of the body: CRC-32C (Castagnoli)
 *     4    reserved, 0
 *     8    position of the superblock in the container
 *     8    length of the container file, from its first byte to its end of allocation
 *     8    identity of the container file in its file system (inode number); 0 if unknown
 *     8    identity of the journal file
 *     8    identity of this run of the operating system; 0 if unknown
 *     8    ID of the process that wrote this
 *     s    superblock before the commit, as in the file
 *     s    superblock after the commit, marked as open; if it is shorter than the one before, that one's last bytes follow
 *     4    checksum: lookup3 over all the bytes before it
 * </pre>
 *
 * @param origin identities of files, machine and process
 */
public record CommitRecord(
        boolean forced,
        int blocks,
        long sequence,
        long bodyPosition,
        long bodyLength,
        int bodyChecksum,
        long superblockPosition,
        long endOfFile,
        Origin origin,
        byte[] before,
        byte[] after) {
    /** The size of a slot in bytes. */
    public static final int SLOT_BYTES = 4096;
    /** The first position of a body. */
    public static final int FIRST_BODY = 2 * SLOT_BYTES;
    /** The maximum length of the image of a superblock, in bytes. */
    public static final int MOST_SUPERBLOCK_BYTES = 512;

    public static final String STRUCTURE = "commit record";

    private static final String SIGNATURE = "FALLOWJ\n";
    private static final int FIXED_LENGTH = 96;
    private static final int FORCED = 1;

    /** The files to which a record belongs, and the process that wrote it. */
    public record Origin(long container, long journal, long boot, long process) {}

    public CommitRecord {
        Objects.requireNonNull(origin, "origin");
        String problem = problem(blocks, sequence, bodyPosition, bodyLength, superblockPosition, endOfFile);
        if (problem == null && (before.length != after.length || outside(after.length))) {
            problem = "superblock images of %d and %d bytes".formatted(before.length, after.length);
        }
        if (problem != null) {
            throw new IllegalArgumentException(STRUCTURE + ": " + problem);
        }
        before = before.clone();
        after = after.clone();
    }

    private static boolean outside(int length) {
        return length < 1 || length > MOST_SUPERBLOCK_BYTES;
    }

    private static String problem(long blocks, long sequence, long position, long length, long superblock, long end) {
        if (sequence < 1) {
            return "expected a sequence number from 1 on, found " + sequence;
        }
        if (position < FIRST_BODY || length < 0 || length > Long.MAX_VALUE - position) {
            return "expected a body between %d and 2^63, found %d bytes at %d".formatted(FIRST_BODY, length, position);
        }
        if (length == 0 && position != FIRST_BODY) {
            return "expected a body without blocks at %d, found it at %d".formatted(FIRST_BODY, position);
        }
        if (blocks < 0 || (blocks == 0) != (length == 0) || blocks > length / (JournalBlock.LENGTH + 1)) {
            return "expected blocks of at least a byte each, found %d in %d bytes".formatted(blocks, length);
        }
        if (superblock < 0 || end <= superblock) {
            return "expected a superblock inside the file's %d bytes, found it at %d".formatted(end, superblock);
        }
        return null;
    }

    @Override
    public byte[] before() {
        return before.clone();
    }

    @Override
    public byte[] after() {
        return after.clone();
    }

    /** The record's position in the journal. */
    public long position() {
        return slotOf(sequence);
    }

    /** The position of a commit's record in the journal. */
    public static long slotOf(long sequence) {
        return sequence % 2 * SLOT_BYTES;
    }

    /** The position after the body. */
    public long bodyEnd() {
        return bodyPosition + bodyLength;
    }

    /** The first bytes of every record. */
    public static byte[] signature() {
        return SIGNATURE.getBytes(StandardCharsets.US_ASCII);
    }

    /** The length of the encoding in bytes. */
    public int encodedLength() {
        return FIXED_LENGTH + 2 * after.length + 4;
    }

    /** The maximum length of an encoding, in bytes. */
    public static int mostLength() {
        return FIXED_LENGTH + 2 * MOST_SUPERBLOCK_BYTES + 4;
    }

    /** Reads a record. */
    public static CommitRecord decode(FieldReader in) {
        int from = in.position();
        in.signature(SIGNATURE);
        in.version(1);
        boolean forced = in.flags(FORCED) != 0;
        int superblockLength = in.u16();
        if (outside(superblockLength)) {
            throw in.fail("expected superblock images of 1 to %d bytes, found %d"
                    .formatted(MOST_SUPERBLOCK_BYTES, superblockLength));
        }
        long blocks = in.u32();
        long sequence = in.i64();
        long bodyPosition = in.i64();
        long bodyLength = in.i64();
        int bodyChecksum = in.i32();
        int reserved = in.i32();
        long superblockPosition = in.i64();
        long endOfFile = in.i64();
        Origin origin = new Origin(in.i64(), in.i64(), in.i64(), in.i64());
        byte[] before = in.bytes(superblockLength);
        byte[] after = in.bytes(superblockLength);
        in.checksumFrom(from);
        String problem = problem(blocks, sequence, bodyPosition, bodyLength, superblockPosition, endOfFile);
        if (problem == null && (reserved != 0 || blocks > Integer.MAX_VALUE)) {
            problem = "expected 0 in the reserved bytes, and less than 2^31 blocks, found %d and %d"
                    .formatted(reserved, blocks);
        }
        in.refuse(problem, 0);
        return new CommitRecord(
                forced,
                (int) blocks,
                sequence,
                bodyPosition,
                bodyLength,
                bodyChecksum,
                superblockPosition,
                endOfFile,
                origin,
                before,
                after);
    }

    /** Writes {@link #encodedLength()} bytes. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.text(SIGNATURE).u8(1).u8(forced ? FORCED : 0).u16(after.length).u32(blocks);
        out.i64(sequence).i64(bodyPosition).i64(bodyLength).i32(bodyChecksum).i32(0);
        out.i64(superblockPosition).i64(endOfFile);
        out.i64(origin.container).i64(origin.journal).i64(origin.boot).i64(origin.process);
        out.bytes(before).bytes(after).checksumFrom(from);
    }
}
