package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterSetting;
import dev.fallow.internal.filter.Pipeline.Encoded;
import dev.fallow.testing.Seeds;
import dev.fallow.type.Datatype;
import dev.fallow.type.Opaque;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;

/** Encodes and decodes random data of many kinds and sizes. */
public abstract class RoundTrips {
    private static final int[] ELEMENTS = {1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000, 1023, 4099};
    private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 17, 24, 40};

    private final Scratch scratch = new Scratch();

    /** Different content of the arrays: what a filter has not written would differ. */
    private final Scratch other = new Scratch();

    @AfterEach
    void close() {
        scratch.close();
        other.close();
    }

    /** All sizes of elements, which the filters do not interpret. Returns the number of chunks that were not skipped. */
    protected final int opaque(List<FilterSetting> settings) throws Exception {
        int filtered = 0;
        for (int size : SIZES) {
            filtered += all(settings, new Opaque(1, size, ""));
        }
        return filtered;
    }

    /** Elements of this type, of which all bits are stored. */
    protected final int all(List<FilterSetting> settings, Datatype type) throws Exception {
        return all(settings, type, 1);
    }

    /** The same for chunks of at least so many elements. */
    protected final int all(List<FilterSetting> settings, Datatype type, int least) throws Exception {
        long seed = Seeds.one(11);
        Random random = new Random(seed);
        int filtered = 0;
        for (int elements :
                Arrays.stream(ELEMENTS).filter(each -> each >= least).toArray()) {
            for (int kind = 0; kind < 5; kind++) {
                byte[] raw = data(kind, elements, (int) type.size(), random);
                String what = settings + " of " + elements + " elements of " + type + ", data " + kind + ", "
                        + Seeds.name(seed);
                filtered += roundTrip(
                        settings, new ElementTraits(type, List.of((long) elements), Optional.empty()), raw, what);
            }
        }
        return filtered;
    }

    private int roundTrip(List<FilterSetting> settings, ElementTraits traits, byte[] raw, String what)
            throws Exception {
        Pipeline pipeline = new Pipeline(Pipeline.describe(2, settings, traits));
        byte[] before = raw.clone();
        Encoded encoded = pipeline.encode(FilterData.of(raw), scratch);
        byte[] stored = Chunks.bytes(encoded.data());
        other.fill((byte) 0x77);
        Encoded again = pipeline.encode(FilterData.of(raw), other);
        assertThat(Chunks.bytes(again.data())).as(what).isEqualTo(stored);
        assertThat(raw).as(what).isEqualTo(before);
        byte[] back = Chunks.decode(pipeline, stored, encoded.mask(), raw.length, scratch);
        assertThat(back).as(what).isEqualTo(raw);
        return encoded.mask() == 0 ? 1 : 0;
    }

    private static byte[] data(int kind, int elements, int size, Random random) {
        byte[] raw = new byte[elements * size];
        switch (kind) {
            case 0:
                break;
            case 1:
                random.nextBytes(raw);
                break;
            case 2:
                Arrays.fill(raw, (byte) 0xFF);
                break;
            case 3:
                for (int i = 0; i < raw.length; i++) {
                    raw[i] = (byte) (i / size * 7 >> 8 * (i % size));
                }
                break;
            default:
                for (int i = 0; i < raw.length; i++) {
                    raw[i] = (byte) (random.nextInt(30) == 0 ? random.nextInt() : i / size / 50);
                }
                break;
        }
        return raw;
    }
}
