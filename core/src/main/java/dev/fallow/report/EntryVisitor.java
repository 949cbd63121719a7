package dev.fallow.report;

import dev.fallow.Entry;

/** Receives the entries of groups, one at a time. It may read from the container, and must not change it. */
@FunctionalInterface
public interface EntryVisitor {
    /**
     * Takes an entry; those of a group follow it.
     *
     * @param depth the groups that it is in, from that which is listed: at least 1
     * @param last whether it is the last one of its group
     */
    void visit(Entry entry, int depth, boolean last);
}
