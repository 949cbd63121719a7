package dev.fallow.filter;

import java.util.function.Supplier;

/** What a filter works with on one chunk, in one thread. Valid during the call that it is given to. */
public interface FilterContext {
    /** The client data values of the dataset, as stored; not copied, not to be changed. */
    int[] values();

    /** The maximum length of the result in bytes. */
    int limit();

    /**
     * A scratch array of at least this length. It is neither the input's array nor one that was returned before in the
     * same call, and its content is undefined. The result of the filter may be in it.
     */
    byte[] array(int length);

    /** A codec of this thread and the libraries ({@link CodecLibrary}); its methods fail if no library can be used. */
    BlockCodec codec(CodecFormat format);

    /**
     * An object that this thread keeps from chunk to chunk, such as the tables of a compressor; created at the first
     * call, and closed in the end if it is {@link AutoCloseable}.
     *
     * @param type a class of the filter's own, or one that no other filter keeps
     */
    <T> T kept(Class<T> type, Supplier<? extends T> create);
}
