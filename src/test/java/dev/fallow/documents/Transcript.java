package dev.fallow.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A block with commands after {@code $}, each with what it prints, or with what an example prints. A line {@code ...} stands for any lines. */
final class Transcript {
    private static final String PROMPT = "$ ";
    private static final String ANY = "...";

    private Transcript() {}

    /** The commands of a block, without the prompt. */
    static List<String> commands(Fence fence) {
        List<String> commands = fence.text()
                .lines()
                .filter(line -> line.startsWith(PROMPT))
                .map(line -> line.substring(PROMPT.length()))
                .toList();
        if (commands.isEmpty() || !commands.stream().allMatch(each -> each.startsWith("fallow "))) {
            throw new AssertionError(fence + ": each command of such a block is one of fallow");
        }
        return commands;
    }

    /** Whether a block shows what was printed. */
    static boolean shows(Fence fence, List<String> printed) {
        StringBuilder pattern = new StringBuilder();
        for (String line : fence.text().split("\n")) {
            pattern.append(line.strip().equals(ANY) ? "(?:.*\n)*?" : Pattern.quote(line) + "\n");
        }
        return Pattern.matches(pattern.toString(), text(fence, printed) + "\n");
    }

    /** The block with what was printed. */
    static String text(Fence fence, List<String> printed) {
        if (fence.printed()) {
            return printed.get(0).stripTrailing();
        }
        List<String> lines = new ArrayList<>();
        List<String> commands = commands(fence);
        for (int i = 0; i < commands.size(); i++) {
            lines.add(PROMPT + commands.get(i));
            printed.get(i).lines().map(String::stripTrailing).forEach(lines::add);
        }
        return String.join("\n", lines);
    }
}
