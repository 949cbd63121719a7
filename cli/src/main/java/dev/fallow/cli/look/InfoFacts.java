package dev.fallow.cli.look;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.CommandLines;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.SpaceReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code fallow info} tells of a file that it could open.
 *
 * @param info the superblock and the file-space settings
 * @param diagnosis the account of the bytes, and what could be gained; null if it was left out
 * @param advice how bytes could be returned or reused; empty if there are none, or the account was left out
 */
record InfoFacts(ContainerInfo info, Diagnosis diagnosis, List<Advice> advice) {
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

    InfoFacts {
        advice = List.copyOf(advice);
    }

    /** Without the account. */
    static InfoFacts quick(ContainerFile container) {
        return new InfoFacts(container.info(), null, List.of());
    }

    /** With the account. Advice is given only if the account has no findings: an edit could make damage worse. */
    static InfoFacts of(ContainerFile container, Path file) {
        ContainerInfo info = container.info();
        Diagnosis diagnosis = container.diagnosis();
        List<Advice> advice = new ArrayList<>();
        String name = CommandLines.word(file.toString());
        if (!diagnosis.plan().steps().isEmpty()) {
            advice.add(new Advice(Effect.SHORTER, diagnosis.returnableBytes(), "fallow shrink " + name));
        }
        if (diagnosis.reclaimableBytes() > 0) {
            advice.add(new Advice(Effect.REUSABLE, diagnosis.reclaimableBytes(), reclaim(info, name)));
        }
        return new InfoFacts(info, diagnosis, advice);
    }

    /** The account of the bytes; null if it was left out. */
    SpaceReport account() {
        return diagnosis == null ? null : diagnosis.space();
    }

    private static String reclaim(ContainerInfo info, String name) {
        if (info.persistsFreeSpace()) {
            return "fallow reclaim " + name;
        }
        String command = "fallow reclaim --persist " + name;
        return info.superblockVersion() < PERSISTS ? "fallow upgrade " + name + " && " + command : command;
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
