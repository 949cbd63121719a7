package dev.fallow.fuzz.input;

import dev.fallow.format.Checksum;
import dev.fallow.format.journal.CommitRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The commit records of a journal: their fields, as in the layout table of {@link CommitRecord}, and their checksums.
 */
public final class JournalRecords {
    static final int CONTAINER_IDENTITY = 64;

    private static final int FIXED_LENGTH = 96;
    private static final int BODY_CHECKSUM = 40;
    private static final int SUPERBLOCK_CHECKSUM = 4;
    private static final byte[] SIGNATURE = "FALLOWJ\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final int[] FIELDS = {
        8, 1, 9, 1, 10, 2, 12, 4, 16, 8, 24, 8, 32, 8, 40, 4, 44, 4, 48, 8, 56, 8, 64, 8, 72, 8, 80, 8, 88, 8
    };

    /** The number of fields before the superblock images. */
    static final int HEADER_FIELDS = FIELDS.length / 2;

    private JournalRecords() {}

    /** Returns the offsets of the records. */
    static List<Integer> positions(byte[] journal) {
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at <= CommitRecord.SLOT_BYTES; at += CommitRecord.SLOT_BYTES) {
            if (at + FIXED_LENGTH + 4 <= journal.length
                    && Arrays.equals(journal, at, at + SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length)) {
                found.add(at);
            }
        }
        return found;
    }

    /** Returns the fields of a record, including its superblock images. */
    static List<Structure.Field> fields(byte[] journal, int record) {
        List<Structure.Field> fields = new ArrayList<>();
        for (int i = 0; i < FIELDS.length; i += 2) {
            fields.add(new Structure.Field(record + FIELDS[i], FIELDS[i + 1]));
        }
        int images = 2 * (int) Numbers.get(journal, record + 10, 2);
        for (int at = record + FIXED_LENGTH;
                at + 8 <= Math.min(journal.length, record + FIXED_LENGTH + images);
                at += 4) {
            fields.add(new Structure.Field(at, 1 << (at / 4 + record) % 4));
        }
        return fields;
    }

    /** Returns the offset of the body of a record, or -1 if it is outside of the journal. */
    static int body(byte[] journal, int record) {
        long at = Numbers.get(journal, record + 24, 8);
        return at >= 0 && at < journal.length ? (int) at : -1;
    }

    /**
     * Recomputes the checksums of bodies and records that are inside the journal, and optionally those of the
     * superblocks.
     */
    public static void seal(byte[] journal, boolean superblocks) {
        for (int record : positions(journal)) {
            int from = body(journal, record);
            long length = Numbers.get(journal, record + 32, 8);
            if (from >= 0 && length >= 0 && length <= journal.length - from) {
                CRC32C checksum = new CRC32C();
                checksum.update(journal, from, (int) length);
                Numbers.put(journal, record + BODY_CHECKSUM, 4, checksum.getValue());
            }
            int image = (int) Numbers.get(journal, record + 10, 2);
            int end = record + FIXED_LENGTH + 2 * image;
            if (end + 4 <= journal.length) {
                if (superblocks && image > SUPERBLOCK_CHECKSUM) {
                    sealImage(journal, record + FIXED_LENGTH, image);
                    sealImage(journal, record + FIXED_LENGTH + image, image);
                }
                Numbers.put(journal, end, 4, Checksum.of(journal, record, end - record));
            }
        }
    }

    private static void sealImage(byte[] journal, int from, int length) {
        if (journal[from + Math.min(8, length - 1)] >= 2) {
            int at = from + length - SUPERBLOCK_CHECKSUM;
            Numbers.put(journal, at, 4, Checksum.of(journal, from, at - from));
        }
    }
}
