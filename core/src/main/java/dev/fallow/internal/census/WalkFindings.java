package dev.fallow.internal.census;

import dev.fallow.ContainerException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.internal.path.PathNode;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The findings of a walk. */
public final class WalkFindings {
    private final List<String> all = new ArrayList<>();
    private final List<String> damage = new ArrayList<>();

    private final List<String> unknownMessages = new ArrayList<>();

    /** A part of the walk. Its failure becomes a finding, and the rest of the walk continues. */
    @FunctionalInterface
    interface Part {
        void run() throws IOException;
    }

    /** Runs a part of the walk. */
    void attempt(PathNode path, Part part) throws IOException {
        try {
            part.run();
        } catch (UnsupportedFeatureException e) {
            add(path + ": " + e.getMessage());
        } catch (ContainerException | FormatException | EOFException e) {
            damaged(path + ": " + e.getMessage());
        }
    }

    /** Adds a finding that a change could make worse. */
    void damaged(String finding) {
        all.add(finding);
        damage.add(finding);
    }

    /** Adds a finding. */
    void add(String finding) {
        all.add(finding);
    }

    /** Adds findings. */
    void addAll(List<String> findings) {
        all.addAll(findings);
    }

    /** Adds a message of unknown type. */
    void unknownMessage(String message) {
        unknownMessages.add(message);
    }

    /** All findings: the structures that could not be followed, and those claimed twice. */
    List<String> all() {
        return all;
    }

    /**
     * The findings that a change could make worse: structures that differ from what their references require, and
     * structures that overlap others. Unsupported features are not damage.
     */
    List<String> damage() {
        return damage;
    }

    /** The unknown messages found. Whatever they refer to has not been reported. They are not necessarily errors. */
    List<String> unknownMessages() {
        return unknownMessages;
    }

    /** Whether everything was followed. */
    boolean isComplete() {
        return all.isEmpty() && unknownMessages.isEmpty();
    }

    /** The finding for bytes used by two structures. */
    public static String overlapping(long address, long size, String owners) {
        return "%d bytes at address %d belong to two: %s".formatted(size, address, owners);
    }

    /** The first of some findings, and the number of others. */
    public static String summary(List<String> findings) {
        return findings.get(0) + (findings.size() == 1 ? "" : " (and %d more)".formatted(findings.size() - 1));
    }
}
