package dev.fallow.crash;

import dev.fallow.crash.RecordedMedium.Entry;
import dev.fallow.crash.RecordedMedium.Event;
import dev.fallow.crash.RecordedMedium.File;
import dev.fallow.crash.RecordedMedium.Force;
import dev.fallow.crash.RecordedMedium.ForceEntry;
import dev.fallow.crash.RecordedMedium.Resize;
import dev.fallow.crash.RecordedMedium.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The files that crashes can leave of a recorded run.
 *
 * <p>A killed program leaves all writes up to some moment, and a part of the write in progress. A machine failure
 * leaves, of each file, all writes before the last force, and any subset of the later writes, each complete or with any
 * of its sectors; the journal's directory entry is in the last forced state or in any later one. If the run started with
 * what a killed program had left, its unforced writes count as well.
 */
public final class CrashImages {
    /** The maximum number of unforced writes for which every combination is tried; of more, some are sampled. */
    private static final int FEW = 6;

    private static final int SECTOR = 512;

    private final RecordedMedium run;
    private final SplittableRandom random;
    private final int tornStep;
    private final int sampled;

    /**
     * @param tornStep the distance in bytes between torn writes
     * @param sampled the number of combinations of many writes that are sampled at each force
     */
    public CrashImages(RecordedMedium run, long seed, int tornStep, int sampled) {
        this.run = run;
        random = new SplittableRandom(seed);
        this.tornStep = tornStep;
        this.sampled = sampled;
    }

    /** Receives each image. */
    @FunctionalInterface
    public interface Check {
        /**
         * Checks an image.
         *
         * @param events the number of events started before the crash
         * @param how a description for messages
         */
        void check(Image image, int events, String how);
    }

    /** All images of a killed program: each prefix of the writes, the last one torn. */
    public void killed(int upTo, Check check) {
        Bytes container = new Bytes(run.start().container());
        Bytes journal =
                run.start().journal() == null ? null : new Bytes(run.start().journal());
        Unforced unforced = Unforced.startOf(run.start());
        for (int i = 0; i < upTo; i++) {
            Event event = run.events().get(i);
            if (event instanceof Force || event instanceof ForceEntry) {
                unforced.next(event);
                continue;
            }
            if (event instanceof Write write) {
                for (int kept : tears(write)) {
                    Write part = new Write(write.file(), write.position(), Arrays.copyOf(write.bytes(), kept));
                    Bytes newContainer = new Bytes(container.toArray());
                    Bytes newJournal = journal == null ? null : new Bytes(journal.toArray());
                    apply(part, newContainer, newJournal);
                    Unforced withPart = unforced.copy();
                    withPart.next(part);
                    check.check(
                            image(newContainer, newJournal, withPart),
                            i + 1,
                            "killed in event " + i + " after " + kept + " bytes");
                }
            }
            unforced.next(event);
            if (event instanceof Entry entry) {
                journal = entry.present() ? new Bytes(new byte[0]) : null;
            } else {
                apply(event, container, journal);
            }
            check.check(image(container, journal, unforced.copy()), i + 1, "killed after event " + i);
        }
    }

    /**
     * The lengths at which a write may be torn: at sectors of the file, or closer; of a long write, some are sampled.
     */
    private List<Integer> tears(Write write) {
        List<Integer> all = new ArrayList<>();
        long first = tornStep - write.position() % tornStep;
        for (long kept = first; kept < write.bytes().length; kept += tornStep) {
            all.add((int) kept);
        }
        int most = tornStep == 1 ? 64 : 3;
        while (all.size() > most) {
            all.remove(random.nextInt(all.size()));
        }
        return all;
    }

    private static Image image(Bytes container, Bytes journal, Unforced unforced) {
        return new Image(container.toArray(), journal == null ? null : journal.toArray(), unforced);
    }

    static void apply(Event event, Bytes container, Bytes journal) {
        if (event instanceof Write write) {
            Bytes target = write.file() == File.CONTAINER ? container : journal;
            if (target != null) {
                target.write(write.position(), write.bytes(), 0, write.bytes().length);
            }
        } else if (event instanceof Resize resize) {
            (resize.file() == File.CONTAINER ? container : journal).resize(resize.size());
        }
    }

    /** All images of a machine failure: at the end of each window between two forces. */
    public void wentDown(int upTo, Check check) {
        Unforced unforced = Unforced.startOf(run.start());
        for (int i = 0; i <= upTo; i++) {
            Event event = i == upTo ? null : run.events().get(i);
            if (event == null || event instanceof Force || event instanceof ForceEntry) {
                combinations(unforced, i, check);
            }
            if (event != null) {
                unforced.next(event);
            }
        }
    }

    private void combinations(Unforced unforced, int index, Check check) {
        int earlier = unforced.earlier();
        int count = unforced.pending().size();
        boolean all = count <= FEW;
        int combinations = all ? 1 << count : sampled;
        for (int c = 0; c < combinations; c++) {
            for (boolean present : unforced.entries()) {
                boolean[] left = new boolean[count];
                for (int i = 0; i < count; i++) {
                    left[i] = all ? (c >> i & 1) != 0 : random.nextInt(4) != 0;
                }
                if (!all && c == 0 && earlier > 0) {
                    Arrays.fill(left, earlier, count, true); // the worst order: the later writes only
                    Arrays.fill(left, 0, earlier, false);
                }
                check.check(
                        combined(unforced, present, left, -1),
                        index,
                        "went down before event " + index + ", combination " + c);
                int torn = count == 0 ? -1 : random.nextInt(count);
                if (torn >= 0 && left[torn] && unforced.pending().get(torn) instanceof Write) {
                    check.check(
                            combined(unforced, present, left, torn),
                            index,
                            "went down before event " + index + ", combination " + c + ", number " + torn + " torn");
                }
            }
        }
    }

    private Image combined(Unforced unforced, boolean present, boolean[] left, int torn) {
        Bytes newContainer = unforced.container();
        Bytes newJournal = unforced.journal();
        for (int i = 0; i < left.length; i++) {
            if (!left[i]) {
                continue;
            }
            if (i == torn) {
                someSectors((Write) unforced.pending().get(i), newContainer, newJournal);
            } else {
                apply(unforced.pending().get(i), newContainer, newJournal);
            }
        }
        return image(newContainer, present ? newJournal : null, null);
    }

    private void someSectors(Write write, Bytes container, Bytes journal) {
        Bytes target = write.file() == File.CONTAINER ? container : journal;
        int unit = tornStep == 1 ? 1 + random.nextInt(64) : SECTOR;
        int from = 0;
        while (from < write.bytes().length) {
            int to = (int) Math.min(write.bytes().length, from + unit - (write.position() + from) % unit);
            if (random.nextBoolean()) {
                target.write(write.position() + from, write.bytes(), from, to - from);
            }
            from = to;
        }
    }
}
