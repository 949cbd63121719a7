package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.chunk.ChunkBlocks.ChunkVisitor;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Walks an extensible array, one data block or page at a time. */
final class ExtensibleArrayWalk {
    private final StructureReader in;
    private final ChunkedLayout layout;
    private final ExtentVisitor blocks;
    private final ChunkVisitor chunks;

    private record DataBlock(long address, int superBlock, byte[] pages) {}

    private record SuperBlock(long address, int number) {}

    ExtensibleArrayWalk(StructureReader in, ChunkedLayout layout, ExtentVisitor blocks, ChunkVisitor chunks) {
        this.in = in;
        this.layout = layout;
        this.blocks = blocks;
        this.chunks = chunks;
    }

    void walk() throws IOException {
        long header = layout.address();
        int headerLength = ExtensibleArray.headerLength(in.sizes());
        ExtensibleArray array = ExtensibleArray.decode(in.read(header, headerLength, ExtensibleArray.STRUCTURE));
        blocks.visit(header, headerLength, ExtensibleArray.STRUCTURE);
        if (array.indexAddress() == Addresses.UNDEFINED) {
            return;
        }
        long indexLength = array.indexLength(in.sizes());
        blocks.visit(array.indexAddress(), indexLength, ExtensibleArray.INDEX_STRUCTURE);
        List<DataBlock> dataBlocks = new ArrayList<>();
        List<SuperBlock> superBlocks = new ArrayList<>();
        array.decodeIndex(
                in.read(array.indexAddress(), indexLength, ExtensibleArray.INDEX_STRUCTURE),
                header,
                this::element,
                (address, superBlock, pages) -> dataBlocks.add(new DataBlock(address, superBlock, pages)),
                (address, number) -> superBlocks.add(new SuperBlock(address, number)));
        for (DataBlock block : dataBlocks) {
            visit(array, block);
        }
        for (SuperBlock superBlock : superBlocks) {
            visit(array, superBlock);
        }
    }

    private void visit(ExtensibleArray array, SuperBlock superBlock) throws IOException {
        long length = array.superLength(in.sizes(), superBlock.number);
        blocks.visit(superBlock.address, length, ExtensibleArray.SUPER_STRUCTURE);
        List<DataBlock> dataBlocks = new ArrayList<>();
        array.decodeSuper(
                in.read(superBlock.address, length, ExtensibleArray.SUPER_STRUCTURE),
                layout.address(),
                superBlock.number,
                (address, number, pages) -> dataBlocks.add(new DataBlock(address, number, pages)));
        for (DataBlock block : dataBlocks) {
            visit(array, block);
        }
    }

    private void visit(ExtensibleArray array, DataBlock block) throws IOException {
        long length = array.blockLength(in.sizes(), block.superBlock);
        if (length < 0) {
            throw new FormatException(
                    ExtensibleArray.BLOCK_STRUCTURE,
                    block.address,
                    "a data block of super block " + block.superBlock + " has more than 2^63-1 bytes");
        }
        blocks.visit(block.address, length, ExtensibleArray.BLOCK_STRUCTURE);
        if (block.pages == null) {
            array.decodeBlock(
                    in.read(block.address, length, ExtensibleArray.BLOCK_STRUCTURE),
                    layout.address(),
                    block.superBlock,
                    this::element);
            return;
        }
        long prefix = array.blockPrefixLength(in.sizes(), block.superBlock);
        array.decodePagedPrefix(in.read(block.address, prefix, ExtensibleArray.BLOCK_STRUCTURE), layout.address());
        long at = block.address + prefix;
        for (long page = 0; page < array.pages(block.superBlock); page++) {
            if (FixedArray.inUse(block.pages, page)) {
                array.decodePage(in.read(at, array.pageLength(), ExtensibleArray.BLOCK_STRUCTURE), this::element);
            }
            at += array.pageLength();
        }
    }

    private void element(ChunkElement chunk) {
        chunks.visit(chunk.address(), chunk.size() > 0 ? chunk.size() : layout.chunkBytes());
    }
}
