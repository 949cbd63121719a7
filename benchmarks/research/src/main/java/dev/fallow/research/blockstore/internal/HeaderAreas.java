package dev.fallow.research.blockstore.internal;

import dev.fallow.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The contiguous areas of headers of method I (section 2.1), chained together. Each has a description at its start, a
 * copy of it at its end, and slots of {@value BlockHeader#BYTES} bytes between them. A description, little-endian:
 *
 * <pre>
 *   bytes  field
 *     8    signature, "FALLOWHA"
 *     4    number of slots
 *     4    CRC-32C over the store's identity, the position of the area and the other bytes
 *     8    position of the next area; -1 if there is none
 *     8    0
 * </pre>
 */
final class HeaderAreas {
    private static final long SIGNATURE = 0x4148574F4C4C4146L;

    private final State state;
    private final int slotsEach;
    private final List<Long> positions = new ArrayList<>();

    HeaderAreas(State state) {
        this.state = state;
        slotsEach = state.store.options().headerSlots();
    }

    /** The length of an area in bytes. */
    long bytes() {
        long grain = state.store.options().policy().grain();
        return ((slotsEach + 2L) * BlockHeader.BYTES + grain - 1) / grain * grain;
    }

    /** The number of slots in each area. */
    int slotsEach() {
        return slotsEach;
    }

    /** The positions of the areas, in chain order. */
    List<Long> positions() {
        return positions;
    }

    /** The number of slots in all areas. */
    int slots() {
        return Math.multiplyExact(positions.size(), slotsEach);
    }

    /** The position of a slot. */
    long slotPosition(int slot) {
        return positions.get(slot / slotsEach) + (1L + slot % slotsEach) * BlockHeader.BYTES;
    }

    /** Writes an area of empty slots, and only then the pointer to it in the last area. */
    void add(long position) {
        ByteBuffer area = ByteBuffer.allocate((slotsEach + 2) * BlockHeader.BYTES);
        area.put(describe(position, -1)).position(area.limit() - BlockHeader.BYTES);
        area.put(describe(position, -1)).flip();
        state.disk.write(position, area);
        state.disk.force();
        if (positions.isEmpty()) {
            state.firstArea = position;
        } else {
            long last = positions.get(positions.size() - 1);
            state.disk.write(last, describe(last, position));
            state.disk.write(endCopy(last), describe(last, position));
        }
        positions.add(position);
    }

    private long endCopy(long position) {
        return position + (slotsEach + 1L) * BlockHeader.BYTES;
    }

    private ByteBuffer describe(long position, long next) {
        ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(SIGNATURE)
                .putInt(slotsEach)
                .putInt(0)
                .putLong(next)
                .putLong(0)
                .flip();
        return bytes.putInt(12, checksum(bytes, position));
    }

    private int checksum(ByteBuffer bytes, long position) {
        ByteBuffer all = ByteBuffer.allocate(16 + BlockHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        all.putLong(state.store.storeId()).putLong(position).put(bytes.slice(0, BlockHeader.BYTES));
        all.putInt(16 + 12, 0);
        CRC32C crc = new CRC32C();
        crc.update(all.array());
        return (int) crc.getValue();
    }

    /** Receives the slots of all areas. */
    interface SlotVisitor {
        /**
         * Receives a slot.
         *
         * @param header null if the slot contains no valid header
         * @param empty whether all its bytes are zero
         */
        void visit(int slot, BlockHeader header, boolean empty);
    }

    /**
     * Follows the chain and visits each slot. Takes one read per area.
     *
     * @throws CorruptFileException if both descriptions of an area are damaged, or the chain is broken
     */
    void read(SlotVisitor visitor) {
        positions.clear();
        long position = state.firstArea;
        while (position >= 0) {
            int length = (slotsEach + 2) * BlockHeader.BYTES;
            long known = positions.isEmpty() ? state.store.spaceStart() : positions.get(positions.size() - 1) + bytes();
            if (position < known || position > state.disk.size() - length) {
                throw new CorruptFileException(state.disk.name() + ": header area at " + position + ", " + length
                        + " bytes, the file has " + state.disk.size() + ", the previous area ends at " + known);
            }
            ByteBuffer area = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            state.disk.read(position, area);
            int first = slots();
            positions.add(position);
            for (int i = 0; i < slotsEach; i++) {
                int start = (1 + i) * BlockHeader.BYTES;
                visitor.visit(
                        first + i,
                        BlockHeader.decode(area, start, state.store.storeId(), slotPosition(first + i)),
                        isZero(area, start));
            }
            position = next(area, position, length);
        }
    }

    /**
     * The position of the next area, from either description, because a failure may have occurred between the writes of
     * the two.
     */
    private long next(ByteBuffer area, long position, int length) {
        boolean found = false;
        long next = -1;
        for (int start : new int[] {0, length - BlockHeader.BYTES}) {
            ByteBuffer one = area.slice(start, BlockHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            if (one.getLong(0) == SIGNATURE
                    && one.getInt(8) == slotsEach
                    && one.getInt(12) == checksum(one, position)) {
                found = true;
                next = Math.max(next, one.getLong(16));
            }
        }
        if (!found) {
            throw new CorruptFileException(
                    state.disk.name() + ": both descriptions of the header area at " + position + " are damaged");
        }
        return next;
    }

    private static boolean isZero(ByteBuffer bytes, int start) {
        for (int i = 0; i < BlockHeader.BYTES; i += 8) {
            if (bytes.getLong(start + i) != 0) {
                return false;
            }
        }
        return true;
    }
}
