package dev.fallow.cli.shell;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.NameText;
import dev.fallow.Reference;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The paths of objects by their addresses, which is what references have. They are found by a walk from the root group, which begins when
 * the first name is asked for, and goes as far as it has to: to at most 100,000 objects. What is behind them keeps its address.
 */
public final class ObjectNames {
    private static final int MOST = 100_000;

    private final ContainerFile container;
    private final Map<Long, String> paths = new HashMap<>();
    /** Null before the walk. */
    private Iterator<Entry> rest;

    public ObjectNames(ContainerFile container) {
        this.container = container;
    }

    /** The path of the object at an address; empty if it is not known. */
    public String path(long address) {
        try {
            if (rest == null) {
                paths.put(container.root().address(), "/");
                rest = container.root().walk(Integer.MAX_VALUE).iterator();
            }
            while (!paths.containsKey(address) && paths.size() < MOST && rest.hasNext()) {
                Entry entry = rest.next();
                if (entry.address() >= 0) {
                    paths.putIfAbsent(entry.address(), entry.path());
                }
            }
        } catch (ContainerException e) {
            rest = Collections.emptyIterator(); // what cannot be read has no name; listing it says why
        }
        return paths.getOrDefault(address, "");
    }

    /** A reference for people, safe to print: {@code ->/images/raw}, of a region with what is selected, of an attribute with its name. */
    public String text(Reference reference) {
        String path = reference.file().isEmpty() ? path(reference.address()) : "";
        return path.isEmpty() ? plain(reference) : "->" + NameText.printable(path) + part(reference);
    }

    /** A reference whose target has no known name: with its address. */
    static String plain(Reference reference) {
        String file =
                reference.file().map(name -> NameText.printable(name) + ":").orElse("");
        return "->" + file + reference.address() + part(reference);
    }

    private static String part(Reference reference) {
        if (reference instanceof Reference.ToRegion region) {
            return SelectionText.of(region.selection());
        }
        return reference instanceof Reference.ToAttribute attribute ? "@" + NameText.printable(attribute.name()) : "";
    }
}
