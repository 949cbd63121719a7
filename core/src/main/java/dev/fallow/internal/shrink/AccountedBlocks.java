package dev.fallow.internal.shrink;

import dev.fallow.internal.census.ByteAccount;
import dev.fallow.internal.census.CensusVisitor;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.SpaceUse;

/** Passes what a walk finds to an account, and its blocks to another visitor, too. */
record AccountedBlocks(ByteAccount account, CensusVisitor blocks) implements CensusVisitor {
    @Override
    public void block(long address, long size, Object label) {
        account.block(address, size, label);
        blocks.block(address, size, label);
    }

    @Override
    public boolean wantsDetails() {
        return account.wantsDetails();
    }

    @Override
    public void object(int number, int parent, PathNode path, long address, ObjectHeader header) {
        account.object(number, parent, path, address, header);
    }

    @Override
    public void again(int number) {
        account.again(number);
    }

    @Override
    public void noObject() {
        account.noObject();
    }

    @Override
    public void link(int to) {
        account.link(to);
    }

    @Override
    public void elements(long size) {
        account.elements(size);
    }

    @Override
    public void part(long address, long size, SpaceUse was, SpaceUse use) {
        account.part(address, size, was, use);
    }

    @Override
    public void heapObject(long collection, long size) {
        account.heapObject(collection, size);
    }
}
