package dev.fallow.freespace.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The encoding of traces, and the refusal of invalid ones. */
class TraceFormatTest {
    private static final FileSpaceOptions PLAIN = FileSpaceOptions.defaults().withAggregators(0, 0);

    private static byte[] small() {
        FileSpace space = new FileSpace(PLAIN, 1000);
        space.load(3, 100, 50);
        space.load(1, 400, 300);
        return TraceSession.recorded(space, 5, 40, true);
    }

    @Test
    void bytesAreAsTheTablesSay() {
        FileSpace space = new FileSpace(PLAIN, 1000);
        space.load(3, 100, 50);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TraceRecorder recorder = new TraceRecorder(space, bytes::write)) {
            space.allocate(AllocationType.RAW_DATA, 40);
            space.tryExtend(AllocationType.RAW_DATA, 100, 40, 300);
            space.release(AllocationType.RAW_DATA, 90, 50);
            assertEquals(3, recorder.records());
        }
        byte[] all = bytes.toByteArray();
        String dump = """
                46616c6c6f775472 02     # FallowTr, version 2
                00 01 8020 00           # FSM_AGGR, threshold 1, pages of 4096, page-end threshold 0
                01 01 00 00             # alignment 1 from 1, no aggregators
                00                      # metadata does not lie in raw data
                e807 01 03 64 32        # end 1000; 1 section: slot 3, 100 bytes on, 50 bytes
                31 c801 28              # allocate raw data: 100 bytes up from 0, 40 bytes
                34 00 28 ac02           # refused extension of raw data: the same address, 40 bytes, by 300
                32 13 32                # release raw data: 10 bytes down, 50 bytes
                00 03                   # the end: 3 records
                """;
        byte[] expected = HexFormat.of().parseHex(dump.replaceAll("#.*|\\s", ""));
        assertArrayEquals(expected, Arrays.copyOf(all, all.length - Integer.BYTES));
        Trace trace = Trace.read(all);
        assertEquals(3, trace.length());
        assertEquals(1000, trace.endOfAllocation());
    }

    @Test
    void everyTruncationIsNoticed() {
        byte[] all = small();
        Trace.read(all);
        for (int length = 0; length < all.length; length++) {
            byte[] part = Arrays.copyOf(all, length);
            int end = length;
            TraceFormatException refused =
                    assertThrows(TraceFormatException.class, () -> Trace.read(part), () -> "cut to " + end);
            assertTrue(refused.position() >= 0 && refused.position() <= length, refused.getMessage());
            assertTrue(refused.getMessage().contains("at byte " + refused.position()), refused.getMessage());
        }
    }

    @Test
    void everyChangedByteIsNoticed() {
        byte[] all = small();
        for (int i = 0; i < all.length; i++) {
            for (int change : new int[] {1, 0x10, 0x80, 0xFF}) {
                byte[] changed = all.clone();
                changed[i] ^= (byte) change;
                String where = "byte " + i + " changed by " + change;
                assertThrows(TraceFormatException.class, () -> Trace.read(changed), where);
            }
        }
    }

    @Test
    void longerThanItIs() {
        byte[] all = small();
        refused("1 bytes follow the end", Arrays.copyOf(all, all.length + 1));
        refused(
                "expected the signature FallowTr",
                "Fallow is no trace".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        refused("the signature", new byte[0]);
        assertThrows(NullPointerException.class, () -> Trace.read(null));
    }

    /** A trace of a file of 1,000 bytes with these records and a valid checksum. */
    private static byte[] trace(Consumer<TraceEncoder> records) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TraceEncoder out = new TraceEncoder(bytes::write);
        TraceHeader.of(new FileSpace(PLAIN, 1000)).write(out);
        records.accept(out);
        out.finish();
        return bytes.toByteArray();
    }

    private static void record(TraceEncoder out, int code, long distance, long... numbers) {
        out.octet(code);
        out.signed(distance);
        for (long number : numbers) {
            out.varint(number);
        }
    }

    private static void end(TraceEncoder out, long records) {
        out.octet(TraceRecorder.END);
        out.varint(records);
    }

    private static void refused(String reason, byte[] bytes) {
        String message = assertThrows(TraceFormatException.class, () -> Trace.read(bytes), reason)
                .getMessage();
        assertTrue(message.contains(reason), message);
    }

    @Test
    void whatNoSessionLeavesIsRefused() {
        Trace.read(trace(out -> end(out, 0)));
        refused("the number of records is 1, not 0 to 0", trace(out -> end(out, 1)));
        refused("unknown code 8", trace(out -> out.octet(8)));
        refused("unknown code 1", trace(out -> out.octet(1)));
        refused("unknown code 113", trace(out -> out.octet(0x71)));
        refused("unknown code 55", trace(out -> out.octet(0x37)));
        refused("is not in use at 1000", trace(out -> record(out, 0x32, 990, 20)));
        refused("is not in use at 2000", trace(out -> record(out, 0x32, 2000, 20)));
        refused("a size is 0", trace(out -> record(out, 0x31, 1000, 0)));
        refused("not a block, address=-1", trace(out -> record(out, 0x31, -1, 5)));
        refused("not a block, address=5", trace(out -> record(out, 0x31, 5, Long.MAX_VALUE)));
        refused("more than 64 bits", trace(out -> {
            out.octet(0x31);
            for (int i = 0; i < 10; i++) {
                out.octet(0xFF);
            }
        }));
        refused("already in use: 1000 to 1010", trace(out -> {
            record(out, 0x31, 1000, 10);
            record(out, 0x31, 9, 10);
        }));
        refused("already in use: 1010 to 1020", trace(out -> {
            record(out, 0x31, 1000, 10);
            record(out, 0x31, 10, 10);
            record(out, 0x33, -10, 10, 1);
        }));
        refused("extension past the last address", trace(out -> record(out, 0x33, 0, 1000, Long.MAX_VALUE)));
        refused("is not in use at 1010", trace(out -> {
            record(out, 0x31, 1000, 10);
            record(out, 0x32, -5, 20);
        }));
    }

    @Test
    void aHeaderThatNoSpaceHasIsRefused() {
        refused("the strategy is 4", header(4, 1, 4096, 0, 1, 1, 0, 0, 0, 0));
        refused("the threshold is 0", header(0, 0, 4096, 0, 1, 1, 0, 0, 0, 0));
        refused("the page size is 511", header(1, 1, 511, 0, 1, 1, 0, 0, 0, 0));
        refused("page-end threshold must be", header(1, 1, 512, 512, 1, 1, 0, 0, 0, 0));
        refused("the alignment is 0", header(0, 1, 512, 0, 0, 1, 0, 0, 0, 0));
        refused("not a multiple of the page size", header(1, 1, 512, 0, 1, 1, 0, 0, 700, 0));
        refused("the number of sections is 100", header(0, 1, 512, 0, 1, 1, 0, 0, 700, 100));
        refused("a section's slot is 13", header(0, 1, 512, 0, 1, 1, 0, 0, 700, 1, 13, 0, 1));
        refused("the distance to a section is 701", header(0, 1, 512, 0, 1, 1, 0, 0, 700, 1, 1, 701, 1));
        refused("ends past the end", header(0, 1, 512, 0, 1, 1, 0, 0, 700, 1, 1, 690, 11));
    }

    private static byte[] header(long... numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TraceEncoder out = new TraceEncoder(bytes::write);
        out.bytes("FallowTr".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        out.varint(1);
        for (long number : numbers) {
            out.varint(number);
        }
        end(out, 0);
        out.finish();
        return bytes.toByteArray();
    }

    /** The session continues as if it were not recorded; closing the recorder throws the failure. */
    @Test
    void aSinkThatFailsDoesNotDisturbTheSession() {
        RuntimeException failure = new IllegalStateException("no space left");
        FileSpace space = new FileSpace(PLAIN, 0);
        FileSpace undisturbed = new FileSpace(PLAIN, 0);
        boolean[] failing = {false};
        TraceRecorder recorder = new TraceRecorder(space, (bytes, offset, length) -> {
            failing[0] = true;
            throw failure;
        });
        new TraceSession(space, 1, true).run(4000);
        new TraceSession(undisturbed, 1, true).run(4000);
        assertTrue(failing[0], "the session was too short to fill the buffer");
        assertEquals(TraceSession.state(undisturbed), TraceSession.state(space));
        assertSame(failure, assertThrows(IllegalStateException.class, recorder::close));
        recorder.close();
        space.allocate(AllocationType.RAW_DATA, 10);
    }

    @Test
    void afterClosingNothingIsRecorded() {
        FileSpace space = new FileSpace(PLAIN.withStrategy(Strategy.PAGE), 0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TraceRecorder recorder = new TraceRecorder(space, bytes::write);
        space.allocate(AllocationType.RAW_DATA, 10);
        recorder.close();
        int length = bytes.size();
        space.allocate(AllocationType.RAW_DATA, 10);
        recorder.close();
        assertEquals(length, bytes.size());
        assertEquals(1, Trace.read(bytes.toByteArray()).length());
    }
}
