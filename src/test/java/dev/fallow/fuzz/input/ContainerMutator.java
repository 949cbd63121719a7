package dev.fallow.fuzz.input;

import dev.fallow.fuzz.input.Structure.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Damages containers with regard to their structures; afterwards most have checksums that are right. */
public final class ContainerMutator {
    /** The ways, those that find most several times. */
    private static final List<Way> WAYS = List.of(
            Way.FIELD,
            Way.FIELD,
            Way.FIELD,
            Way.FIELD,
            Way.FIELD,
            Way.CROSS_LINK,
            Way.CROSS_LINK,
            Way.CROSS_LINK,
            Way.FLIP,
            Way.BYTES,
            Way.LENGTH,
            Way.DUPLICATE,
            Way.SWAP,
            Way.SPLICE,
            Way.COMBINE,
            Way.COMBINE);

    private final List<Seed> seeds;

    private enum Way {
        /** Sets fields to values near their bounds. */
        FIELD,
        /** Replaces addresses by those of other structures. */
        CROSS_LINK,
        /** Flips bits anywhere. */
        FLIP,
        /** Copies a few bytes from elsewhere in the file. */
        BYTES,
        /** Truncates or extends the file. */
        LENGTH,
        /** Overwrites a structure with another one. */
        DUPLICATE,
        /** Exchanges two structures. */
        SWAP,
        /** Copies a structure, or the rest of the file, from another file. */
        SPLICE,
        /** Combines several of the mutations that keep the length. */
        COMBINE
    }

    /** Splices parts of these files. */
    public ContainerMutator(List<Seed> seeds) {
        this.seeds = seeds;
    }

    /** Damages a copy. */
    public Mutation mutate(Seed seed, RandomGenerator random) {
        Way way = WAYS.get(random.nextInt(WAYS.size()));
        Anatomy anatomy = seed.anatomy();
        byte[] damaged = seed.bytes().clone();
        switch (way) {
            case LENGTH -> damaged = changeLength(damaged, anatomy, random);
            case SPLICE -> damaged = splice(damaged, anatomy, random);
            case COMBINE -> {
                for (int i = 2 + random.nextInt(3); i > 0; i--) {
                    damageInPlace(pick(WAYS, random), damaged, anatomy, random);
                }
            }
            default -> damageInPlace(way, damaged, anatomy, random);
        }
        if (random.nextInt(16) > 0) {
            anatomy.seal(damaged);
        }
        return new Mutation(way.name().toLowerCase(Locale.ROOT), damaged);
    }

    private static void damageInPlace(Way way, byte[] damaged, Anatomy anatomy, RandomGenerator random) {
        switch (way) {
            case FIELD -> {
                for (int i = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(4); i > 0; i--) {
                    changeField(damaged, anatomy, random);
                }
            }
            case CROSS_LINK -> {
                for (int i = 1 + random.nextInt(2); i > 0; i--) {
                    crossLink(damaged, anatomy, random);
                }
            }
            case DUPLICATE -> overwrite(damaged, anatomy, random, false);
            case SWAP -> overwrite(damaged, anatomy, random, true);
            case BYTES -> copyBytes(damaged, anatomy, random);
            default -> {
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                }
            }
        }
    }

    private static <T> T pick(List<T> list, RandomGenerator random) {
        return list.get(random.nextInt(list.size()));
    }

    /** Chooses a field of a structure, sometimes an arbitrary range of its bytes. */
    private static Field field(Anatomy anatomy, RandomGenerator random) {
        Structure structure = pick(anatomy.structures(), random);
        Field[] fields = structure.fields();
        return fields.length > 0 && random.nextInt(5) > 0
                ? fields[random.nextInt(fields.length)]
                : new Field(structure.from() + random.nextInt(structure.length()), 1 << random.nextInt(4));
    }

    private static void changeField(byte[] damaged, Anatomy anatomy, RandomGenerator random) {
        Field field = field(anatomy, random);
        long old = Numbers.get(damaged, field.at(), field.width());
        boolean address = field.width() == anatomy.offsets() && random.nextInt(4) == 0;
        long value = address
                ? anyAddress(anatomy, random)
                : Numbers.boundary(random, damaged.length, Math.min(field.width(), Long.BYTES), old);
        Numbers.put(damaged, field.at(), field.width(), value);
    }

    private static long anyAddress(Anatomy anatomy, RandomGenerator random) {
        int[] addresses = anatomy.addresses();
        return addresses[random.nextInt(addresses.length)];
    }

    private static void crossLink(byte[] damaged, Anatomy anatomy, RandomGenerator random) {
        int[] fields = anatomy.addressFields();
        if (fields.length == 0) {
            changeField(damaged, anatomy, random);
            return;
        }
        long address = anyAddress(anatomy, random);
        if (random.nextInt(8) == 0) {
            address += random.nextInt(65) - 32; // possibly inside a structure
        }
        Numbers.put(damaged, fields[random.nextInt(fields.length)], anatomy.offsets(), address);
    }

    private static void copyBytes(byte[] damaged, Anatomy anatomy, RandomGenerator random) {
        Field to = field(anatomy, random);
        Field from = field(anatomy, random);
        int most = damaged.length - Math.max(from.at(), to.at());
        int count = Math.min(most, random.nextBoolean() ? to.width() : 1 + random.nextInt(32));
        System.arraycopy(damaged, from.at(), damaged, to.at(), count);
    }

    private static void overwrite(byte[] damaged, Anatomy anatomy, RandomGenerator random, boolean swap) {
        Structure a = pick(anatomy.structures(), random);
        Structure b = pick(anatomy.structures(), random);
        int most = damaged.length - Math.max(a.from(), b.from());
        int count = Math.min(most, random.nextBoolean() ? b.length() : Math.min(a.length(), b.length()));
        byte[] first = Arrays.copyOfRange(damaged, a.from(), a.from() + count);
        if (swap) {
            System.arraycopy(damaged, b.from(), damaged, a.from(), count);
        }
        System.arraycopy(first, 0, damaged, b.from(), count);
    }

    private static byte[] changeLength(byte[] damaged, Anatomy anatomy, RandomGenerator random) {
        int length = damaged.length;
        switch (random.nextInt(4)) {
            case 0 -> length += 1 + random.nextInt(5_000);
            case 1 -> length = 1 + random.nextInt(length);
            default -> {
                Structure structure = pick(anatomy.structures(), random);
                length = (random.nextBoolean() ? structure.from() : structure.end()) + random.nextInt(3) - 1;
            }
        }
        byte[] changed = Arrays.copyOf(damaged, Math.max(1, length));
        if (random.nextInt(4) > 0) {
            anatomy.setEndOfFile(changed);
        }
        return changed;
    }

    private byte[] splice(byte[] damaged, Anatomy anatomy, RandomGenerator random) {
        Seed other = pick(seeds, random);
        byte[] theirs = other.bytes();
        if (random.nextInt(4) == 0) {
            int cut = random.nextInt(Math.min(damaged.length, theirs.length));
            byte[] spliced = Arrays.copyOf(damaged, theirs.length);
            System.arraycopy(theirs, cut, spliced, cut, theirs.length - cut);
            anatomy.setEndOfFile(spliced);
            return spliced;
        }
        Structure to = pick(anatomy.structures(), random);
        Structure from = pick(other.anatomy().structures(), random);
        for (int i = 0; i < 8 && !from.signature().equals(to.signature()) && random.nextInt(8) > 0; i++) {
            from = pick(other.anatomy().structures(), random);
        }
        int count = Math.min(Math.min(damaged.length - to.from(), theirs.length - from.from()), from.length());
        System.arraycopy(theirs, from.from(), damaged, to.from(), count);
        return damaged;
    }
}
