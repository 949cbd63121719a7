package dev.fallow.format.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.format.message.SharedMessageIndexes.Index;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class SharedMessageIndexesTest {
    private static final String TABLE = """
            534D5442                                     # "SMTB"
            00 00 0200 08000000 3200 2800 0200           # a list of dataspaces from 8 bytes on, 2 messages
            4402000000000000 9E05000000000000            # list at 580, heap at 1438
            00 00 1000 08000000 3200 2800 0000           # a list of old fill values, empty
            FFFFFFFFFFFFFFFF FFFFFFFFFFFFFFFF
            985D359E
            """;

    private static final String LIST = """
            534D4C49                                     # "SMLI"
            00 05BCEDF3 02000000 0016000000001400        # in the heap, used twice
            01 9FDE3629 00 01 0000 3006000000000000      # in the object header at 1584
            16F4B668
            """ + "00".repeat(48 * 17);

    private static final Index INDEX = new Index(false, 2, 8, 50, 40, 2, 580, 1438);

    @Test
    void tableIsWhatTheTableSays() {
        SharedMessageIndexes table = CodecContract.of(
                        FieldSizes.EIGHT,
                        in -> SharedMessageIndexes.decode(in, 2),
                        SharedMessageIndexes::encode,
                        any -> SharedMessageIndexes.length(FieldSizes.EIGHT, 2))
                .sealed()
                .holdsFor(TABLE);
        assertThat(table.indexes())
                .containsExactly(INDEX, new Index(false, 16, 8, 50, 40, 0, Addresses.UNDEFINED, Addresses.UNDEFINED));
    }

    @Test
    void listIsWhatTheTableSays() {
        SharedMessageList list = CodecContract.of(
                        FieldSizes.EIGHT,
                        in -> SharedMessageList.decode(in, INDEX),
                        (each, out) -> each.encode(out, 50),
                        any -> SharedMessageList.length(FieldSizes.EIGHT, 50))
                .holdsFor(LIST);
        assertThat(list.records())
                .containsExactly(
                        SharedMessageRecord.inHeap(0xF3EDBC05, 2, 0x0014000000001600L),
                        SharedMessageRecord.inHeader(0x2936DE9F, 1, 0, 1584));
    }

    @Test
    void moreRecordsThanFitAreRefused() {
        Index one = new Index(false, 2, 8, 1, 0, 2, 580, 1438);
        assertThatThrownBy(() -> SharedMessageList.decode(Golden.reader(LIST, 580), one))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected at most 1 records, found 2");
        SharedMessageList list = new SharedMessageList(Collections.nCopies(2, SharedMessageRecord.inHeap(1, 1, 1)));
        assertThatThrownBy(() -> list.encode(new FieldWriter(FieldSizes.EIGHT), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 1 records, found 2");
    }

    /** The hashes of the dataspaces that libhdf5 has stored for three elements and for a scalar. */
    @Test
    void hashesIncludeTheType() {
        byte[] three = Golden.bytes("02010101 0300000000000000 0300000000000000");
        byte[] scalar = Golden.bytes("02000000");
        assertThat(SharedMessageRecord.hash(1, three, three.length)).isEqualTo(0xF3EDBC05);
        assertThat(SharedMessageRecord.hash(1, scalar, scalar.length)).isEqualTo(108502543);
        assertThat(SharedMessageRecord.hash(3, scalar, scalar.length)).isNotEqualTo(108502543);
    }

    @Test
    void anIndexCanGetOtherContent() {
        assertThat(INDEX.with(true, 51, 600, 700)).isEqualTo(new Index(true, 2, 8, 50, 40, 51, 600, 700));
    }

    @Test
    void aReferenceToTheHeap() {
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        SharedMessage.inHeap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}).encode(out);
        assertThat(out.toByteArray()).isEqualTo(Golden.bytes("0301 0102030405060708"));
    }
}
