package dev.fallow.research.tournament;

import dev.fallow.freespace.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Replays a trace with an entry, compares each answer with a model, and collects the figures. Not used for timing. */
final class Survey {
    private static final int AUDITS = 32;

    private final Requests requests;
    private final TournamentEntry entry;
    private final DiskMetadata metadata;
    private final DiskMetadata bitmap;
    private final Occupancy occupancy = new Occupancy();
    private long peakExtent;
    private long mostFreePieces;
    private int mostFreePiecesAt;
    private long allocations;
    private long runs;
    private long movedBytes;

    private Survey(Requests requests, TournamentEntry entry, DiskMetadata metadata, DiskMetadata bitmap) {
        this.requests = requests;
        this.entry = entry;
        this.metadata = metadata;
        this.bitmap = bitmap;
    }

    /**
     * Replays all requests on a new entry and returns the figures.
     *
     * @throws IllegalStateException if a request is refused, pieces overlap, a block is not where it was moved, a block gets fewer bytes than requested or
     *     is released differently from its allocation, or the entry's byte counts differ from the model's
     */
    static Figures of(Requests requests, Contestant contestant, long volume) {
        Survey survey = new Survey(
                requests,
                contestant.entry(requests, volume),
                contestant.metadata(),
                DiskMetadata.bitmap(contestant.unit()));
        survey.run();
        return survey.figures(volume);
    }

    private void run() {
        metadata.begin(entry);
        int interval = Math.max(1, requests.count() / AUDITS);
        for (int i = 0; i < requests.count(); i++) {
            step(i);
            peakExtent = Math.max(peakExtent, occupancy.end());
            if (entry.freePieces() > mostFreePieces) {
                mostFreePieces = entry.freePieces();
                mostFreePiecesAt = i + 1;
            }
            if (i % interval == 0 || i == requests.count() - 1) {
                audit(i);
            }
        }
    }

    private void step(int request) {
        int block = requests.block(request);
        long size = requests.size(request);
        if (size == 0) {
            List<Section> pieces = pieces(block);
            entry.release(block);
            pieces.forEach(occupancy::release);
            metadata.released(pieces);
            bitmap.released(pieces);
            follow(block);
            return;
        }
        if (!entry.allocate(block, size)) {
            throw new IllegalStateException("request " + request + ", " + size + " bytes: refused");
        }
        follow(block);
        List<Section> pieces = pieces(block);
        pieces.forEach(occupancy::take);
        long bytes = pieces.stream().mapToLong(Section::size).sum();
        if (bytes < size) {
            throw new IllegalStateException("request " + request + ", " + size + " bytes: allocated " + bytes);
        }
        metadata.allocated(pieces);
        bitmap.allocated(pieces);
        allocations++;
        runs += runs(pieces);
    }

    /** Follows the moves of all blocks but that of the request: each from its first place to its last. */
    private void follow(int requested) {
        Map<Integer, Section> moved = new HashMap<>();
        entry.forEachMove((block, from, to, size) -> {
            movedBytes += size;
            if (block != requested && moved.put(block, new Section(to, size)) == null) {
                List<Section> old = List.of(new Section(from, size));
                occupancy.release(old.get(0));
                metadata.released(old);
                bitmap.released(old);
            }
        });
        moved.forEach((block, place) -> {
            if (!pieces(block).equals(List.of(place))) {
                throw new IllegalStateException(
                        "block " + block + " was moved to " + place + ", but is " + pieces(block));
            }
            occupancy.take(place);
            metadata.allocated(List.of(place));
            bitmap.allocated(List.of(place));
        });
    }

    /** The number of pieces, those that follow each other on the medium counted as one. */
    private static int runs(List<Section> pieces) {
        int runs = 0;
        long end = -1;
        for (Section piece : pieces) {
            runs += piece.address() == end ? 0 : 1;
            end = piece.end();
        }
        return runs;
    }

    private List<Section> pieces(int block) {
        List<Section> pieces = new ArrayList<>();
        entry.forEachPiece(block, (address, size) -> pieces.add(new Section(address, size)));
        return pieces;
    }

    /** Checks that allocated and free bytes add up to the total. */
    private void audit(int request) {
        long reach = entry.reach();
        if (entry.freeBytes() + occupancy.bytes() != reach || occupancy.end() > reach) {
            throw new IllegalStateException(
                    "after request " + request + ": " + occupancy.bytes() + " bytes are in use up to " + occupancy.end()
                            + ", and the policy has " + entry.freeBytes() + " free of " + reach);
        }
    }

    private Figures figures(long volume) {
        return new Figures(
                requests.inUse(),
                requests.mostInUse(),
                occupancy.bytes(),
                occupancy.end(),
                peakExtent,
                mostFreePieces,
                mostFreePiecesAt,
                metadata.writes(entry),
                bitmap.writes(entry),
                (double) runs / allocations,
                movedBytes,
                volume);
    }
}
