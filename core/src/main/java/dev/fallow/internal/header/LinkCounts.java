package dev.fallow.internal.header;

import dev.fallow.CorruptFileException;
import dev.fallow.internal.cache.AddressTable;

/** Protects objects whose link count is lower than their number of references. */
public final class LinkCounts {
    private final String fileName;
    /** Addresses of object headers whose link count is too low. */
    private AddressTable low = new AddressTable();

    LinkCounts(String fileName) {
        this.fileName = fileName;
    }

    /**
     * Protects objects.
     *
     * @param tooLow the addresses of their object headers
     */
    public void distrust(AddressTable tooLow) {
        low = tooLow;
    }

    /**
     * The link count of an object that is about to lose a link.
     *
     * @throws CorruptFileException if more links and users were found than the link count
     */
    public long trusted(ObjectHeader header, String path) {
        long count = header.linkCount();
        int index = low.indexOf(header.address());
        if (index >= 0) {
            throw new CorruptFileException(
                    "%s: %s, object header at address %d: expected a link count of at least %d, found %d; the object is kept"
                            .formatted(fileName, path, header.address(), low.value(index), count));
        }
        return count;
    }
}
