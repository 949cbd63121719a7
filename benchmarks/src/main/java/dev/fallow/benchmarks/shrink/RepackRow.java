package dev.fallow.benchmarks.shrink;

/**
 * One file, made shorter once.
 *
 * @param tool {@link RepackRace#SHRINK} or {@link RepackRace#H5REPACK}
 * @param cpuSeconds of the whole process
 * @param ownSeconds CPU time without the start of a JVM
 * @param writtenBytes of h5repack, the length of its new file
 * @param before the length before
 * @param length after
 * @param liveBytes after, by Fallow's account
 */
record RepackRow(
        PreparedFile file,
        String tool,
        double cpuSeconds,
        double ownSeconds,
        double wallSeconds,
        long writtenBytes,
        long before,
        long length,
        long liveBytes) {
    double ratio() {
        return (double) length / liveBytes;
    }
}
