package dev.fallow.internal.header;

import dev.fallow.format.FieldReader;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.MetadataCache;
import java.io.IOException;
import java.util.Arrays;

/** Finds object headers in the cache, and loads those that are not there. */
final class HeaderReader {
    private final ObjectStore store;
    private final MetadataCache cache;
    private final boolean writable;
    private ObjectHeaderPrefix lastPrefix;
    /** The prefix that was decoded last, and its bytes. */
    private ObjectHeaderPrefix lastDecoded;

    private byte[] lastBytes = {};

    HeaderReader(ObjectStore store, boolean writable) {
        this.store = store;
        cache = store.cache();
        this.writable = writable;
    }

    /** The header at an address; see {@link ObjectStore#header}. */
    ObjectHeader header(long address) throws IOException {
        CachedObject held = cache.find(address);
        if (held instanceof ObjectHeader header) {
            return header;
        }
        Block parked = cache.unpark(address);
        ObjectHeader header = parked != null
                ? ObjectHeader.of(store, parked, formatOf(parked.image(), address))
                : new HeaderLoader(store, address, writable).load();
        cache.keep(header);
        return header;
    }

    /** The format of a header that has been checked. */
    private HeaderFormat formatOf(byte[] image, long address) {
        if (lastDecoded != null && Arrays.mismatch(image, lastBytes) == lastBytes.length) {
            return new HeaderFormatV2(lastDecoded);
        }
        if (ObjectHeaderPrefix.versionOf(image, 0, address) == 1) {
            return new HeaderFormatV1();
        }
        ObjectHeaderPrefix prefix =
                ObjectHeaderPrefix.decode(FieldReader.of(image, store.sizes(), ObjectHeaderPrefix.STRUCTURE, address));
        lastDecoded = shared(prefix);
        lastBytes = Arrays.copyOf(image, prefix.prefixLength());
        return new HeaderFormatV2(lastDecoded);
    }

    /** Deduplicates prefixes, which are equal in most headers. */
    ObjectHeaderPrefix shared(ObjectHeaderPrefix prefix) {
        if (!prefix.equals(lastPrefix)) {
            lastPrefix = prefix;
        }
        return lastPrefix;
    }
}
