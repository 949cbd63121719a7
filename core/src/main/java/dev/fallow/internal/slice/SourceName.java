package dev.fallow.internal.slice;

import dev.fallow.CorruptFileException;

/** Names of sources, with the number of a block in place of {@code %b}, and a percent sign in place of {@code %%}. */
public final class SourceName {
    private SourceName() {}

    /** Whether the name depends on the number of the block. */
    public static boolean hasBlock(String name) {
        for (int at = name.indexOf('%'); at >= 0; at = name.indexOf('%', at + 2)) {
            if (name.startsWith("%b", at)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The name of the source of a block.
     *
     * @param where file, dataset and mapping, for messages
     * @throws CorruptFileException if anything else follows a percent sign
     */
    public static String of(String name, long block, String where) {
        if (name.indexOf('%') < 0) {
            return name;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) != '%') {
                text.append(name.charAt(i));
            } else if (name.startsWith("%b", i)) {
                text.append(block);
                i++;
            } else if (name.startsWith("%%", i)) {
                text.append('%');
                i++;
            } else {
                throw new CorruptFileException(
                        "%s: expected %%b or %%%% in the name of a source, found \"%s\"".formatted(where, name));
            }
        }
        return text.toString();
    }
}
