package dev.fallow.frozen;

import dev.fallow.CheckOptions;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.internal.session.WalkEvents;
import dev.fallow.report.CheckReport;
import dev.fallow.report.FreeSection;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceReport;
import dev.fallow.report.SpaceUse;
import dev.fallow.report.StructureDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/** What Fallow says of a file without changing it. */
final class Looks {
    /** Structures of one file that are dumped. */
    private static final int MOST_DUMPED = 60;

    private Looks() {}

    /** The reports on an open file, and the events of the walks. */
    static Map<EventStream, List<String>> of(byte[] file) {
        Map<EventStream, List<String>> seen = new EnumMap<>(EventStream.class);
        report(seen, EventStream.SPACE, file, opened -> space(opened.space()));
        List<String> order = new ArrayList<>();
        report(seen, EventStream.BLOCKS, file, opened -> blocks(opened, order));
        seen.put(EventStream.ORDER, order);
        report(
                seen,
                EventStream.RECLAIM,
                file,
                opened -> lines(
                        opened.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true))));
        report(seen, EventStream.PLAN, file, opened -> plan(opened.shrinkPlan()));
        report(seen, EventStream.CHECK, file, opened -> check(opened.check()));
        report(seen, EventStream.LIST, file, opened -> lines(opened.group("/").listRecursively()));
        walk(seen, EventStream.LIVE, file, WalkEvents::live);
        walk(seen, EventStream.POINTERS, file, WalkEvents::pointers);
        walk(seen, EventStream.CHECKED, file, WalkEvents::checked);
        return seen;
    }

    /**
     * The reports on a file that may be damaged.
     *
     * @param path where it is written
     */
    static Map<EventStream, List<String>> ofPath(byte[] file, Path path) throws IOException {
        Files.write(path, file);
        Map<EventStream, List<String>> seen = of(file);
        List<String> check = new ArrayList<>();
        attempt(check, () -> check.addAll(check(ContainerFile.check(path))));
        attempt(
                check,
                () -> check.addAll(
                        check(ContainerFile.check(path, CheckOptions.defaults().withQuick(true)))));
        seen.put(EventStream.CHECK, anonymous(check, path));
        List<String> repair = new ArrayList<>();
        attempt(
                repair,
                () -> repair.add(asRecorded(
                        ContainerFile.repair(path, MaintenanceOptions.defaults().withDryRun(true))
                                .toString())));
        seen.put(EventStream.DONE, anonymous(repair, path));
        return seen;
    }

    /** The fields of the structures of a file, found as its blocks. */
    static List<String> dump(byte[] file, Path path) throws IOException {
        Files.write(path, file);
        TreeSet<Long> addresses = new TreeSet<>();
        List<String> lines = new ArrayList<>();
        attempt(lines, () -> {
            try (ContainerFile opened =
                    ContainerFile.openBytes(file, OpenOptions.defaults().withReadOnly(true))) {
                opened.spaceBreakdown(item -> {
                    if (item instanceof SpaceItem.Block block
                            && block.use() != SpaceUse.CHUNKS
                            && block.use() != SpaceUse.CONTIGUOUS) {
                        addresses.add(block.address());
                    }
                });
            }
        });
        addresses.stream()
                .limit(MOST_DUMPED)
                .forEach(address -> attempt(lines, () -> {
                    StructureDump dump = ContainerFile.dump(path, address);
                    lines.add("%d: %s, %d bytes, checksum %s"
                            .formatted(dump.address(), dump.structure(), dump.bytes(), dump.checksum()));
                    dump.fields().forEach(field -> lines.add(field.toString()));
                }));
        return anonymous(lines, path);
    }

    /** Adds the message if something is refused. */
    static void attempt(List<String> lines, Runnable action) {
        try {
            action.run();
        } catch (ContainerException e) {
            lines.add("refused: " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    /** The text of findings from before their paths were optional. */
    private static String asRecorded(String findings) {
        return findings.replace("path=Optional.empty, ", "path=null, ")
                .replaceAll("path=Optional\\[(.*?)\\], sentence=", "path=$1, sentence=");
    }

    /** Other machines have other folders. */
    private static List<String> anonymous(List<String> lines, Path path) {
        return lines.stream().map(line -> line.replace(path.toString(), "FILE")).toList();
    }

    private static void report(
            Map<EventStream, List<String>> seen,
            EventStream stream,
            byte[] file,
            Function<ContainerFile, List<String>> report) {
        List<String> lines = new ArrayList<>();
        attempt(lines, () -> {
            try (ContainerFile opened =
                    ContainerFile.openBytes(file, OpenOptions.defaults().withReadOnly(true))) {
                lines.addAll(report.apply(opened));
            }
        });
        seen.put(stream, lines);
    }

    private static void walk(
            Map<EventStream, List<String>> seen,
            EventStream stream,
            byte[] file,
            Function<WalkEvents, List<String>> walk) {
        List<String> lines = new ArrayList<>();
        attempt(lines, () -> {
            try (WalkEvents events = new WalkEvents(file)) {
                lines.addAll(walk.apply(events));
            }
        });
        seen.put(stream, lines);
    }

    private static List<String> space(SpaceReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("%d bytes: %d live, %d free, %d untracked"
                .formatted(report.fileBytes(), report.liveBytes(), report.freeBytes(), report.untrackedBytes()));
        report.sections().forEach(each -> lines.add("section: " + each));
        report.untracked().forEach(each -> lines.add("untracked: " + each));
        report.quarantined().forEach(each -> lines.add("quarantined: " + each));
        report.findings().forEach(each -> lines.add("finding: " + each));
        return lines;
    }

    private static List<String> plan(ShrinkPlan plan) {
        List<String> lines = lines(plan.steps());
        lines.add("%d bytes, %d free".formatted(plan.length(), plan.freeBytes()));
        return lines;
    }

    private static List<String> check(CheckReport report) {
        List<String> lines = lines(report.findings());
        lines.replaceAll(Looks::asRecorded);
        lines.add("%d bytes, %d objects, %d structures, %d chunks decoded, complete: %s, omitted: %d"
                .formatted(
                        report.fileBytes(),
                        report.objects(),
                        report.structures(),
                        report.decodedChunks(),
                        report.complete(),
                        report.omitted()));
        return lines;
    }

    private static List<String> lines(List<?> items) {
        List<String> lines = new ArrayList<>();
        items.forEach(each -> lines.add(each.toString()));
        return lines;
    }

    private static List<String> blocks(ContainerFile file, List<String> order) {
        Blocks blocks = new Blocks(order::add);
        SpaceBreakdown breakdown = file.spaceBreakdown(blocks);
        Collections.sort(blocks.sorted);
        List<String> lines = new ArrayList<>(blocks.sorted);
        breakdown.amounts().forEach(each -> lines.add(each.toString()));
        breakdown.managers().forEach(each -> lines.add(each.toString()));
        breakdown.findings().forEach(each -> lines.add("finding: " + each));
        lines.add("%d bytes, %d allocated, %d objects, %d quarantined"
                .formatted(
                        breakdown.fileBytes(),
                        breakdown.allocatedBytes(),
                        breakdown.objects(),
                        breakdown.quarantined()));
        return lines;
    }

    /** The events of one walk: as they come, and by address with the paths of the objects. */
    private static final class Blocks implements Consumer<SpaceItem> {
        private final Consumer<String> order;
        private final List<String> sorted = new ArrayList<>();
        private final Map<Integer, String> paths = new HashMap<>();

        Blocks(Consumer<String> order) {
            this.order = order;
        }

        private String path(int holder) {
            return holder == SpaceItem.NOBODY ? "nobody" : paths.get(holder);
        }

        @Override
        public void accept(SpaceItem item) {
            if (item instanceof SpaceObject object) {
                object(object);
            } else if (item instanceof SpaceItem.Link link) {
                order.accept("link " + link.from() + " " + link.to());
                sorted.add("link from %s to %s".formatted(path(link.from()), path(link.to())));
            } else if (item instanceof SpaceItem.Elements elements) {
                order.accept("elements " + elements.holder() + " " + elements.bytes());
                sorted.add("elements of %s: %d".formatted(path(elements.holder()), elements.bytes()));
            } else if (item instanceof SpaceItem.HeapObject heapObject) {
                String sizeAndHolder = heapObject.size() + " ";
                order.accept("heap object " + heapObject.collection() + " " + sizeAndHolder + heapObject.holder());
                sorted.add(WalkEvents.line(
                        heapObject.collection(), "heap object, " + sizeAndHolder + path(heapObject.holder())));
            } else {
                run(item);
            }
        }

        private void run(SpaceItem item) {
            if (item instanceof SpaceItem.Block block) {
                String sizeAndUse = block.size() + " " + block.use() + " ";
                order.accept("block " + block.address() + " " + sizeAndUse + block.holder());
                sorted.add(WalkEvents.line(block.address(), "block, " + sizeAndUse + path(block.holder())));
            } else if (item instanceof SpaceItem.Part part) {
                String uses = part.size() + " " + part.was() + " " + part.use();
                order.accept("part " + part.address() + " " + uses);
                sorted.add(WalkEvents.line(part.address(), "part, " + uses));
            } else if (item instanceof FreeSection run) {
                order.accept(run.toString());
                sorted.add(WalkEvents.line(run.address(), run.toString()));
            }
        }

        private void object(SpaceObject object) {
            String above = object.parent() <= 0 ? "" : paths.get(object.parent());
            paths.put(
                    object.number(),
                    object.parent() < 0 ? "/" : above + "/" + object.name().orElse(null));
            order.accept("SpaceObject[number=%d, parent=%d, name=%s, kind=%s, address=%d, linkCount=%d]"
                    .formatted(
                            object.number(),
                            object.parent(),
                            object.name().orElse(null),
                            object.kind(),
                            object.address(),
                            object.linkCount()));
            sorted.add(WalkEvents.line(
                    object.address(),
                    "object, %s, %d links, %s".formatted(object.kind(), object.linkCount(), path(object.number()))));
        }
    }
}
