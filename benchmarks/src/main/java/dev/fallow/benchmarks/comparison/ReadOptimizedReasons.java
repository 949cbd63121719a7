package dev.fallow.benchmarks.comparison;

/**
 * Why the results of the read-optimized file systems differ from the paper's where they do. Written from measurements on the
 * paper's disks; it is not printed under results of smaller ones.
 */
final class ReadOptimizedReasons {
    private ReadOptimizedReasons() {}

    /** A paragraph or some, in Markdown; nothing if there is nothing to explain. */
    static String of(String group) {
        return switch (group) {
            case "table 3, binary buddy" -> """
                    Throughput has the paper's shape: whole large files are read at nearly the full rate, small random requests
                    at a fraction of it, small files slowest. *Fragmentation* of a file that doubles is decided by how far its
                    size is above a power of two, so by the deviations of the sizes, which the paper does not give. Files of
                    exactly 500M, 100M and 10M in 512M, 128M and 16M leave 19 % unused; 43 % are possible only if the largest
                    has 1G, so was above 512M, and then it takes two fifths of the disk before the others come. In TS, 96K in
                    128K leave 25 %, and files of 1K to 15K another 23 % of theirs. *External*: what is free when SC is first
                    refused is four blocks of at most 64M, and the request doubles a file of 128M. *Application*: the disks are
                    never idle for long; of their busy time they transfer 62 % in SC and 17 % in TP, the rest is seeks and waits for
                    the sector. SC has a wait for each 77K: a burst of 512K gives each disk 64K. The paper's 88 % leave room for
                    one such wait in some 300K, so its bursts must have been served several in a row. See the last table for
                    what its open parameters do.
                    """;
            case "figure 1, SC", "figure 1, TP" -> """
                    The bound of 6 % is exceeded by one bar only, clustered with five sizes and grow factor 1. There the
                    refused request is for a block of 16M, while 262M (SC) and 206M (TP) are free in pieces of 1M and less,
                    in 40 and 28 blocks of 16M that are partly used. A file has 17.07M in smaller blocks before it is given its
                    first block of 16M, so it breaks a second one for the last 1.07M; and clustering makes each file do that in
                    a region of its own. Without regions all small blocks come out of the same few large ones: 2 are partly
                    used. That is also why *clustered* has more external fragmentation here, not less. With a grow factor of 2 a
                    file has 34M in smaller blocks, in two regions, and goes on using the broken blocks for longer: 34M are left
                    instead of 262M.
                    """;
            case "figure 1, TS" -> """
                    By arithmetic, with the paper's own rule: a file of 96K has 8K in blocks of 1K, 64K in blocks of 8K, and then
                    one of 64K, 136K in all (its figure 3 says so of every file over 72K); 29 % are unused. Such files have most
                    of the bytes, in the paper too, so with grow factor 1 and blocks of 64K no bound of 6 % can hold. It can
                    hold with grow factor 2: up to 144K there are blocks of 8K only, and we measure 6 %. With two sizes
                    there is no 64K block, and what is left is that of files of 9K to 15K, which get 16K. So the gain by the
                    grow factor is more than a third, because there is more to be gained. External fragmentation is
                    nothing to speak of in either form: small requests are served until the last kilobyte.
                    """;
            case "figure 2, SC" -> """
                    Large blocks help only where small ones are not contiguous. Ours are: files are created on an empty disk and
                    extended a burst at a time, the next sequential block is nearly always free, and two sizes transfer 73K for
                    each wait in the application and 613K in whole files, five 75K and 3,180K. At 613K the waits
                    cost 2 % of the time; there is no more to win. That scattered blocks would lose is seen in figure 6, where a
                    free list out of order makes a third of it.
                    """;
            case "figure 2, TP" -> """
                    In the sequential test the order is the paper's, with the gain that it reports: relations grow by 16K at a
                    time, in turn, so that blocks of 8K of all of them are mixed, and whole files transfer 41K for each wait with
                    two sizes, 927K with five. The application reads 16K at random. That is 8.5K to 9.4K for each wait, whatever
                    the blocks: two thirds of such reads lie across a border of stripe units, and so cost two disks a wait.
                    """;
            case "figure 2, TS" -> """
                    A region is 18 cylinders, so blocks that are kept in one are at most 6 ms of seek apart, where the mean over the
                    disk is 22 ms. But whole files transfer 9.4K for each wait, clustered or not: a file of a few blocks
                    lies in one piece in either form (the next sequential block is tried first), and what is left are
                    stripe units, not distances. Users work on other files in between, which takes the heads away from any region.
                    Grow factor 2 avoids the jump to the 64K block, as the paper says; that gain is within a per cent or two here.
                    """;
            case "figure 4, SC", "figure 4, TP" -> """
                    Small, as the paper says, and for its reason: a freed extent leaves a hole of the size that the next
                    request has. First fit and best fit are within half a per cent of each other; which is ahead changes with
                    the configuration and the seed.
                    """;
            case "figure 4, TS" -> """
                    A file wastes half an extent in the mean: with extents of 4K for files of 8K and 96K that is 2K of each, 10 %
                    of the space; with 1K and 8K it is 4.5 %. The bound of 5 % holds for the paper's one range only if the sizes
                    of its files were near multiples of 4K. Which fit is used does not matter: at the end the holes are of one
                    unit, and small extents fill them.
                    """;
            case "figure 5, SC", "figure 5, TP" -> """
                    Differences between the fits, and between two and more ranges, are of one or two per cent, the scatter of
                    the stabilisation rule itself. The order by the number of extents (table 4) shows in the sequential test of
                    TP: 308 extents a file are read at 96 %, 22 and fewer at 99 %.
                    """;
            case "figure 5, TS" -> """
                    As in the paper, first fit gains a little by keeping to the beginning of the disk.
                    """;
            case "table 4, first fit" -> """
                    The paper's numbers are those of files of the mean initial sizes: (1,000 + 15 * 200 + 10 * 20) / 26 = 162
                    for SC with extents of 512K. Ours are counted when the disk is 90 % full, after SC has grown from 2,100M to
                    2,430M and TP from 2,135M, so they are 14 to 19 % higher. In TP the logs grow most, which counts with five
                    ranges: the transaction log has extents of 10K there, a hundred for each megabyte. TS keeps its sizes, and
                    its numbers.
                    """;
            case "figure 6, all policies" -> """
                    Where ours differs it is for the state of the fixed blocks' free list. Begun in the order of addresses it lays
                    files out contiguously, and churn on a tenth of the disk does not undo that before the measurement: then
                    fixed blocks are as good as any for SC's application, and the best for TS, where they have the least
                    internal fragmentation of all that read a file of 8K in one piece. On a disk that has been in use, its list
                    in random order, they lose everywhere, SC by two thirds and TP by a fifth in the application, TS by more than
                    half in whole files, and every multiblock policy beats them by more than the paper says. Its fixed
                    block system, 25 % and 10 % behind, lies between the two. Buddy is not ahead for SC: its blocks of 64M save
                    waits only where a transfer goes on for more than a burst, and 512K end first (77K and 75K for each wait).
                    TS, sequential: all are below 20 %, as there.
                    """;
            case "what the paper leaves open, binary buddy" -> """
                    The paper gives neither stripe unit nor users. Longer stripe units let fewer disks take part in a small
                    request, and so save waits: TP's reads of 16K get a third faster, SC's bursts a sixth. One user of each type
                    instead of several leaves disks idle in TP and TS and changes little in SC, whose bursts use all of them.
                    None of these brings SC's application to 88 %.
                    """;
            default -> "";
        };
    }
}
