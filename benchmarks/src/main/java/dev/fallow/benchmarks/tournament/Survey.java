package dev.fallow.benchmarks.tournament;

import dev.fallow.freespace.Section;
import java.util.ArrayList;
import java.util.List;

/** Goes through a trace once with an entry, beside a model that checks each answer, and takes the figures. Not to be timed. */
final class Survey {
    private static final int AUDITS = 32;

    private final Requests requests;
    private final Entry entry;
    private final DiskMetadata metadata;
    private final Occupancy occupancy = new Occupancy();
    private long peakExtent;
    private long mostFreePieces;
    private int mostFreePiecesAt;

    private Survey(Requests requests, Entry entry, DiskMetadata metadata) {
        this.requests = requests;
        this.entry = entry;
        this.metadata = metadata;
    }

    /**
     * The figures of an entry that has done nothing yet.
     *
     * @throws IllegalStateException if a request is refused, two pieces overlap, a block is released otherwise than it
     *     was handed out or gets less than it asked for, or the entry's own account is not the model's
     */
    static Figures of(Requests requests, Contestant contestant, long volume) {
        Survey survey = new Survey(requests, contestant.entry(requests, volume), contestant.metadata());
        survey.run();
        return survey.figures(volume);
    }

    private void run() {
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
            return;
        }
        if (!entry.allocate(block, size)) {
            throw new IllegalStateException("request " + request + ", " + size + " bytes: refused");
        }
        List<Section> pieces = pieces(block);
        pieces.forEach(occupancy::take);
        long bytes = pieces.stream().mapToLong(Section::size).sum();
        if (bytes < size) {
            throw new IllegalStateException("request " + request + ", " + size + " bytes: given " + bytes);
        }
        metadata.allocated(pieces);
    }

    private List<Section> pieces(int block) {
        List<Section> pieces = new ArrayList<>();
        entry.forEachPiece(block, (address, size) -> pieces.add(new Section(address, size)));
        return pieces;
    }

    /** Asked for, wasted and free are all there is. */
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
                volume);
    }
}
