package dev.fallow.cli.shell;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A path whose names are {@linkplain NamePattern patterns}; the name {@code **} stands for any number of names.
 */
public final class PathPattern {
    private static final Pattern WILD = Pattern.compile("[*?]|\\[[^/]+\\]", Pattern.DOTALL);

    private final List<String> names = new ArrayList<>();
    private final List<NamePattern> patterns = new ArrayList<>();

    private PathPattern(String path) {
        for (String name : path.split("/")) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
                patterns.add(name.equals("**") ? null : NamePattern.of(name));
            }
        }
    }

    /** Whether there is an object or a link at a path, even a link that leads nowhere: then it is no pattern. */
    public static boolean isPath(ContainerFile container, String path) {
        try {
            container.root().link(path);
            return true;
        } catch (ContainerException e) {
            return false;
        }
    }

    /** Whether a path has wildcards. */
    public static boolean isWild(String path) {
        return WILD.matcher(path).find();
    }

    /**
     * The entries whose paths match, in the order of a listing. Links are not followed.
     *
     * @throws IllegalArgumentException if it is no pattern
     */
    public static List<Entry> find(ContainerFile container, String path) {
        PathPattern pattern = new PathPattern(path);
        int from = 0;
        while (from < pattern.names.size() && !isWild(pattern.names.get(from))) {
            from++;
        }
        String start = "/" + String.join("/", pattern.names.subList(0, from));
        return from == pattern.names.size() ? List.of() : pattern.matches(container, start, from);
    }

    private List<Entry> matches(ContainerFile container, String group, int at) {
        List<Entry> found = new ArrayList<>();
        if (patterns.subList(at, patterns.size()).contains(null)) {
            int prefix = group.equals("/") ? 1 : group.length() + 1;
            for (Entry entry : container.group(group).walk(Integer.MAX_VALUE)) {
                if (matches(entry.path().substring(prefix).split("/", -1), at)) {
                    found.add(entry);
                }
            }
            return found;
        }
        for (Entry entry : container.group(group).list()) {
            String path = entry.path();
            if (!patterns.get(at).matches(path.substring(path.lastIndexOf('/') + 1))) {
                continue;
            } else if (at == patterns.size() - 1) {
                found.add(entry);
            } else if (entry.kind() == ObjectKind.GROUP && entry.problem().isEmpty()) {
                found.addAll(matches(container, path, at + 1)); // at most as deep as the pattern is long
            }
        }
        return found;
    }

    /** Whether names match the patterns from one on. */
    private boolean matches(String[] path, int pattern) {
        boolean[] ends = new boolean[path.length + 1]; // of the patterns so far, in names
        ends[0] = true;
        for (int i = pattern; i < patterns.size(); i++) {
            boolean[] next = new boolean[path.length + 1];
            for (int j = 0; j <= path.length; j++) {
                NamePattern each = patterns.get(i);
                next[j] = each == null
                        ? ends[j] || j > 0 && next[j - 1]
                        : j > 0 && ends[j - 1] && each.matches(path[j - 1]);
            }
            ends = next;
        }
        return ends[path.length];
    }
}
