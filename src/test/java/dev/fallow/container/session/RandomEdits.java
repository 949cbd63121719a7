package dev.fallow.container.session;

import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.chunk.ChunkFilter;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Random edits that are valid for the model, and occasionally an invalid one that must be refused. Links and attributes
 * are concentrated on few objects, so that their numbers repeatedly cross the thresholds at which the storage format
 * changes.
 */
public final class RandomEdits {
    private final Random random;
    private final Model model;
    private final Contents contents;
    /** The approximate maximal number of links; above it, deletions are more frequent than creations. */
    private final int size;

    /** The edits of chunked datasets, half of all; null for none. */
    private final ChunkedEdits chunked;

    private int nextName;
    private List<String> paths;

    /**
     * @param size the approximate maximal number of links
     * @param chunked whether half of the edits are of chunked datasets
     */
    public RandomEdits(Random random, Model model, int size, boolean chunked) {
        this(random, model, size, chunked ? ChunkedEdits.filtersOfBoth() : null);
    }

    /**
     * @param size the approximate maximal number of links
     * @param filters of chunked datasets, of which half of the edits are; null for none
     */
    public RandomEdits(Random random, Model model, int size, Set<ChunkFilter> filters) {
        this.random = random;
        this.model = model;
        this.contents = new Contents(random);
        this.size = size;
        this.chunked = filters == null ? null : new ChunkedEdits(random, model, contents, this::newPath, filters);
    }

    /** Chooses the next edit that an editor supports, without making it. */
    public Edit next(Editor editor) {
        paths = model.paths();
        while (true) {
            Edit edit = chunked != null && random.nextBoolean() ? chunked.any(editor, paths, isFull()) : any(editor);
            if (edit != null && edit.isFor(editor)) {
                return edit;
            }
        }
    }

    /** Chooses an edit, or returns null if the model has no object for it. */
    private Edit any(Editor editor) {
        boolean full = isFull();
        return switch (random.nextInt(40)) {
            case 0, 1, 2 -> full ? delete() : createGroup();
            case 3, 4, 5, 6, 7 -> full ? delete() : createDataset(contents.random(elements()));
            case 8 -> full ? delete() : commitType();
            case 9 -> full ? delete() : createDatasetOfType();
            case 10, 11 -> full ? delete() : hardLink();
            case 12, 13 -> full ? delete() : softLink();
            case 14 -> full ? delete() : externalLink();
            case 15, 16 -> full ? delete() : copy(editor);
            case 17, 18, 19, 20, 21 -> delete();
            case 22, 23, 24 -> move();
            case 25, 26 -> write();
            case 27, 28, 29, 30, 31 -> createAttribute();
            case 32 -> createAttributeOfType();
            case 33, 34 -> replaceAttribute();
            case 35 -> renameAttribute();
            case 36, 37, 38 -> deleteAttribute();
            default -> refused();
        };
    }

    private boolean isFull() {
        return paths.size() > size + random.nextInt(1 + size / 4);
    }

    private Edit createGroup() {
        String path = newPath();
        boolean tracked = random.nextInt(4) == 0;
        return new Edit(
                tracked ? Operation.CREATE_TRACKED_GROUP : Operation.CREATE_GROUP,
                null,
                "create group " + path + (tracked ? ", tracked" : ""),
                editor -> editor.createGroup(path, tracked));
    }

    private Edit createDataset(Content content) {
        String path = newPath();
        // compact data is in the header, whose size is limited
        boolean compact = content.values().size() <= 64 && random.nextInt(4) == 0;
        return new Edit(
                compact ? Operation.CREATE_COMPACT : Operation.CREATE_CONTIGUOUS,
                content,
                "create " + (compact ? "compact " : "") + "dataset " + path + ": " + content,
                editor -> editor.createDataset(path, content, compact));
    }

    private Edit commitType() {
        String path = newPath();
        Content content = contents.random(1);
        return new Edit(
                Operation.COMMIT_TYPE,
                content,
                "commit type " + path + ": " + content.type(),
                editor -> editor.commitType(path, content));
    }

    private Edit createDatasetOfType() {
        String type = any(ObjectKind.DATATYPE);
        if (type == null) {
            return null;
        }
        String path = newPath();
        Content content = contents.of(model.content(type).type(), List.of((long) elements()));
        return new Edit(
                Operation.CREATE_OF_COMMITTED_TYPE,
                content,
                "create dataset " + path + " of type " + type,
                editor -> editor.createDatasetOfType(path, type, content));
    }

    private Edit delete() {
        String path = anyLink();
        return path == null ? null : new Edit(Operation.DELETE, null, "delete " + path, editor -> editor.delete(path));
    }

    private Edit move() {
        String from = anyLink();
        String to = random.nextInt(3) == 0 ? sibling(from) : newPath();
        return from == null || model.isWithin(from, to)
                ? null
                : new Edit(Operation.MOVE, null, "move " + from + " to " + to, editor -> editor.move(from, to));
    }

    private Edit hardLink() {
        String existing = anyObject();
        String path = newPath();
        return model.isWithin(existing, path)
                ? null
                : new Edit(
                        Operation.HARD_LINK,
                        null,
                        "hard link " + path + " to " + existing,
                        editor -> editor.createHardLink(existing, path));
    }

    private Edit softLink() {
        String target = random.nextInt(3) == 0 ? "no/where/" + "x".repeat(1 + random.nextInt(40)) : anyObject();
        String path = newPath();
        return new Edit(
                Operation.SOFT_LINK,
                null,
                "soft link " + path + " to " + target,
                editor -> editor.createSoftLink(target, path));
    }

    private Edit externalLink() {
        String path = newPath();
        return new Edit(
                Operation.EXTERNAL_LINK,
                null,
                "external link " + path,
                editor -> editor.createExternalLink("other file.h5", "/some/object", path));
    }

    private Edit copy(Editor copying) {
        String from = anyObject();
        String to = newPath();
        return model.isWithin(from, to)
                        || model.objectsBelow(from) > size / 4
                        || model.anyBelow(from, content -> !copying.copies(content))
                ? null
                : new Edit(Operation.COPY, null, "copy " + from + " to " + to, editor -> editor.copy(from, to));
    }

    private Edit write() {
        String path = any(ObjectKind.DATASET);
        if (path == null) {
            return null;
        }
        Content content = contents.like(model.content(path));
        return new Edit(Operation.WRITE, content, "write " + path, editor -> editor.write(path, content));
    }

    private Edit createAttribute() {
        String path = owner();
        String name = newName();
        Content content = contents.random(attributeElements());
        return new Edit(
                Operation.CREATE_ATTRIBUTE,
                content,
                "create attribute " + name + " of " + path + ": " + content,
                editor -> editor.createAttribute(path, name, content));
    }

    private Edit createAttributeOfType() {
        String type = any(ObjectKind.DATATYPE);
        if (type == null) {
            return null;
        }
        String path = owner();
        String name = newName();
        Content content = contents.of(model.content(type).type(), List.of());
        return new Edit(
                Operation.CREATE_ATTRIBUTE_OF_COMMITTED_TYPE,
                content,
                "create attribute " + name + " of " + path + ", its type " + type,
                editor -> editor.createAttributeOfType(path, name, type, content));
    }

    private Edit replaceAttribute() {
        String path = owner();
        String name = attribute(path);
        if (name == null) {
            return null;
        }
        Content content = contents.random(attributeElements());
        return new Edit(
                isFragile(path, name) ? Operation.REPLACE_FRAGILE_ATTRIBUTE : Operation.REPLACE_ATTRIBUTE,
                content,
                "replace attribute " + name + " of " + path + ": " + content,
                editor -> editor.replaceAttribute(path, name, content));
    }

    private Edit renameAttribute() {
        String path = owner();
        String from = attribute(path);
        String to = newName();
        return from == null
                ? null
                : new Edit(
                        Operation.RENAME_ATTRIBUTE,
                        null,
                        "rename attribute " + from + " of " + path + " to " + to,
                        editor -> editor.renameAttribute(path, from, to));
    }

    private Edit deleteAttribute() {
        String path = owner();
        String name = attribute(path);
        return name == null
                ? null
                : new Edit(
                        isFragile(path, name) ? Operation.DELETE_FRAGILE_ATTRIBUTE : Operation.DELETE_ATTRIBUTE,
                        null,
                        "delete attribute " + name + " of " + path,
                        editor -> editor.deleteAttribute(path, name));
    }

    private boolean isFragile(String path, String name) {
        return model.isOfOwnType(path, name) || model.isRenamedInOrder(path, name);
    }

    /** Chooses an edit that every editor must refuse. */
    private Edit refused() {
        String link = anyLink();
        String missing = newPath();
        String owner = anyObject();
        String attribute = attribute(owner);
        Content content = contents.random(1);
        if (link == null) {
            return null;
        }
        return switch (random.nextInt(7)) {
            case 0 ->
                new Edit(
                        Operation.CREATE_GROUP,
                        null,
                        "create group where there is " + link,
                        editor -> editor.createGroup(link, false));
            case 1 ->
                new Edit(
                        Operation.CREATE_CONTIGUOUS,
                        content,
                        "create dataset where there is " + link,
                        editor -> editor.createDataset(link, content, false));
            case 2 ->
                new Edit(Operation.DELETE, null, "delete the missing " + missing, editor -> editor.delete(missing));
            case 3 ->
                new Edit(
                        Operation.MOVE,
                        null,
                        "move the missing " + missing,
                        editor -> editor.move(missing, missing + "x"));
            case 4 ->
                new Edit(
                        Operation.HARD_LINK,
                        null,
                        "hard link to the missing " + missing,
                        editor -> editor.createHardLink(missing, missing + "x"));
            case 5 ->
                new Edit(
                        Operation.DELETE_ATTRIBUTE,
                        null,
                        "delete a missing attribute of " + owner,
                        editor -> editor.deleteAttribute(owner, "missing"));
            default ->
                attribute == null
                        ? null
                        : new Edit(
                                Operation.CREATE_ATTRIBUTE,
                                content,
                                "create attribute where " + owner + " has " + attribute,
                                editor -> editor.createAttribute(owner, attribute, content));
        };
    }

    private int elements() {
        return switch (random.nextInt(8)) {
            case 0 -> 1 + random.nextInt(1200);
            case 1 -> 0;
            default -> 1 + random.nextInt(24);
        };
    }

    private int attributeElements() {
        return random.nextInt(12) == 0 ? 100 + random.nextInt(200) : 1 + random.nextInt(8);
    }

    private String anyLink() {
        return paths.size() == 1 ? null : paths.get(1 + random.nextInt(paths.size() - 1));
    }

    private String anyObject() {
        String path = paths.get(random.nextInt(paths.size()));
        ObjectKind kind = model.kind(path);
        return kind == ObjectKind.SOFT_LINK || kind == ObjectKind.EXTERNAL_LINK ? "/" : path;
    }

    /** Chooses the path of an object of a kind, or returns null. */
    private String any(ObjectKind kind) {
        List<String> fitting =
                paths.stream().filter(path -> model.kind(path) == kind).toList();
        return fitting.isEmpty() ? null : fitting.get(random.nextInt(fitting.size()));
    }

    /** Chooses an object for an attribute, with a probability of 1/2 one of the first three. */
    private String owner() {
        String some = paths.get(random.nextInt(Math.min(3, paths.size())));
        ObjectKind kind = model.kind(some);
        boolean link = kind == ObjectKind.SOFT_LINK || kind == ObjectKind.EXTERNAL_LINK;
        return random.nextBoolean() && !link ? some : anyObject();
    }

    private String attribute(String path) {
        List<String> names = model.attributeNames(path);
        return names.isEmpty() ? null : names.get(random.nextInt(names.size()));
    }

    /** Chooses an unused path in a group, with a probability of 1/2 in one of the first three groups. */
    private String newPath() {
        List<String> groups = paths.stream()
                .filter(path -> model.kind(path) == ObjectKind.GROUP)
                .toList();
        int among = random.nextBoolean() ? Math.min(3, groups.size()) : groups.size();
        String group = groups.get(random.nextInt(among));
        return (group.equals("/") ? "" : group) + "/" + newName();
    }

    private String sibling(String path) {
        return path == null ? null : path.substring(0, path.lastIndexOf('/') + 1) + newName();
    }

    private String newName() {
        String name = "n" + nextName++;
        return switch (random.nextInt(12)) {
            case 0 -> name + " " + "long".repeat(1 + random.nextInt(20));
            case 1 -> name + "\u00e9\u03c0";
            default -> name;
        };
    }
}
