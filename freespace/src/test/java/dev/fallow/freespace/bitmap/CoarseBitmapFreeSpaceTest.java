package dev.fallow.freespace.bitmap;

/** One bit per eight bytes. */
class CoarseBitmapFreeSpaceTest extends BitmapFreeSpaceTest {
    @Override
    protected long granularity() {
        return 8;
    }
}
