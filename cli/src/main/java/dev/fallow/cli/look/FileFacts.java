package dev.fallow.cli.look;

import dev.fallow.ContainerFile;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.cli.shell.CommandLines;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.FreeSection;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.SpaceReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code fallow info} tells of a file that it could open.
 *
 * @param info the superblock and the file-space settings
 * @param account of the bytes; null if it was left out
 * @param advice how bytes could be returned or reused; empty if there are none, or the account was left out
 * @param hindrance why shrinking is not possible; null if it is, or was not tried
 */
record FileFacts(ContainerInfo info, SpaceReport account, List<Advice> advice, String hindrance) {
    /** From this superblock version on, a file can persist its free space. */
    private static final int PERSISTS = 2;

    /** The flags of the superblock. */
    private static final int FOR_WRITING = 1;

    private static final int FOR_SWMR = 4;
    private static final int BY_FALLOW = 8;

    /** What a command does. */
    enum Effect {
        /** It makes the file shorter. */
        SHORTER,
        /** It makes bytes free, so that later edits use them. */
        REUSABLE
    }

    /**
     * What could be gained.
     *
     * @param effect what becomes of the bytes
     * @param bytes how many
     * @param command with which it is gained
     */
    record Advice(Effect effect, long bytes, String command) {}

    FileFacts {
        advice = List.copyOf(advice);
    }

    /** Without the account. */
    static FileFacts quick(ContainerFile container) {
        return new FileFacts(container.info(), null, List.of(), null);
    }

    /** With the account. Advice is given only if the account has no findings: an edit could make damage worse. */
    static FileFacts of(ContainerFile container, Path file) {
        ContainerInfo info = container.info();
        SpaceReport account = container.space();
        List<Advice> advice = new ArrayList<>();
        String hindrance = null;
        if (account.findings().isEmpty() && account.freeBytes() + account.untrackedBytes() > 0) {
            String name = CommandLines.word(file.toString());
            try {
                List<ShrinkPlan.Step> steps = container.shrinkPlan().steps();
                if (!steps.isEmpty()) {
                    long bytes = steps.get(steps.size() - 1).returnedBytes();
                    advice.add(new Advice(Effect.SHORTER, bytes, "fallow shrink " + name));
                }
                long lost = account.untrackedBytes() == 0
                                || !info.space().strategy().tracks()
                        ? 0
                        : container.reclaimable().stream()
                                .mapToLong(FreeSection::size)
                                .sum();
                if (lost > 0) {
                    advice.add(new Advice(Effect.REUSABLE, lost, reclaim(info, name)));
                }
            } catch (UnsupportedFeatureException e) {
                hindrance = e.getMessage();
            }
        }
        return new FileFacts(info, account, advice, hindrance);
    }

    private static String reclaim(ContainerInfo info, String name) {
        if (info.persistsFreeSpace()) {
            return "fallow reclaim " + name;
        }
        String command = "fallow reclaim --persist " + name;
        return info.superblockVersion() < PERSISTS ? "fallow upgrade " + name + " && " + command : command;
    }

    /** The bytes that shrinking returns; 0 if they are not known. */
    long returnable() {
        return advice.stream()
                .filter(one -> one.effect() == Effect.SHORTER)
                .mapToLong(Advice::bytes)
                .sum();
    }

    /** What the superblock says of who has the file open. */
    static String mark(ContainerInfo info) {
        if (!info.isMarkedOpen()) {
            return (info.flags() & FOR_WRITING) == 0
                    ? "not marked as open for writing"
                    : "not marked as open for writing (flags 0x%02x, as libhdf5 up to 1.6 left them)"
                            .formatted(info.flags());
        }
        String mark =
                (info.flags() & BY_FALLOW) != 0 ? "marked as open for writing by Fallow" : "marked as open for writing";
        return (info.flags() & FOR_SWMR) != 0 ? mark + ", with readers at the same time (SWMR)" : mark;
    }

    /** The oldest release of libhdf5 that opens the file; null if all do. */
    static String readableFrom(ContainerInfo info) {
        return info.oldestReader().equals("1.0") ? null : info.oldestReader();
    }

    /** Which programs write such a superblock. */
    static String writers(ContainerInfo info) {
        return switch (info.superblockVersion()) {
            case 0 -> "as h5py, and libhdf5 before 2.0, write by default";
            case 1 -> "as libhdf5 before 2.0 writes with a B-tree setting of its own";
            case 2 -> "as libhdf5 2.0 writes by default, 1.8 with libver latest, and fallow upgrade";
            default -> "as Fallow, and libhdf5 from 1.10 on with libver latest, write";
        };
    }
}
