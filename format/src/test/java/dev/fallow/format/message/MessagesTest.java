package dev.fallow.format.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.layout.OldFillValue;
import dev.fallow.format.objectheader.HeaderMessage;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5 unless a test says otherwise. */
class MessagesTest {
    private static final String NONE = "FFFFFFFFFFFFFFFF ";
    private static final FieldSizes NARROW = new FieldSizes(4, 2);

    private static <T extends HeaderMessage> T holds(Function<FieldReader, T> decode, String dump) {
        return CodecContract.of(decode).holdsFor(dump);
    }

    private static <T> T reads(Function<FieldReader, T> decode, String dump) {
        return CodecContract.reading(FieldSizes.EIGHT, decode).holdsFor(dump);
    }

    /** Checks encoding and decoding in a file with addresses of 4 bytes and lengths of 2. */
    private static <T extends HeaderMessage> void holdsNarrow(Function<FieldReader, T> decode, T message) {
        FieldWriter out = new FieldWriter(NARROW);
        message.encode(out);
        assertThat(CodecContract.of(NARROW, decode).holdsFor(out.toByteArray()))
                .usingRecursiveComparison()
                .isEqualTo(message);
    }

    private static void refused(Function<FieldReader, ?> decode, String dump, String message) {
        assertThatThrownBy(() -> decode.apply(Golden.reader(dump, 4096)))
                .as(dump)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(" at address 4")
                .hasMessageContaining(message);
    }

    @Test
    void linkInfo() {
        assertThat(holds(LinkInfo::decode, "00 00" + NONE + NONE)).isEqualTo(LinkInfo.COMPACT);
        LinkInfo ordered = holds(LinkInfo::decode, "00 03 0400000000000000" + NONE + NONE + NONE);
        assertThat(ordered.withMaxCreationIndex(0))
                .isEqualTo(new LinkInfo(true, true, 0, Addresses.UNDEFINED, Addresses.UNDEFINED, Addresses.UNDEFINED));
        assertThat(holds(LinkInfo::decode, "00 00 D80A000000000000 6A0B000000000000")
                        .dense())
                .isTrue();
        holdsNarrow(LinkInfo::decode, new LinkInfo(true, true, 9, 1, 2, 3));
        refused(LinkInfo::decode, "01 00" + NONE + NONE, "version");
        refused(LinkInfo::decode, "00 04" + NONE + NONE, "flags");
        refused(LinkInfo::decode, "00 01" + NONE + NONE + NONE, "2^63-1");
    }

    @Test
    void groupInfo() {
        assertThat(holds(GroupInfo::decode, "00 00")).isEqualTo(GroupInfo.DEFAULT);
        // made by hand
        assertThat(holds(GroupInfo::decode, "00 03 0900 0300 0700 1000"))
                .isEqualTo(new GroupInfo(true, 9, 3, true, 7, 16));
        assertThat(holds(GroupInfo::decode, "00 02 0700 1000").maxCompact()).isEqualTo(8);
        refused(GroupInfo::decode, "00 04", "flags");
    }

    @Test
    void links() {
        LinkMessage ordered = holds(LinkMessage::decode, "01 04 0000000000000000 03 737562 F428000000000000");
        assertThat(ordered).isEqualTo(LinkMessage.of("sub", new LinkTarget.Hard(0x28F4), 0));
        assertThat(holds(LinkMessage::decode, "01 0C 01 0100000000000000 04 736F6674 0400 2F693332"))
                .isEqualTo(LinkMessage.of("soft", new LinkTarget.Soft("/i32"), 1));
        assertThat(holds(LinkMessage::decode, "01 0C 40 0200000000000000 03 657874 0900 00 6F2E683500 2F7800"))
                .isEqualTo(LinkMessage.of("ext", new LinkTarget.External("o.h5", "/x"), 2));
        assertThat(holds(LinkMessage::decode, "01 14 0300000000000000 01 06 6E61C3AF7665 B300000000000000"))
                .isEqualTo(LinkMessage.of("naïve", new LinkTarget.Hard(0xB3), 3));
        // made by hand: nothing but the name; a type of an application; a wide length; a type that need not be stored
        assertThat(holds(LinkMessage::decode, "01 00 01 61 6000000000000000")).isEqualTo(LinkMessage.hard("a", 96));
        assertThat(holds(LinkMessage::decode, "01 08 FF 01 61 0300 010203").target())
                .usingRecursiveComparison()
                .isEqualTo(new LinkTarget.UserDefined(255, new byte[] {1, 2, 3}));
        assertThat(holds(LinkMessage::decode, "01 02 01000000 61 6000000000000000")
                        .name())
                .isEqualTo("a");
        assertThat(holds(LinkMessage::decode, "01 08 00 01 61 6000000000000000")
                        .target()
                        .type())
                .isZero();
        assertThat(holds(LinkMessage::decode, "01 00 02 61EF 6000000000000000").name())
                .isEqualTo("a\uDCEF");
        holdsNarrow(LinkMessage::decode, LinkMessage.hard("narrow", 77));
        LinkMessage longName = LinkMessage.soft("n".repeat(300), "/p");
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        longName.encode(out);
        assertThat(CodecContract.of(LinkMessage::decode).holdsFor(out.toByteArray()))
                .isEqualTo(longName);
    }

    @Test
    void linksOutOfRangeAreRefused() {
        refused(LinkMessage::decode, "02 00 01 61 6000000000000000", "version");
        refused(LinkMessage::decode, "01 20 01 61 6000000000000000", "flags");
        refused(LinkMessage::decode, "01 08 02 01 61 6000000000000000", "link type");
        refused(LinkMessage::decode, "01 08 3F 01 61 6000000000000000", "link type");
        refused(LinkMessage::decode, "01 10 02 01 61 6000000000000000", "character set");
        refused(LinkMessage::decode, "01 00 00 6000000000000000", "at least 1 byte, found 0");
        refused(LinkMessage::decode, "01 00 01 61" + NONE, "undefined");
        refused(LinkMessage::decode, "01 03 FFFFFFFFFFFFFF7F 61 6000000000000000", "more bytes");
        refused(LinkMessage::decode, "01 08 01 01 61 0000", "soft link path");
        refused(LinkMessage::decode, "01 08 40 01 61 0300 01 0000", "flags");
        refused(LinkMessage::decode, "01 08 40 01 61 0300 00 6100", "terminator");
        refused(LinkMessage::decode, "01 08 40 01 61 0400 00 0000 00", "end of the link");
        assertThatThrownBy(() -> LinkMessage.hard("", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LinkMessage.soft("a", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LinkMessage(0, 5, false, "a", new LinkTarget.Hard(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fillValues() {
        assertThat(holds(FillValue::decode, "03 0A"))
                .usingRecursiveComparison()
                .isEqualTo(new FillValue(3, FillValue.AllocationTime.LATE, FillValue.FillTime.IF_SET, new byte[0]));
        assertThat(holds(FillValue::decode, "03 2A 04000000 2A000000").value()).containsExactly(42, 0, 0, 0);
        assertThat(holds(FillValue::decode, "02 02 02 01 04000000 2A000000").value())
                .containsExactly(42, 0, 0, 0);
        FillValue old = holds(FillValue::decode, "02 03 02 01 00000000");
        assertThat(old.allocationTime()).isEqualTo(FillValue.AllocationTime.INCREMENTAL);
        assertThat(old.fillTime()).isEqualTo(FillValue.FillTime.IF_SET);
        assertThat(old.value()).isEmpty();
        // made by hand
        assertThat(holds(FillValue::decode, "03 11").value()).isEmpty();
        assertThat(holds(FillValue::decode, "01 01 01 00").value()).isEmpty();
        refused(FillValue::decode, "03 3A 00000000", "found both");
        refused(FillValue::decode, "03 4A", "flags");
        refused(FillValue::decode, "03 0E", "fill time");
        refused(FillValue::decode, "02 04 02 00", "allocation time");
        refused(FillValue::decode, "02 02 03 00", "fill time");
        refused(FillValue::decode, "02 02 02 02", "defined");
        refused(FillValue::decode, "02 02 02 01 FFFFFFFF 00", "4294967295 more bytes");
        assertThat(holds(OldFillValue::decode, "04000000 2A000000").value()).containsExactly(42, 0, 0, 0);
        refused(OldFillValue::decode, "04000080 2A000000", "more bytes");
    }

    @Test
    void layouts() {
        assertThat(holds(DataLayout::decode, "03 01" + NONE + "0800000000000000"))
                .isEqualTo(new DataLayout.Contiguous(3, Addresses.UNDEFINED, 8));
        assertThat(holds(DataLayout::decode, "03 01 5A18000000000000 0800000000000000"))
                .isEqualTo(new DataLayout.Contiguous(3, 0x185A, 8));
        assertThat(holds(DataLayout::decode, "03 00 0600 010002000300"))
                .usingRecursiveComparison()
                .isEqualTo(new DataLayout.Compact(3, new byte[] {1, 0, 2, 0, 3, 0}));
        // made by hand
        holdsNarrow(DataLayout::decode, new DataLayout.Contiguous(4, 7, 9));
        DataLayout old = CodecContract.of(DataLayout::decode)
                .openEnded()
                .holdsFor("01 01 01 0000000000 6000000000000000 05000000");
        assertThat(old.layoutClass()).isEqualTo(DataLayout.CONTIGUOUS);
        assertThat(old.version()).isEqualTo(1);
        refused(DataLayout::decode, "06 01", "version");
        refused(DataLayout::decode, "03 03", "layout class");
        refused(DataLayout::decode, "04 04", "layout class");
        refused(DataLayout::decode, "02 01 03", "layout class");
        refused(DataLayout::decode, "03 01 0100000000000000 FFFFFFFFFFFFFF7F", "size of less than 2^63 - 1");
    }

    @Test
    void attributeInfo() {
        assertThat(holds(AttributeInfo::decode, "00 00" + NONE + NONE)).isEqualTo(AttributeInfo.COMPACT);
        // made by hand
        AttributeInfo ordered = holds(AttributeInfo::decode, "00 03 0500" + NONE + NONE + NONE);
        assertThat(ordered.maxCreationIndex()).isEqualTo(5);
        assertThat(ordered.withMaxCreationIndex(6).maxCreationIndex()).isEqualTo(6);
        holdsNarrow(AttributeInfo::decode, new AttributeInfo(false, true, 0, 1, 2, 3));
        refused(AttributeInfo::decode, "00 04" + NONE + NONE, "flags");
    }

    @Test
    void fileSpaceInfo() {
        String head = "01 00 01 0100000000000000 0010000000000000 0000 2C19000000000000 ";
        FileSpaceInfo info =
                holds(FileSpaceInfo::decode, head + "EB02000000000000" + NONE + "5B02000000000000" + NONE.repeat(9));
        assertThat(info)
                .usingRecursiveComparison()
                .isEqualTo(FileSpaceInfo.of(FileSpaceInfo.Strategy.FSM_AGGR, true, 1, 4096, 0)
                        .withEndOfAllocation(6444)
                        .withManager(1, 747)
                        .withManager(3, 603));
        assertThat(info.manager(3)).isEqualTo(603);
        assertThat(info.manager(12)).isEqualTo(Addresses.UNDEFINED);
        assertThat(info.withoutManagers().manager(3)).isEqualTo(Addresses.UNDEFINED);
        assertThatThrownBy(() -> info.manager(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> info.manager(13)).isInstanceOf(IndexOutOfBoundsException.class);

        FileSpaceInfo paged = FileSpaceInfo.of(FileSpaceInfo.Strategy.PAGE, false, 1, 512, 9);
        holdsNarrow(FileSpaceInfo::decode, paged);
        assertThatThrownBy(() -> paged.withManager(1, 9)).isInstanceOf(IllegalArgumentException.class);
        refused(FileSpaceInfo::decode, head.replaceFirst("01 00", "02 00"), "version");
        refused(FileSpaceInfo::decode, head.replaceFirst("01 00", "01 04"), "strategy");
        refused(FileSpaceInfo::decode, head.replaceFirst("01 00 01", "01 00 02"), "persistence");
        refused(FileSpaceInfo::decode, head.replace("0010000000000000", "FF01000000000000"), "found 511");
        refused(FileSpaceInfo::decode, head.replace("0010000000000000", "0100004000000000"), "page size");
    }

    @Test
    void fileSpaceInfoOfPreReleases() {
        // made by hand
        for (int strategy = 1; strategy <= 4; strategy++) {
            String managers = strategy == 1 ? "0100000000000000" + NONE.repeat(5) : "";
            FileSpaceInfo info =
                    holds(FileSpaceInfo::decode, "00 %02X 0700000000000000".formatted(strategy) + managers);
            assertThat(info.persistent()).isEqualTo(strategy == 1);
            assertThat(info.strategy())
                    .isEqualTo(List.of(
                                    FileSpaceInfo.Strategy.FSM_AGGR,
                                    FileSpaceInfo.Strategy.FSM_AGGR,
                                    FileSpaceInfo.Strategy.AGGR,
                                    FileSpaceInfo.Strategy.NONE)
                            .get(strategy - 1));
            FileSpaceInfo upgraded = info.withEndOfAllocation(Addresses.UNDEFINED);
            assertThat(upgraded.version()).isEqualTo(1);
            assertThat(upgraded.threshold()).isEqualTo(7);
            assertThat(upgraded.pageSize()).isEqualTo(4096);
            assertThat(upgraded.manager(1)).isEqualTo(strategy == 1 ? 1 : Addresses.UNDEFINED);
        }
        refused(FileSpaceInfo::decode, "00 00 0700000000000000", "strategy 1 to 4");
        refused(FileSpaceInfo::decode, "00 05 0700000000000000", "strategy 1 to 4");
    }

    @Test
    void shortMessages() {
        assertThat(holds(Continuation::decode, "EF05000000000000 2100000000000000"))
                .isEqualTo(new Continuation(0x5EF, 33));
        refused(Continuation::decode, "EF05000000000000 0000000000000000", "found 0");
        refused(Continuation::decode, "EF05000000000000 FFFFFFFFFFFFFF7F", "2^63 - 1 - 1519");
        refused(Continuation::decode, NONE + "0100000000000000", "undefined");
        assertThat(holds(ReferenceCount::decode, "00 03000000")).isEqualTo(new ReferenceCount(3));
        assertThat(holds(ModificationTime::decode, "01 000000 BA57016B")).isEqualTo(new ModificationTime(0x6B0157BAL));
        assertThat(reads(Comment::decode, "68656C6C6F00")).isEqualTo(new Comment("hello"));
        refused(Comment::decode, "6865", "terminator");
        assertThat(holds(SymbolTableMessage::decode, "8800000000000000 A802000000000000"))
                .isEqualTo(new SymbolTableMessage(0x88, 0x2A8));
        // made by hand
        assertThat(holds(OldModificationTime::decode, "3230323630323238323335393531 0000"))
                .isEqualTo(new OldModificationTime(LocalDateTime.of(2026, 2, 28, 23, 59, 51)));
        refused(OldModificationTime::decode, "3230323630323330323335393531 0000", "a date and time");
        refused(OldModificationTime::decode, "2030323630323238323335393531 0000", "14 digits");
        assertThat(reads(SharedMessageTable::decode, "00 6000000000000000 02"))
                .isEqualTo(new SharedMessageTable(96, 2));
        assertThat(holds(BTreeK::decode, "00 2000 1000 0400")).isEqualTo(new BTreeK(32, 16, 4));
        refused(BTreeK::decode, "00 2000 0000 0400", "at least 1");
        assertThat(reads(DriverInfo::decode, "00 4E43534166616D69 0300 010203"))
                .usingRecursiveComparison()
                .isEqualTo(new DriverInfo("NCSAfami", new byte[] {1, 2, 3}));
        refused(DriverInfo::decode, "00 4E43534166616D69 0000", "found 0");
        assertThat(reads(CacheImage::decode, "00 6000000000000000 1000000000000000"))
                .isEqualTo(new CacheImage(96, 16));
        refused(CacheImage::decode, "00 6000000000000000 FFFFFFFFFFFFFF7F", "image of less than");
        holdsNarrow(Continuation::decode, new Continuation(5, 6));
        holdsNarrow(SymbolTableMessage::decode, new SymbolTableMessage(3, 4));
        assertThat(CodecContract.reading(NARROW, CacheImage::decode).holdsFor("00 FFFFFFFF 0000"))
                .isEqualTo(new CacheImage(Addresses.UNDEFINED, 0));
        assertThat(CodecContract.reading(NARROW, SharedMessageTable::decode).holdsFor("00 03000000 01"))
                .isEqualTo(new SharedMessageTable(3, 1));
    }

    @Test
    void pipelines() {
        FilterPipeline shuffleAndDeflate =
                holds(FilterPipeline::decode, "02 02 0200 0100 0100 04000000 0100 0100 0100 04000000");
        assertThat(shuffleAndDeflate)
                .usingRecursiveComparison()
                .isEqualTo(new FilterPipeline(
                        2, List.of(new Filter(2, "", 1, new int[] {4}), new Filter(1, "", 1, new int[] {4}))));
        assertThat(shuffleAndDeflate.filters().get(0).optional()).isTrue();
        FilterPipeline old = holds(
                FilterPipeline::decode,
                "01 02 000000000000 0200 0800 0100 0100 73687566666C6500 04000000 00000000"
                        + "0100 0800 0100 0100 6465666C61746500 04000000 00000000");
        assertThat(old.filters()).extracting(Filter::name).containsExactly("shuffle", "deflate");
        // made by hand: a registered filter with a name
        assertThat(holds(FilterPipeline::decode, "02 01 047D 0400 0000 0200 6C7A3400 01000000 02000000")
                        .filters())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(new Filter(32_004, "lz4", 0, new int[] {1, 2}));
        refused(FilterPipeline::decode, "02 21", "number of filters");
        refused(FilterPipeline::decode, "01 01 000000000000 0200 0700 0100 0100", "multiple of 8");
        refused(FilterPipeline::decode, "02 01 0200 0100 FFFF 04000000", "65535 client data values");
        refused(FilterPipeline::decode, "02 01 047D 0300 0000 0000 6C7A34", "terminator");
    }

    @Test
    void sharedMessages() {
        CodecContract<SharedMessage> contract = CodecContract.of(
                FieldSizes.EIGHT,
                SharedMessage::decode,
                SharedMessage::encode,
                shared -> shared.encodedLength(FieldSizes.EIGHT));
        assertThat(contract.holdsFor("02 02 F826000000000000"))
                .usingRecursiveComparison()
                .isEqualTo(SharedMessage.committed(0x26F8));
        // made by hand
        assertThat(contract.holdsFor("01 00 000000000000 0000000000000000 F826000000000000")
                        .address())
                .isEqualTo(0x26F8);
        assertThat(contract.holdsFor("03 01 0102030405060708").heapId()).hasSize(8);
        assertThat(contract.holdsFor("03 02 F826000000000000").address()).isEqualTo(0x26F8);
        refused(SharedMessage::decode, "03 03 F826000000000000", "shared message type");
        refused(SharedMessage::decode, "04 02 F826000000000000", "version");
    }
}
