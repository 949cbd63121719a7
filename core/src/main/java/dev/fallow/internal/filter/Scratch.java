package dev.fallow.internal.filter;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.FilterContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What one thread needs to filter chunks, kept from chunk to chunk: arrays and the state of compressors. In the long run
 * filtering thus allocates no arrays. The memory is bounded by a few times the longest chunk.
 */
public final class Scratch implements AutoCloseable {
    private final List<byte[]> arrays = new ArrayList<>();
    /** For each array, whether the current filter has it, as its input or because it asked for it. */
    private boolean[] taken = new boolean[4];

    /** An array that no filter gets; null if there is none. */
    private byte[] held;

    private final Map<Class<?>, Object> kept = new HashMap<>();
    private final Map<CodecFormat, ThreadCodec> codecs = new EnumMap<>(CodecFormat.class);
    /** The bytes that were encoded before the chunk that is encoded. */
    private long encoded;

    private final Step step = new Step();

    /** The context of one filter on one chunk; all other arrays are free again. */
    FilterContext step(int[] values, int limit, byte[] input) {
        for (int i = 0; i < arrays.size(); i++) {
            taken[i] = arrays.get(i) == input || arrays.get(i) == held;
        }
        step.values = values;
        step.limit = limit;
        return step;
    }

    /** An array for the data of a chunk; its content is undefined. What this scratch has returned before is no longer valid. */
    public byte[] input(int length) {
        Arrays.fill(taken, false);
        return array(length);
    }

    /** Gives an array to no filter until another one is held. */
    void hold(byte[] array) {
        held = array;
    }

    /** Leaves an array to the caller; returns whether it was one of this scratch. */
    public boolean forget(byte[] array) {
        return arrays.removeIf(each -> each == array);
    }

    /** Chunks are encoded after so many bytes: see {@link EncodedBytes}. */
    public void encodeAfter(long bytes) {
        encoded = bytes;
    }

    private byte[] array(int length) {
        int best = -1;
        int free = -1;
        for (int i = 0; i < arrays.size(); i++) {
            if (!taken[i]) {
                free = i;
                int found = arrays.get(i).length;
                if (found >= length && (best < 0 || found < arrays.get(best).length)) {
                    best = i;
                }
            }
        }
        if (best >= 0) {
            taken[best] = true;
            return arrays.get(best);
        }
        byte[] made = new byte[length];
        if (free >= 0) {
            arrays.set(free, made);
        } else {
            free = arrays.size();
            arrays.add(made);
            if (arrays.size() > taken.length) {
                taken = Arrays.copyOf(taken, 2 * taken.length);
            }
        }
        taken[free] = true;
        return made;
    }

    /** The length of all arrays in bytes. */
    long bytes() {
        long bytes = 0;
        for (byte[] each : arrays) {
            bytes += each.length;
        }
        return bytes;
    }

    /** Overwrites all arrays, for tests. */
    void fill(byte value) {
        for (byte[] each : arrays) {
            Arrays.fill(each, value);
        }
    }

    /** Ends compressors and forgets the arrays. The scratch can be used again. */
    @Override
    public void close() {
        arrays.clear();
        for (Object each : kept.values()) {
            if (each instanceof AutoCloseable closeable) {
                close(closeable);
            }
        }
        kept.clear();
        codecs.values().forEach(ThreadCodec::close);
        codecs.clear();
    }

    static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException("closing " + closeable.getClass().getName(), e);
        }
    }

    private final class Step implements FilterContext {
        private int[] values;
        private int limit;

        @Override
        public int[] values() {
            return values;
        }

        @Override
        public int limit() {
            return limit;
        }

        @Override
        public byte[] array(int length) {
            return Scratch.this.array(length);
        }

        @Override
        public BlockCodec codec(CodecFormat format) {
            return codecs.computeIfAbsent(format, absent -> new ThreadCodec(CodecChoice.of(absent)))
                    .after(encoded);
        }

        @Override
        public <T> T kept(Class<T> type, Supplier<? extends T> create) {
            return type.cast(kept.computeIfAbsent(type, absent -> create.get()));
        }
    }
}
