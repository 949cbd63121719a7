package dev.fallow.internal.virtual;

import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.type.Datatype;

/**
 * A virtual dataset as its header describes it.
 *
 * @param header the address of its header
 * @param where file and path, for messages
 * @param sizes the dimensions as stored; not copied
 * @param fill one element as stored; zeros if it has another length
 */
public record VirtualDescription(
        ObjectStore store,
        long header,
        String where,
        Datatype datatype,
        long[] sizes,
        VirtualLayout layout,
        byte[] fill) {}
