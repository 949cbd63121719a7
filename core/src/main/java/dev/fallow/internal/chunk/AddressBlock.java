package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;

/** A live block of an extensible array with addresses of others: the index block, or a super block. */
final class AddressBlock extends LiveBlock {
    /** Stands for the number of a super block in the index block. */
    static final int INDEX = -1;

    private final long header;
    private final int superBlock;
    private final int addressWidth;

    /**
     * @param header the address of the array's header
     * @param superBlock its number, or {@link #INDEX}
     */
    AddressBlock(Block block, long header, int superBlock, int addressWidth) {
        super(block);
        this.header = header;
        this.superBlock = superBlock;
        this.addressWidth = addressWidth;
    }

    /** @throws FormatException if it belongs to another array, or is another block of it */
    void require(String structure, long wantedHeader, int wantedNumber) {
        if (header != wantedHeader || superBlock != wantedNumber) {
            throw new FormatException(
                    structure,
                    address(),
                    "expected block %d of the array at address %d, found %d of the one at %d"
                            .formatted(wantedNumber, wantedHeader, superBlock, header));
        }
    }

    byte[] image() {
        return block.image();
    }

    /** The address at a position; undefined if the block does not exist. */
    long pointer(int at) {
        long address = LittleEndian.unsigned(block.image(), at, addressWidth);
        return addressWidth < 8 && address == (1L << 8 * addressWidth) - 1 ? Addresses.UNDEFINED : address;
    }

    /** Whether bit {@code number} of the bits at a position is set; the first one is the highest of the first byte. */
    boolean bit(int at, long number) {
        return (block.image()[at + (int) (number >>> 3)] & 0x80 >>> (number & 7)) != 0;
    }

    void setPointer(int at, long address) {
        LittleEndian.put(block.image(), at, addressWidth, address);
        block.markDirty();
    }

    /** Sets a bit; see {@link #bit}. */
    void setBit(int at, long number) {
        block.image()[at + (int) (number >>> 3)] |= (byte) (0x80 >>> (number & 7));
        block.markDirty();
    }
}
