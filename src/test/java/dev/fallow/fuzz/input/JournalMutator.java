package dev.fallow.fuzz.input;

import dev.fallow.format.journal.CommitRecord;
import dev.fallow.fuzz.input.Structure.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Damages journals, and sometimes their containers. */
public final class JournalMutator {
    private enum Way {
        FIELD,
        SEVERAL_FIELDS,
        BLOCK,
        FLIP,
        LENGTH,
        SWAP_RECORDS,
        DUPLICATE_RECORD,
        CONTAINER
    }

    private JournalMutator() {}

    /** Returns a damaged copy. */
    public static Mutation mutate(Seed seed, RandomGenerator random) {
        JournalInput whole = JournalInput.unpack(seed.bytes());
        byte[] container = whole.container().clone();
        byte[] journal = whole.journal().clone();
        Way way = random.nextInt(3) == 0 ? Way.FIELD : Way.values()[random.nextInt(Way.values().length)];
        List<Integer> records = JournalRecords.positions(journal);
        int record = records.get(random.nextInt(records.size()));
        switch (way) {
            case FIELD -> changeField(journal, record, random);
            case SEVERAL_FIELDS -> {
                for (int i = 2 + random.nextInt(3); i > 0; i--) {
                    changeField(journal, record, random);
                }
            }
            case BLOCK -> changeBlock(journal, record, random);
            case FLIP -> {
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    journal[random.nextInt(journal.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                }
            }
            case LENGTH -> journal = Arrays.copyOf(journal, random.nextInt(2 * journal.length));
            case SWAP_RECORDS -> exchange(journal, true);
            case DUPLICATE_RECORD -> exchange(journal, false);
            case CONTAINER -> container = damageContainer(container, random);
        }
        if (random.nextInt(8) > 0) {
            JournalRecords.seal(journal, random.nextBoolean());
        }
        return new Mutation(
                "journal-" + way.name().toLowerCase(Locale.ROOT), new JournalInput(container, journal).pack());
    }

    private static void changeField(byte[] journal, int record, RandomGenerator random) {
        List<Field> fields = JournalRecords.fields(journal, record);
        int among = random.nextInt(4) > 0 ? JournalRecords.HEADER_FIELDS : fields.size();
        change(journal, fields.get(random.nextInt(among)), random);
    }

    private static void change(byte[] journal, Field field, RandomGenerator random) {
        long old = Numbers.get(journal, field.at(), field.width());
        Numbers.put(journal, field.at(), field.width(), Numbers.boundary(random, journal.length, field.width(), old));
    }

    /** Changes the address, the length or the bytes of one of the first blocks of a commit record. */
    private static void changeBlock(byte[] journal, int record, RandomGenerator random) {
        int at = JournalRecords.body(journal, record);
        for (int i = random.nextInt(4); i > 0 && at >= 0 && at + 12 < journal.length; i--) {
            long next = at + 12 + Numbers.get(journal, at + 8, 4);
            at = next + 12 < journal.length ? (int) next : at;
        }
        if (at >= 0 && at + 12 < journal.length) {
            switch (random.nextInt(3)) {
                case 0 -> change(journal, new Field(at, 8), random);
                case 1 -> change(journal, new Field(at + 8, 4), random);
                default -> change(journal, new Field(at + 12 + random.nextInt(40), 4), random);
            }
        }
    }

    private static void exchange(byte[] journal, boolean both) {
        int slot = CommitRecord.SLOT_BYTES;
        if (journal.length >= 2 * slot) {
            byte[] first = Arrays.copyOf(journal, slot);
            if (both) {
                System.arraycopy(journal, slot, journal, 0, slot);
            }
            System.arraycopy(first, 0, journal, slot, slot);
        }
    }

    private static byte[] damageContainer(byte[] container, RandomGenerator random) {
        return new ContainerMutator(List.of(new Seed("", container)))
                .mutate(new Seed("", container), random)
                .bytes();
    }
}
