package dev.fallow.internal.check.structure;

import dev.fallow.internal.cache.AddressTable;

/** A set of addresses. */
final class Addressed {
    private final AddressTable addresses = new AddressTable();

    /** Adds an address; returns whether it is new. */
    boolean add(long address) {
        if (addresses.indexOf(address) >= 0) {
            return false;
        }
        addresses.add(address, 0);
        return true;
    }
}
