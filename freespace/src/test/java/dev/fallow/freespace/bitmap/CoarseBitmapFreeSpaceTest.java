package dev.fallow.freespace.bitmap;

/** A bit for each eight bytes. */
class CoarseBitmapFreeSpaceTest extends BitmapFreeSpaceTest {
    @Override
    protected long granularity() {
        return 8;
    }
}
