package dev.fallow.research.tiers;

/**
 * A file system on one device, like ext2 on an empty device. The blocks of a file are contiguous. Data is copied
 * through a page cache, of which reading may find a part of the file, is written in requests of one size, and read ahead in
 * requests of {@value #READ_AHEAD} bytes. A durable file takes one more request, for its inode.
 */
public final class PlainVolume implements Volume {
    static final long READ_AHEAD = 128 * 1024;

    private static final long INODE = 4096;
    private static final long INODES = Long.MAX_VALUE / 2; // an address far from any data

    private final Device device;
    private final long request;
    private final TieredFiles<long[]> files = new TieredFiles<>(); // address, size
    private long end;
    private long now;

    /**
     * @param request size of a write request in bytes, at least 1; the paper does not specify that of ext2
     * @throws IllegalArgumentException if the request size is not positive
     */
    public PlainVolume(ServiceTimes times, long request) {
        if (request < 1) {
            throw new IllegalArgumentException("requests of " + request + " bytes, expected at least 1");
        }
        device = new Device(times);
        this.request = request;
    }

    @Override
    public long write(int file, long size) {
        files.requireNew(file, size);
        long start = now;
        files.add(file, new long[] {end, size});
        now += ServiceTimes.nanos(size, ServiceTimes.COPY_BYTES_PER_SECOND);
        transfer(true, end, size, request);
        now = device.submit(true, INODES, INODE, now);
        end += size;
        return now - start;
    }

    @Override
    public long read(int file, int cachedPercent) {
        long start = now;
        long[] place = files.get(file);
        long cached = Volume.cached(place[1], cachedPercent);
        transfer(false, place[0] + cached, place[1] - cached, READ_AHEAD);
        now += ServiceTimes.nanos(place[1], ServiceTimes.COPY_BYTES_PER_SECOND);
        return now - start;
    }

    private void transfer(boolean write, long address, long size, long unit) {
        for (long at = 0; at < size; at += unit) {
            now = device.submit(write, address + at, Math.min(unit, size - at), now);
        }
    }

    @Override
    public void delete(int file) {
        files.remove(file);
    }

    @Override
    public long requests() {
        return device.requests();
    }
}
