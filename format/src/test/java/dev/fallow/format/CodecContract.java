package dev.fallow.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.fallow.format.objectheader.HeaderMessage;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The contract of every codec, checked with one valid encoding: decoding and encoding give the same bytes and the
 * predicted length, if there is an encoder; every truncation is refused; an encoding with one or (from a fixed seed) several changed bytes is
 * either refused with a {@link FormatException} or decoded to a value that can be encoded and decoded again without
 * change.
 */
public final class CodecContract<T> {
    /** Rounds with several changes in one encoding; from 1,000 on, also every value of every byte. */
    private static final int RANDOM_ROUNDS = Integer.getInteger("fallow.format.mutations", 300);

    private static final boolean EVERY_VALUE = RANDOM_ROUNDS >= 1_000;

    /** The maximum length for which every value of every byte is tried. */
    private static final int LARGE = 200;

    private final FieldSizes sizes;
    private final Function<FieldReader, T> decode;
    private final BiConsumer<T, FieldWriter> encode;
    /** Null if no code needs the length before the encoding. */
    private final ToIntFunction<T> length;

    private boolean sealed;
    private boolean openEnded;

    private CodecContract(
            FieldSizes sizes,
            Function<FieldReader, T> decode,
            BiConsumer<T, FieldWriter> encode,
            ToIntFunction<T> length) {
        this.sizes = sizes;
        this.decode = decode;
        this.encode = encode;
        this.length = length;
    }

    public static <T> CodecContract<T> of(
            FieldSizes sizes,
            Function<FieldReader, T> decode,
            BiConsumer<T, FieldWriter> encode,
            ToIntFunction<T> length) {
        return new CodecContract<>(sizes, decode, encode, length);
    }

    /** A codec that only reads: what is decoded cannot be encoded again. */
    public static <T> CodecContract<T> reading(FieldSizes sizes, Function<FieldReader, T> decode) {
        return new CodecContract<>(sizes, decode, null, null);
    }

    public static <T extends HeaderMessage> CodecContract<T> of(FieldSizes sizes, Function<FieldReader, T> decode) {
        return new CodecContract<>(sizes, decode, HeaderMessage::encode, null);
    }

    public static <T extends HeaderMessage> CodecContract<T> of(Function<FieldReader, T> decode) {
        return of(FieldSizes.EIGHT, decode);
    }

    /** The last four bytes are a checksum: mutations are also tried with a valid one. */
    public CodecContract<T> sealed() {
        sealed = true;
        return this;
    }

    /** The structure has no length field, so a truncated encoding may be valid. */
    public CodecContract<T> openEnded() {
        openEnded = true;
        return this;
    }

    /** Checks the contract with this encoding and returns the decoded value. */
    public T holdsFor(String dump) {
        return holdsFor(Golden.bytes(dump));
    }

    /** Checks the contract with this encoding and returns the decoded value. */
    public T holdsFor(byte[] golden) {
        FieldReader in = reader(golden);
        T value = decode.apply(in);
        assertThat(in.remaining()).as("bytes left").isZero();
        if (encode != null) {
            assertThat(HexFormat.of().formatHex(encoded(value)))
                    .as("encoding of %s", value)
                    .isEqualTo(HexFormat.of().formatHex(golden));
        }
        if (length != null) {
            assertThat(length.applyAsInt(value)).as("length").isEqualTo(golden.length);
        }
        for (int cut = 0; cut < golden.length && !openEnded; cut++) {
            byte[] truncated = Arrays.copyOf(golden, cut);
            assertThatThrownBy(() -> decode.apply(reader(truncated)))
                    .as("cut to %d bytes", cut)
                    .isInstanceOf(FormatException.class);
        }
        eachByte(golden);
        severalBytes(golden);
        return value;
    }

    private void eachByte(byte[] golden) {
        // 256 values of a byte, or those where a field may change its meaning, and each bit; of padding a few bytes
        // only
        for (int at = 0; at < golden.length; at++) {
            if (golden.length > LARGE && at % 64 != 0 && insideZeros(golden, at)) {
                continue;
            }
            for (int value = 0; value < 256; value++) {
                int difference = value ^ golden[at] & 0xFF;
                boolean telling = value < 4 || value > 252 || value == 127 || value == 128;
                if (telling || (difference & difference - 1) == 0 || EVERY_VALUE && golden.length <= LARGE) {
                    byte[] mutated = golden.clone();
                    mutated[at] = (byte) value;
                    decodesOrRefuses(mutated, "byte " + at + " = " + value);
                }
            }
        }
    }

    private static boolean insideZeros(byte[] golden, int at) {
        for (int i = Math.max(0, at - 16); i < Math.min(golden.length, at + 16); i++) {
            if (golden[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private void severalBytes(byte[] golden) {
        SplittableRandom random = new SplittableRandom(golden.length);
        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            byte[] mutated = golden.clone();
            for (int changes = 2 + random.nextInt(3); changes > 0; changes--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            decodesOrRefuses(mutated, "seed " + golden.length + ", round " + round);
        }
    }

    private void decodesOrRefuses(byte[] mutated, String what) {
        decodesOrRefusesOne(mutated, what);
        if (sealed) {
            int body = mutated.length - 4;
            FieldWriter out = new FieldWriter(sizes).bytes(Arrays.copyOf(mutated, body));
            decodesOrRefusesOne(out.checksumFrom(0).toByteArray(), what + ", sealed");
        }
    }

    private void decodesOrRefusesOne(byte[] mutated, String what) {
        T value;
        try {
            value = decode.apply(reader(mutated));
        } catch (FormatException refused) {
            assertThat(refused.structure()).isNotBlank();
            return;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError other) {
            fail(what + ": " + HexFormat.of().formatHex(mutated), other);
            return;
        }
        if (encode == null) {
            return;
        }
        byte[] written;
        byte[] writtenAgain;
        try {
            written = encoded(value);
            writtenAgain = encoded(decode.apply(reader(written)));
        } catch (RuntimeException other) {
            fail(what + ": " + value + " cannot be written and read again", other);
            return;
        }
        if (!Arrays.equals(written, writtenAgain)) {
            fail(what + ": " + value + " is written and read as something else");
        }
    }

    private FieldReader reader(byte[] bytes) {
        return FieldReader.of(bytes, sizes, "test", 4096);
    }

    private byte[] encoded(T value) {
        FieldWriter out = new FieldWriter(sizes);
        encode.accept(value, out);
        return out.toByteArray();
    }
}
