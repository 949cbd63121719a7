package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.chunk.ChunkBlocks.ChunkVisitor;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/** Walks a fixed array, one page at a time. */
final class FixedArrayWalk {
    private final StructureReader in;
    private final ChunkedLayout layout;
    private final ExtentVisitor blocks;
    private final ChunkVisitor chunks;

    FixedArrayWalk(StructureReader in, ChunkedLayout layout, ExtentVisitor blocks, ChunkVisitor chunks) {
        this.in = in;
        this.layout = layout;
        this.blocks = blocks;
        this.chunks = chunks;
    }

    void walk() throws IOException {
        int headerLength = FixedArray.headerLength(in.sizes());
        FixedArray array = FixedArray.decode(in.read(layout.address(), headerLength, FixedArray.STRUCTURE));
        blocks.visit(layout.address(), headerLength, FixedArray.STRUCTURE);
        long block = array.blockAddress();
        if (block == Addresses.UNDEFINED) {
            return;
        }
        blocks.visit(block, array.blockLength(in.sizes()), FixedArray.BLOCK_STRUCTURE);
        if (!array.paged()) {
            array.decodeBlock(
                    in.read(block, array.blockLength(in.sizes()), FixedArray.BLOCK_STRUCTURE),
                    layout.address(),
                    this::element);
            return;
        }
        long prefix = array.prefixLength(in.sizes());
        byte[] bitmap = array.decodePagedPrefix(in.read(block, prefix, FixedArray.BLOCK_STRUCTURE), layout.address());
        long at = block + prefix;
        for (long page = 0; page < array.pages(); page++) {
            long length = array.pageLength(page);
            if (FixedArray.inUse(bitmap, page)) {
                array.decodePage(in.read(at, length, FixedArray.BLOCK_STRUCTURE), page, this::element);
            }
            at += length;
        }
    }

    private void element(ChunkElement chunk) {
        chunks.visit(chunk.address(), chunk.size() > 0 ? chunk.size() : layout.chunkBytes());
    }
}
