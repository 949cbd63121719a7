package dev.fallow.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.Conversion;
import dev.fallow.Types;
import dev.fallow.format.FieldSizes;
import dev.fallow.type.BitField;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks of truth values, which are stored in one byte: written and read as their elements, whatever else than 0 and 1 is stored. */
class TruthBlocksTest {
    private static final ElementContext CONTEXT = ElementContext.of("test", new FieldSizes(8, 8));
    private static final int[] COUNTS = {1, 2, 7, 8, 9, 35, PrimitiveRows.PIECE_BYTES + 11};
    private static final int MARGIN = 3;

    static Stream<Datatype> types() {
        return Stream.of(
                Types.bool(),
                new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, false, false, 0, 8),
                new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, true, true, 2, 3));
    }

    @ParameterizedTest
    @MethodSource("types")
    void blocksAreWrittenAsTheirElements(Datatype type) throws IOException {
        ElementCodec codec = Codecs.of(type, CONTEXT);
        Random random = new Random(1);
        for (int count : COUNTS) {
            boolean[] row = new boolean[count + 2 * MARGIN];
            for (int i = 0; i < row.length; i++) {
                row[i] = random.nextBoolean();
            }
            assertThat(codec.firstMisfit(row)).isEqualTo(-1);
            ByteBuffer block = ByteBuffer.allocateDirect(count);
            codec.write(block, row, MARGIN, count);
            assertThat(block.position()).isEqualTo(count);
            ByteBuffer one = ByteBuffer.allocate(1);
            for (int i = 0; i < count; i++) {
                codec.write(one.clear(), row, MARGIN + i, 1);
                assertThat(block.get(i)).isEqualTo(one.get(0));
            }
            boolean[] read = new boolean[row.length];
            Codecs.of(type, boolean.class, Conversion.LOSSLESS, CONTEXT).read(block.rewind(), read, MARGIN, count);
            for (int i = 0; i < read.length; i++) {
                assertThat(read[i]).isEqualTo(i >= MARGIN && i < MARGIN + count && row[i]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyStoredByteIsReadInEveryPlace(Datatype type) throws IOException {
        ElementCodec codec = Codecs.of(type, boolean.class, Conversion.LOSSLESS, CONTEXT);
        boolean[] one = new boolean[1];
        for (int value = 0; value < 1 << Byte.SIZE; value++) {
            codec.read(ByteBuffer.wrap(new byte[] {(byte) value}), one, 0, 1);
            assertThat(one[0])
                    .isEqualTo(type instanceof BitField b && b.precision() == 3 ? (value & 28) != 0 : value != 0);
            for (int count : new int[] {8, 9, 23}) {
                for (int place = 0; place < count; place++) {
                    byte[] stored = new byte[count];
                    stored[place] = (byte) value;
                    boolean[] row = new boolean[count + 2 * MARGIN];
                    codec.read(ByteBuffer.wrap(stored), row, MARGIN, count);
                    for (int i = 0; i < row.length; i++) {
                        assertThat(row[i]).isEqualTo(i == MARGIN + place && one[0]);
                    }
                }
            }
        }
    }
}
