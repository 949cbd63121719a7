package dev.fallow.freespace.trace;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random calls of every recorded kind on a file space. */
final class TraceSession {
    private record Block(AllocationType type, long address, long size) {}

    private final FileSpace space;
    private final SplittableRandom random;
    private final List<Block> blocks = new ArrayList<>();
    private final boolean parts;

    /** @param parts whether parts of blocks are released, too */
    TraceSession(FileSpace space, long seed, boolean parts) {
        this.space = space;
        random = new SplittableRandom(seed);
        this.parts = parts;
    }

    void run(int calls) {
        for (int i = 0; i < calls; i++) {
            int dice = random.nextInt(100);
            int releasing = i / 300 % 2 == 0 ? 35 : 55;
            if (dice < releasing && !blocks.isEmpty()) {
                release();
            } else if (dice < 85 || blocks.isEmpty()) {
                AllocationType type = AllocationType.values()[random.nextInt(6)];
                long size = anySize();
                blocks.add(new Block(type, space.allocate(type, size), size));
            } else if (dice < 96) {
                extend();
            } else if (dice < 98) {
                long size = anySize();
                long before = space.endOfAllocation();
                long address = space.allocateAtEnd(size);
                blocks.add(new Block(AllocationType.LOCAL_HEAP, address, space.endOfAllocation() - before));
            } else {
                space.shrink();
            }
        }
    }

    private long anySize() {
        return random.nextInt(4) == 0 ? 1 + random.nextInt(9000) : 8 * (1 + random.nextInt(64));
    }

    private void release() {
        Block block = blocks.remove(random.nextInt(blocks.size()));
        if (!parts || random.nextInt(4) > 0 || block.size < 3) {
            space.release(block.type, block.address, block.size);
            return;
        }
        long from = random.nextLong(block.size - 1);
        long size = 1 + random.nextLong(block.size - from);
        space.release(block.type, block.address + from, size);
        if (from > 0) {
            blocks.add(new Block(block.type, block.address, from));
        }
        if (from + size < block.size) {
            blocks.add(new Block(block.type, block.address + from + size, block.size - from - size));
        }
    }

    private void extend() {
        int index = random.nextInt(blocks.size());
        Block block = blocks.get(index);
        long extra = 1 + random.nextInt(300);
        if (space.tryExtend(block.type, block.address, block.size, extra)) {
            blocks.set(index, new Block(block.type, block.address, block.size + extra));
        }
    }

    long liveBytes() {
        return blocks.stream().mapToLong(Block::size).sum();
    }

    /** Records a session of random calls followed by closing the file. */
    static byte[] recorded(FileSpace space, long seed, int calls, boolean parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TraceRecorder recorder = new TraceRecorder(space, bytes::write);
        new TraceSession(space, seed, parts).run(calls);
        space.releaseAggregators();
        space.shrink();
        recorder.close();
        return bytes.toByteArray();
    }

    /** The observable state of a space, as text. */
    static String state(FileSpace space) {
        StringBuilder all = new StringBuilder("end ").append(space.endOfAllocation());
        for (int slot : space.slots()) {
            all.append("; slot ").append(slot);
            space.sections(slot)
                    .forEach((address, size) ->
                            all.append(' ').append(address).append('+').append(size));
        }
        all.append("; aggregators");
        space.forEachAggregatorRest(
                (address, size) -> all.append(' ').append(address).append('+').append(size));
        return all.append("; lost ").append(space.lostBytes()).toString();
    }
}
