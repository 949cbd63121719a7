package dev.fallow.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5 unless a test says otherwise. */
class AttributeMessageTest {
    private static final CodecContract<AttributeMessage> CONTRACT = CodecContract.of(AttributeMessage::decode);

    private static final String INT16 = "10 080000 02000000 0000 1000 ";
    private static final String UNIT = "03 00 0500 0C00 0400 00 756E697400" + INT16 + "02000000 0700";

    private static AttributeMessage attribute(
            FieldSizes sizes, String name, Datatype datatype, Dataspace dataspace, byte[] data) {
        return AttributeMessage.of(
                encoder -> {
                    FieldWriter out = new FieldWriter(sizes);
                    encoder.accept(out);
                    return out.toByteArray();
                },
                name,
                datatype,
                dataspace,
                data);
    }

    @Test
    void version3() {
        AttributeMessage unit = CONTRACT.holdsFor(UNIT);
        assertThat(unit)
                .usingRecursiveComparison()
                .isEqualTo(
                        attribute(FieldSizes.EIGHT, "unit", FixedPoint.INT16, Dataspace.scalar(), new byte[] {7, 0}));
        assertThat(unit.datatype()).isEqualTo(FixedPoint.INT16);
        assertThat(unit.dataspace(FieldSizes.EIGHT)).usingRecursiveComparison().isEqualTo(Dataspace.scalar());
        assertThat(unit.withData(new byte[] {8, 0}).data()).containsExactly(8, 0);
        assertThatThrownBy(() -> unit.withData(new byte[3])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> unit.sharedDatatype(FieldSizes.EIGHT)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> unit.sharedDataspace(FieldSizes.EIGHT)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void version1PadsItsParts() {
        // libhdf5 pads the message itself too; that belongs to the object header
        AttributeMessage unit = CONTRACT.holdsFor(
                "01 00 0500 0C00 0800 756E697400 000000" + INT16 + "00000000" + "0100000000000000 0700");
        assertThat(unit.name()).isEqualTo("unit");
        assertThat(unit.dataspace(FieldSizes.EIGHT).kind()).isEqualTo(Dataspace.Kind.SCALAR);
        AttributeMessage padded = AttributeMessage.decode(Golden.reader(
                "01 00 0500 0C00 0800 756E697400 000000" + INT16 + "00000000 0100000000000000 0700 000000000000", 96));
        assertThat(padded).usingRecursiveComparison().isEqualTo(unit);
    }

    @Test
    void namesAreKeptWhateverTheirCharacterSetSays() {
        AttributeMessage mislabelled =
                CONTRACT.holdsFor("03 00 0800 0C00 0400 00 6772C3BCC39F6500" + INT16 + "02000000 0700");
        assertThat(mislabelled.name()).isEqualTo("grüße");
        assertThat(mislabelled.characterSet()).isEqualTo(CharacterSet.ASCII);
        assertThat(attribute(FieldSizes.EIGHT, "grüße", FixedPoint.INT16, Dataspace.scalar(), new byte[2])
                        .characterSet())
                .isEqualTo(CharacterSet.UTF_8);
    }

    @Test
    void committedDatatypesAreReferences() {
        AttributeMessage attribute = CodecContract.of(AttributeMessage::decode)
                .openEnded()
                .holdsFor("03 01 0300 0A00 0400 00 616E00 0202F826000000000000 02000000 0500000000000000");
        assertThat(attribute.datatypeShared()).isTrue();
        assertThat(attribute.sharedDatatype(FieldSizes.EIGHT))
                .usingRecursiveComparison()
                .isEqualTo(SharedMessage.committed(0x26F8));
        assertThat(attribute.data()).hasSize(8);
        assertThatThrownBy(attribute::datatype).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void dataspacesFollowTheWidthsOfTheFile() {
        FieldSizes narrow = new FieldSizes(4, 4);
        AttributeMessage attribute = attribute(narrow, "a", FixedPoint.INT8, Dataspace.simple(3), new byte[] {1, 2, 3});
        FieldWriter out = new FieldWriter(narrow);
        attribute.encode(out);
        AttributeMessage decoded =
                CodecContract.of(narrow, AttributeMessage::decode).holdsFor(out.toByteArray());
        assertThat(decoded.dataspace(narrow)).usingRecursiveComparison().isEqualTo(Dataspace.simple(3));
    }

    @Test
    void fieldsOutOfRangeAreRefused() {
        refused(UNIT.replaceFirst("03 00", "04 00"), "version");
        refused(UNIT.replaceFirst("03 00", "03 04"), "flags");
        refused(UNIT.replaceFirst("0500", "0100"), "name of at least 2 bytes, found 1");
        refused(UNIT.replaceFirst("00 756E697400", "00 756E697475"), "terminator");
        refused(UNIT.replaceFirst("00 756E697400", "00 756E000000"), "name of 5 bytes with its terminator, found 3");
        refused(UNIT.replaceFirst("00 756E697400", "02 756E697400"), "character set");
        refused(UNIT.replaceFirst("0C00", "0B00"), "more bytes");
        refused(UNIT.replaceFirst("02000000 0700", "02010001 0700"), "more bytes");
        assertThatThrownBy(() -> attribute(
                        FieldSizes.EIGHT, "a", FixedPoint.INT16, Dataspace.simple(Long.MAX_VALUE), new byte[2]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> attribute(FieldSizes.EIGHT, "", FixedPoint.INT16, Dataspace.scalar(), new byte[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void refused(String dump, String message) {
        assertThatThrownBy(() -> AttributeMessage.decode(Golden.reader(dump, 4096)))
                .as(dump)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }
}
