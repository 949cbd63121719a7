package dev.fallow.examples;

import dev.fallow.cli.Fallow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs examples, and commands of {@code fallow}, in the current folder. */
final class Performance {
    private static final int MOST_CODE = 1;
    /** A word, or what stands between two single quotes. */
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private Performance() {}

    /** Takes a file with a task in each line, and the file that gets what they print, with form feeds in between. */
    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        Locale.setDefault(Locale.US);
        List<String> printed = new ArrayList<>();
        for (String task : Files.readAllLines(Path.of(arguments[0]))) {
            List<String> words = words(task);
            if (words.get(0).equals("example")) {
                printed.add(example(words.get(1)));
            } else {
                printed.add(command(task, words.subList(1, words.size())));
            }
        }
        Files.writeString(Path.of(arguments[1]), String.join("\f", printed));
    }

    private static String example(String name) throws ReflectiveOperationException {
        PrintStream console = System.out;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        System.setOut(new PrintStream(all, true, StandardCharsets.UTF_8));
        try {
            Class.forName(name).getDeclaredMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            throw new AssertionError(name, e.getCause());
        } finally {
            System.setOut(console);
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    private static String command(String task, List<String> words) {
        StringWriter all = new StringWriter();
        PrintWriter out = new PrintWriter(all);
        int code = Fallow.run(out, out, words.toArray(new String[0]));
        if (code > MOST_CODE) {
            throw new AssertionError(task + " ends with " + code + ":\n" + all);
        }
        return all.toString();
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        return words;
    }
}
