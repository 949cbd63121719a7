package dev.fallow.internal.session;

import dev.fallow.OpenOptions;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.check.CheckEvents;
import dev.fallow.internal.check.EncodedChunk;
import dev.fallow.internal.check.Part;
import dev.fallow.internal.check.PointerVisitor;
import dev.fallow.internal.check.PointerWalk;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the walks of core tell their visitors, a line for each event. Their order is not a promise, so the lines are sorted: they begin
 * with an address.
 */
public final class WalkEvents implements AutoCloseable {
    private static final int WIDTH = 9;

    private final MemoryStorage storage;
    private final Session session;

    /** @throws dev.fallow.ContainerException if the file cannot be opened */
    public WalkEvents(byte[] file) {
        storage = new MemoryStorage(file);
        session = ContainerOpener.openIn(
                storage, "container in memory", OpenOptions.defaults().withReadOnly(true));
    }

    @Override
    public void close() {
        session.close();
    }

    /** The live structures, and what the walk of them says in the end. */
    public List<String> live() {
        return session.reading(() -> {
            List<String> events = new ArrayList<>();
            LiveWalk walk = walk(events);
            List<String> findings = walk.walk();
            Collections.sort(events);
            findings.forEach(each -> events.add("finding: " + each));
            walk.damage().forEach(each -> events.add("damage: " + each));
            walk.unknownMessages().forEach(each -> events.add("unknown message: " + each));
            AddressTable low = walk.lowLinkCounts();
            for (int i = 0; i < low.size(); i++) {
                events.add("low link count at %d: %d found".formatted(low.address(i), low.value(i)));
            }
            walk.unheldObjects()
                    .forEachRun((address, size) -> events.add("unheld heap objects: %d %d".formatted(address, size)));
            return events;
        });
    }

    private LiveWalk walk(List<String> events) throws java.io.IOException {
        session.state().sections().load();
        return new LiveWalk(
                session.store(),
                session.state().sections(),
                session.superblock(),
                (address, size, label) -> events.add(line(address, size + " " + label)));
    }

    /** The addresses in the structures; none if the file is not sound. */
    public List<String> pointers() {
        return session.reading(() -> {
            LiveWalk walk = walk(new ArrayList<>());
            if (!walk.walk().isEmpty() || !walk.unknownMessages().isEmpty()) {
                return List.of("not sound");
            }
            List<String> events = new ArrayList<>();
            new PointerWalk(session.store(), new Pointers(events)).walk(session.superblock());
            Collections.sort(events);
            return events;
        });
    }

    /** The structures that the check finds. */
    public List<String> checked() {
        return session.reading(() -> CheckEvents.blocks(storage, session.store()));
    }

    /** As wide as any address of the tests, so that the order of lines is that of addresses. */
    public static String line(long address, String rest) {
        String digits = Long.toString(address);
        return "0".repeat(Math.max(0, WIDTH - digits.length())) + digits + " " + rest;
    }

    private record Pointers(List<String> events) implements PointerVisitor {
        @Override
        public void pointer(Part part, long field, long target) {
            events.add(line(
                    field,
                    "to " + target + " in " + part.address() + " " + part.length() + " " + part.checksumAt()
                            + (part.isChecksummed() ? " " + part.checksumOfWhole() : "")));
        }

        @Override
        public void encoded(EncodedChunk chunk, int position, long target) {
            Supplier<String> place =
                    () -> Arrays.toString(chunk.coordinates()) + " " + chunk.chunk() + " " + chunk.entry();
            events.add(
                    line(chunk.chunk().address(), "+%06d to %d in chunk %s".formatted(position, target, place.get())));
        }

        @Override
        public void fixed(long target, String reason) {
            events.add(line(target, "fixed: " + reason));
        }

        @Override
        public void reference(long target) {
            events.add(line(target, "referred to"));
        }
    }
}
