package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.internal.filter.Pipeline.Encoded;
import dev.fallow.type.FixedPoint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PipelineTest {
    private static final ElementTraits INTS =
            new ElementTraits(FixedPoint.INT32, List.of(10L, 20L), Optional.of(new byte[0]));

    private final Scratch scratch = new Scratch();

    @AfterEach
    void close() {
        scratch.close();
    }

    private static Pipeline pipeline(Filter... filters) {
        return new Pipeline(new FilterPipeline(2, List.of(filters)));
    }

    private static Filter optional(int id, int... values) {
        return new Filter(id, "", Filter.OPTIONAL, values);
    }

    private static Filter mandatory(int id, int... values) {
        return new Filter(id, "", 0, values);
    }

    @Test
    void describesTheFiltersOfADataset() throws Exception {
        FilterPipeline message =
                Pipeline.describe(2, List.of(Filters.shuffle(), Filters.deflate(4), Filters.fletcher32()), INTS);
        assertThat(message)
                .usingRecursiveComparison()
                .isEqualTo(new FilterPipeline(
                        2,
                        List.of(
                                new Filter(2, "shuffle", Filter.OPTIONAL, new int[] {4}),
                                new Filter(1, "deflate", Filter.OPTIONAL, new int[] {4}),
                                new Filter(3, "fletcher32", 0, new int[0]))));
    }

    @Test
    void withoutFiltersOnlyTheLengthIsChecked() throws Exception {
        byte[] data = {1, 2, 3, 4};
        assertThat(pipeline().decode(FilterData.of(data), 0, 4, scratch).array())
                .isSameAs(data);
        assertThatThrownBy(() -> pipeline().decode(FilterData.of(data), 0, 5, scratch))
                .isInstanceOf(FilterException.class)
                .hasMessage("expected 5 bytes of raw data, found 4");
        assertThatThrownBy(() -> pipeline().decode(FilterData.of(data), 0, 3, scratch))
                .hasMessage("expected 3 bytes of raw data, found 4");
    }

    @Test
    void skipsTheFiltersInTheMask() throws Exception {
        Pipeline pipeline = pipeline(optional(Filters.SHUFFLE, 2), optional(31999), mandatory(Filters.FLETCHER32));
        byte[] stored = {1, 3, 5, 2, 4, 6, 12, 12, 40, 20};
        assertThat(Chunks.decode(pipeline, Arrays.copyOf(stored, 6), 0b110, 6, scratch))
                .containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(Chunks.decode(pipeline, stored, 0b111, 10, scratch)).isEqualTo(stored);
        assertThatThrownBy(() -> pipeline.decode(FilterData.of(stored), 0b111, 6, scratch))
                .hasMessage("expected 6 bytes of raw data, found 10");
    }

    /** An unknown filter matters only for chunks that went through it. */
    @Test
    void anUnknownFilterIsNamed() {
        byte[] data = new byte[8];
        assertThatThrownBy(() -> Chunks.decode(pipeline(optional(32013)), data, 0, 8, scratch))
                .isInstanceOf(FilterException.class)
                .hasMessage("filter 32013 (zfp) is not available: neither built in nor provided as a service of type"
                        + " dev.fallow.filter.Filter");
        assertThatThrownBy(() -> Chunks.decode(pipeline(optional(500)), data, 0, 8, scratch))
                .hasMessageStartingWith("filter 500 is not available");
        assertThatThrownBy(() -> Chunks.decode(pipeline(optional(Filters.BLOSC)), data, 0, 8, scratch))
                .hasMessage("filter 32001 (blosc) is not available: the module fallow-filters has it, which is not on"
                        + " the class path or module path");
        assertThatThrownBy(() -> Pipeline.describe(2, List.of(Filters.lz4()), INTS))
                .hasMessageStartingWith("filter 32004 (lz4) is not available");
    }

    @Test
    void namesOfFilters() {
        assertThat(FilterRegistry.name(1)).isEqualTo("deflate");
        assertThat(FilterRegistry.name(32001)).isEqualTo("blosc");
        assertThat(FilterRegistry.name(305)).isEqualTo("lzo");
        assertThat(FilterRegistry.name(500)).isEmpty();
    }

    /** By default nothing is written without a filter; HDF5 permits it for an optional one. */
    @Test
    void anOptionalFilterThatIsNotAvailableIsSkippedIfThatIsAskedFor() throws Exception {
        byte[] data = {1, 2, 3, 4};
        Filter[] filters = {optional(500), optional(Filters.SHUFFLE, 2)};
        Pipeline strict = pipeline(filters);
        assertThatThrownBy(() -> strict.encode(FilterData.of(data), scratch))
                .isInstanceOf(FilterException.class)
                .hasMessageStartingWith("filter 500 is not available")
                .hasMessageEndingWith("the option withUnwritableFiltersSkipped writes chunks without such filters,"
                        + " uncompressed");
        Pipeline skipping = new Pipeline(new FilterPipeline(2, List.of(filters)), true);
        Encoded encoded = skipping.encode(FilterData.of(data), scratch);
        assertThat(encoded.mask()).isEqualTo(1);
        assertThat(Chunks.bytes(encoded.data())).containsExactly(1, 3, 2, 4);
        assertThat(skipping.refusal()).isNull();
        assertThat(skipping.problem()).startsWith("filter 500 is not available");
        Pipeline mandatory = new Pipeline(new FilterPipeline(2, List.of(mandatory(500))), true);
        assertThatThrownBy(() -> mandatory.encode(FilterData.of(data), scratch))
                .isInstanceOf(FilterException.class)
                .hasMessageStartingWith("filter 500 is not available")
                .hasMessageNotContaining("withUnwritableFiltersSkipped");
    }

    /** What other writers store after the values that a filter knows means nothing. */
    @Test
    void furtherValuesMeanNothing() throws Exception {
        byte[] raw = new byte[400];
        for (int i = 0; i < raw.length; i += 4) {
            raw[i] = (byte) (i / 40);
        }
        int[] szip = {141, 8, 32, 100};
        int[] scaled = new int[20];
        int[] shapes = {2, 0, 100, 0, 4, 1, 0, 0};
        System.arraycopy(shapes, 0, scaled, 0, shapes.length);
        Filter[] exact = {
            optional(Filters.DEFLATE, 6),
            optional(Filters.SHUFFLE, 4),
            optional(Filters.LZF, 4, 261, 400),
            mandatory(Filters.FLETCHER32),
            optional(Filters.SZIP, szip),
            optional(Filters.SCALE_OFFSET, scaled)
        };
        for (Filter filter : exact) {
            int[] more = Arrays.copyOf(filter.clientData(), filter.clientData().length + 2);
            more[more.length - 1] = -7;
            Pipeline pipeline = pipeline(new Filter(filter.id(), "", filter.flags(), more));
            byte[] stored =
                    Chunks.bytes(pipeline.encode(FilterData.of(raw), scratch).data());
            assertThat(stored)
                    .as("filter %d", filter.id())
                    .isEqualTo(Chunks.bytes(
                            pipeline(filter).encode(FilterData.of(raw), scratch).data()));
            assertThat(Chunks.decode(pipeline, stored, 0, raw.length, scratch)).isEqualTo(raw);
        }
    }

    /** Releases of libhdf5 up to 1.8 left the sign of floating-point numbers unset. */
    @Test
    void scaleOffsetIgnoresTheSignOfFloatingPointNumbers() throws Exception {
        int[] values = new int[20];
        int[] first = {0, 2, 4, 1, 8, 148433160, 0, 0};
        System.arraycopy(first, 0, values, 0, first.length);
        Pipeline pipeline = pipeline(optional(Filters.SCALE_OFFSET, values));
        byte[] raw = new byte[32];
        ByteBuffer.wrap(raw)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(1.25)
                .putDouble(2.5)
                .putDouble(-3.75)
                .putDouble(4);
        byte[] stored =
                Chunks.bytes(pipeline.encode(FilterData.of(raw), scratch).data());
        assertThat(Chunks.decode(pipeline, stored, 0, raw.length, scratch)).isEqualTo(raw);
        values[0] = 2;
        values[1] = 0;
        values[3] = 0;
        assertThatThrownBy(
                        () -> pipeline(optional(Filters.SCALE_OFFSET, values)).encode(FilterData.of(raw), scratch))
                .hasMessage("filter 6 (scaleoffset): expected a sign of 0 to 1, found 148433160");
    }

    /** What libhdf5 stores for elements of variable length: no value, and the bit in the mask. */
    @Test
    void shuffleWithoutAValueIsSkipped() throws Exception {
        byte[] data = new byte[32];
        assertThat(pipeline(optional(Filters.SHUFFLE))
                        .encode(FilterData.of(data), scratch)
                        .mask())
                .isEqualTo(1);
        assertThatThrownBy(() -> pipeline(mandatory(Filters.SHUFFLE)).encode(FilterData.of(data), scratch))
                .hasMessage("filter 2 (shuffle): the filter is mandatory, and does not apply to these 32 bytes");
        assertThatThrownBy(() -> pipeline(mandatory(Filters.SHUFFLE)).decode(FilterData.of(data), 0, 32, scratch))
                .hasMessage("filter 2 (shuffle): expected one value, the size of an element, found []");
    }

    @Test
    void aStreamOfAnotherLengthIsAnError() throws Exception {
        Pipeline pipeline = pipeline(optional(Filters.DEFLATE, 6));
        byte[] stored = Chunks.bytes(
                pipeline.encode(FilterData.of(new byte[1000]), scratch).data());
        assertThatThrownBy(() -> pipeline.decode(FilterData.of(stored), 0, 1001, scratch))
                .hasMessage("expected 1001 bytes of raw data, found 1000");
        assertThatThrownBy(() -> pipeline.decode(FilterData.of(stored), 0, 999, scratch))
                .hasMessage("filter 1 (deflate): expected at most 999 bytes, found more");
        byte[] longer = Arrays.copyOf(stored, stored.length + 5);
        assertThat(Chunks.decode(pipeline, longer, 0, 1000, scratch)).isEqualTo(new byte[1000]);
        byte[] cutOff = Arrays.copyOf(stored, stored.length - 1);
        assertThatThrownBy(() -> pipeline.decode(FilterData.of(cutOff), 0, 1000, scratch))
                .hasMessageContaining("the stream is cut off");
        stored[stored.length - 1] ^= 1;
        assertThatThrownBy(() -> pipeline.decode(FilterData.of(stored), 0, 1000, scratch))
                .hasMessageContaining("incorrect data check");
    }

    @Test
    void deflateNeedsItsLevelToWrite() {
        for (int[] values : new int[][] {{}, {10}, {-1}}) {
            assertThatThrownBy(() ->
                            pipeline(optional(Filters.DEFLATE, values)).encode(FilterData.of(new byte[8]), scratch))
                    .isInstanceOf(FilterException.class)
                    .hasMessage("filter 1 (deflate): expected one value, a level of 0 to 9, found "
                            + Arrays.toString(values));
        }
    }

    @Test
    void acceptsTheChecksumOfOldReleases() throws Exception {
        Pipeline pipeline = pipeline(mandatory(Filters.FLETCHER32));
        assertThat(Chunks.decode(pipeline, new byte[] {1, 2, 3, 2, 4, 4, 5}, 0, 3, scratch))
                .containsExactly(1, 2, 3);
        assertThat(Chunks.decode(pipeline, new byte[] {1, 2, 3, 4, 2, 5, 4}, 0, 3, scratch))
                .containsExactly(1, 2, 3);
        assertThatThrownBy(() -> Chunks.decode(pipeline, new byte[] {1, 2, 3, 5, 4, 2, 4}, 0, 3, scratch))
                .hasMessage("filter 3 (fletcher32): expected the checksum 0x05040402 of 3 bytes, found 0x04020405");
    }

    /** Three filters, several chunks: the second run uses the arrays of the first. */
    @Test
    void theScratchIsUsedAgain() throws Exception {
        Pipeline pipeline =
                pipeline(optional(Filters.SHUFFLE, 4), optional(Filters.DEFLATE, 1), mandatory(Filters.FLETCHER32));
        byte[] raw = new byte[4000];
        byte[] stored =
                Chunks.bytes(pipeline.encode(FilterData.of(raw), scratch).data());
        byte[] first =
                pipeline.decode(FilterData.of(stored), 0, raw.length, scratch).array();
        byte[] second =
                pipeline.decode(FilterData.of(stored), 0, raw.length, scratch).array();
        assertThat(second).isSameAs(first);
    }

    @Test
    void aClosedScratchWorksAgain() throws Exception {
        Pipeline pipeline = pipeline(optional(Filters.DEFLATE, 1));
        byte[] raw = {1, 2, 3};
        byte[] stored =
                Chunks.bytes(pipeline.encode(FilterData.of(raw), scratch).data());
        scratch.close();
        assertThat(Chunks.decode(pipeline, stored, 0, 3, scratch)).isEqualTo(raw);
    }

    /** Its result can be left to another thread, which needs it longer than this one. */
    @Test
    void dataInTheScratchIsNotChangedAndThreeArraysAreEnough() throws Exception {
        int length = 40_000;
        Pipeline pipeline = pipeline(optional(2, 4), optional(1, 1), mandatory(3));
        Random random = new Random(1);
        byte[] data = new byte[length];
        for (int round = 0; round < 5; round++) {
            random.nextBytes(data); // cannot be compressed
            byte[] raw = scratch.input(length);
            System.arraycopy(data, 0, raw, 0, length);
            Encoded encoded = pipeline.encode(new FilterData(raw, 0, length), scratch);
            assertThat(Arrays.equals(raw, 0, length, data, 0, length)).isTrue();
            assertThat(encoded.mask()).isZero();
            assertThat(scratch.bytes()).isBetween(3L * length, 3L * length + length / 100);
            byte[] result = encoded.data().array();
            assertThat(scratch.forget(result)).isTrue();
            assertThat(scratch.forget(result)).isFalse();
            byte[] stored = Arrays.copyOfRange(
                    result, encoded.data().offset(), encoded.data().end());
            scratch.fill((byte) 7);
            assertThat(Chunks.decode(pipeline, stored, 0, length, new Scratch()))
                    .isEqualTo(data);
        }
    }
}
