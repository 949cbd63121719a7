package dev.fallow.fuzz;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.RawChunk;
import dev.fallow.RawElements;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.Slab;
import dev.fallow.StorageLayout;
import dev.fallow.StoredChunkInfo;
import dev.fallow.StoredObject;
import dev.fallow.fuzz.input.EditPlan;
import dev.fallow.fuzz.outcome.Beliefs;
import dev.fallow.fuzz.outcome.Outcomes;
import dev.fallow.fuzz.outcome.Violation;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.source.ByteSources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Everything that only looks at a container and is not part of {@link Reading}: the check, the use of each byte, plans, chunks as
 * stored, references and where they lead, elements as other types. What the check and the walk believe of the file must agree.
 */
final class LookTarget implements Target {
    private static final int MOST_OBJECTS = 40;
    private static final int MOST_CHUNKS = 20;
    private static final int MOST_REFERENCES = 20;
    /** Bytes of elements. */
    private static final long MOST_CONVERTED = 1 << 16;

    private static final List<Class<?>> TYPES = List.of(
            long[].class,
            int[].class,
            short[].class,
            byte[].class,
            float[].class,
            boolean[].class,
            String[].class,
            java.time.Instant[].class,
            List.class,
            Object.class);

    private final Outcomes outcomes;
    private final Containers containers;

    LookTarget(Outcomes outcomes, Containers containers) {
        this.outcomes = outcomes;
        this.containers = containers;
    }

    @Override
    public String name() {
        return "look";
    }

    @Override
    public String extension() {
        return Containers.EXTENSION;
    }

    @Override
    public Case next(RandomGenerator random) {
        return containers.next(random);
    }

    @Override
    public void run(byte[] input, long plan) {
        byte[] copy = input.clone();
        RandomGenerator random = new EditPlan(plan).random(0);
        boolean source = random.nextInt(4) == 0;
        OpenOptions options = OpenOptions.defaults().withReadOnly(true).withIgnoreWriteFlag(random.nextBoolean());
        try (ContainerFile file = source
                ? ContainerFile.openReadOnly(ByteSources.of(input, Outcomes.IN_MEMORY), options)
                : ContainerFile.openBytes(input, options)) {
            look(file, random);
        } catch (ContainerException e) {
            outcomes.judge(Outcomes.IN_MEMORY, "open", e);
        }
        if (!Arrays.equals(input, copy)) {
            throw new Violation("looking has changed the array", "");
        }
    }

    private void look(ContainerFile file, RandomGenerator random) {
        Beliefs.of(file, outcomes).requireAgreement();
        outcomes.of("breakdown", () -> breakdown(file));
        outcomes.of("shrink plan", file::shrinkPlan);
        outcomes.of(
                "reclaimable",
                () -> file.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true)));
        outcomes.of("persists", file::persistsFreeSpace);
        List<Entry> entries = new ArrayList<>();
        outcomes.of("list", () -> entries.addAll(file.root().listRecursively()));
        for (Entry entry : entries.subList(0, Math.min(entries.size(), MOST_OBJECTS))) {
            if (entry.address() >= 0) {
                outcomes.of("object " + entry.path(), () -> object(file, entry.path(), random));
                outcomes.of("description", () -> String.valueOf(entry.description()));
            }
        }
    }

    /** Bytes of each class, in blocks that do not overlap and lie inside the file. */
    private static Object breakdown(ContainerFile file) {
        long[] found = {0, 0};
        SpaceBreakdown all = file.spaceBreakdown(item -> {
            if (item instanceof SpaceItem.Block block) {
                found[0] += sizeOf(block.address(), block.size());
            } else if (item instanceof FreeSection run) {
                found[0] += sizeOf(run.address(), run.size());
            }
        });
        long sum =
                all.amounts().stream().mapToLong(SpaceBreakdown.Amount::bytes).sum();
        long userBlock = sum - found[0]; // no block
        if (sum != all.fileBytes() || userBlock != 0 && (userBlock < 512 || Long.bitCount(userBlock) != 1)) {
            throw new Violation(
                    "the use of the bytes does not add up",
                    "%d by class, %d in blocks, %d in the file, %s"
                            .formatted(sum, found[0], all.fileBytes(), all.findings()));
        }
        return all.amounts().toString();
    }

    private static long sizeOf(long address, long size) {
        if (address < 0 || size < 0) {
            throw new Violation("a block outside the file", address + ", " + size + " bytes");
        }
        return size;
    }

    private Object object(ContainerFile file, String path, RandomGenerator random) {
        StoredObject object = file.root().get(path);
        for (String name :
                object.attributeNames().stream().limit(MOST_REFERENCES).toList()) {
            outcomes.of("attribute", () -> {
                Object value = object.attribute(name).read();
                follow(file, value);
                return object.attribute(name).read(RawElements.class).bytes();
            });
        }
        outcomes.of("reference", () -> file.get(object.reference()).path());
        if (object instanceof Dataset dataset) {
            dataset(file, dataset, random);
        }
        return object.linkCount();
    }

    private void dataset(ContainerFile file, Dataset dataset, RandomGenerator random) {
        outcomes.of(
                "describe",
                () -> Arrays.toString(dataset.maxDimensions()) + dataset.filters() + dataset.storageAddress());
        if (dataset.layout() == StorageLayout.CHUNKED) {
            List<StoredChunkInfo> chunks = new ArrayList<>();
            outcomes.of("chunks", () -> {
                dataset.forEachChunk(chunk -> {
                    if (chunks.size() < MOST_CHUNKS) {
                        chunks.add(chunk);
                    }
                });
                return chunks.size();
            });
            for (StoredChunkInfo chunk : chunks) {
                outcomes.of(
                        "chunk",
                        () -> dataset.readChunk(chunk.offset())
                                .map(RawChunk::bytes)
                                .orElse(null));
            }
        }
        if (elementBytes(dataset) > MOST_CONVERTED) {
            return;
        }
        outcomes.of("follow", () -> {
            follow(file, dataset.read());
            return null;
        });
        Class<?> type = TYPES.get(random.nextInt(TYPES.size()));
        Conversion conversion = random.nextBoolean() ? Conversion.LOSSLESS : Conversion.ROUNDING;
        outcomes.of("read as " + type.getSimpleName(), () -> dataset.read(Selection.all(), type, conversion));
        outcomes.of("slabs", () -> {
            int read = 0;
            for (Slab slab : dataset.slabs(1 + random.nextInt(5))) {
                read++;
                if (slab.first() >= 10) {
                    break;
                }
            }
            return read;
        });
    }

    /** Returns the size of the elements, of which none may be stored; the largest number if it is not known. */
    private long elementBytes(Dataset dataset) {
        long[] size = {Long.MAX_VALUE};
        outcomes.of("storage size", () -> size[0] = dataset.logicalSize());
        return size[0];
    }

    private void follow(ContainerFile file, Object value) {
        List<Reference> references = new ArrayList<>();
        collect(value, references, 0);
        for (Reference reference : references) {
            outcomes.of("follow", () -> {
                StoredObject target = file.get(reference);
                if (reference instanceof Reference.ToRegion region && target instanceof Dataset dataset) {
                    return dataset.read(region.selection(), RawElements.class).bytes();
                }
                return target.path();
            });
        }
    }

    /** Returns whether a value contains references, which change when what they refer to is moved. */
    static boolean hasReferences(Object value) {
        List<Reference> references = new ArrayList<>();
        collect(value, references, 0);
        return !references.isEmpty();
    }

    private static void collect(Object value, List<Reference> references, int level) {
        if (references.size() >= MOST_REFERENCES || level > 6) {
            return;
        } else if (value instanceof Reference reference) {
            references.add(reference);
        } else if (value instanceof Object[] array) {
            for (Object each : array) {
                collect(each, references, level + 1);
            }
        } else if (value instanceof List<?> list) {
            for (Object each : list) {
                collect(each, references, level + 1);
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Object each : map.values()) {
                collect(each, references, level + 1);
            }
        }
    }
}
