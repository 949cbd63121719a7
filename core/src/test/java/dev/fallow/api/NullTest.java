package dev.fallow.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.AttributeOptions;
import dev.fallow.CheckOptions;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.GroupOptions;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.source.CacheOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code null} is no value of the public API. */
class NullTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/fallow");
    private static final List<String> PACKAGES = List.of("", "type", "report", "source", "filter");
    /** They say which elements are null. */
    private static final Set<String> OF_ELEMENTS = Set.of("Types.java", "Reference.java", "Dataset.java");

    private static final List<Object> OPTIONS = List.of(
            AttributeOptions.defaults(),
            CacheOptions.defaults(),
            CheckOptions.defaults(),
            CreateOptions.defaults(),
            DatasetOptions.defaults(),
            GroupOptions.defaults(),
            MaintenanceOptions.defaults(),
            OpenOptions.defaults(),
            ShrinkOptions.defaults(),
            SpaceSettings.defaults());

    /** A comment, with the line that it belongs to. */
    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/\\s*+([^\\n]*)", Pattern.DOTALL);

    private static final Pattern NULL = Pattern.compile(
            "\\bnull (if|for|where|at|until|on|unless)\\b|(otherwise|;|or|is|are|be) null\\b(?!-)|\\{@code null\\}",
            Pattern.CASE_INSENSITIVE);

    @Test
    void noCommentOfAPublicTypeTellsOfNull() throws IOException {
        List<String> found = new ArrayList<>();
        int comments = 0;
        for (String folder : PACKAGES) {
            try (Stream<Path> files = Files.list(SOURCES.resolve(folder))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String source = Files.readString(file);
                    boolean isPublic = source.contains("\npublic ");
                    for (Matcher comment = JAVADOC.matcher(source); comment.find(); ) {
                        boolean belongs = isPublic && !comment.group(2).startsWith("private ");
                        comments += belongs ? 1 : 0;
                        if (belongs && NULL.matcher(comment.group(1)).find()) {
                            found.add(file.getFileName() + ": " + comment.group(2));
                        }
                    }
                }
            }
        }
        assertThat(found)
                .filteredOn(each -> !OF_ELEMENTS.contains(each.substring(0, each.indexOf(':'))))
                .isEmpty();
        assertThat(comments).isGreaterThan(500);
    }

    @Test
    void optionsHaveNoNull() throws ReflectiveOperationException {
        for (Object options : OPTIONS) {
            List<Method> getters = Arrays.stream(options.getClass().getMethods())
                    .filter(each -> each.getDeclaringClass() != Object.class && !Modifier.isStatic(each.getModifiers()))
                    .filter(each -> each.getParameterCount() == 0)
                    .toList();
            assertThat(getters).isNotEmpty();
            for (Method getter : getters) {
                assertThat(getter.invoke(options)).as(getter.toString()).isNotNull();
            }
        }
    }

    @Test
    void optionsTakeNoNull() throws IllegalAccessException {
        int withers = 0;
        List<String> wrong = new ArrayList<>();
        for (Object options : OPTIONS) {
            for (Method wither : options.getClass().getMethods()) {
                Class<?>[] parameters = wither.getParameterTypes();
                if (wither.getName().startsWith("with") && parameters.length == 1 && isObject(parameters[0])) {
                    withers++;
                    String outcome = outcomeOfNull(wither, options);
                    if (!outcome.matches("java.lang.NullPointerException: \\w+")) {
                        wrong.add(wither + ": " + outcome);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(withers).isGreaterThan(20);
    }

    private static boolean isObject(Class<?> type) {
        return !type.isPrimitive() && !type.isArray();
    }

    private static String outcomeOfNull(Method wither, Object options) throws IllegalAccessException {
        try {
            return "taken: " + wither.invoke(options, (Object) null);
        } catch (InvocationTargetException e) {
            return e.getCause().toString();
        }
    }
}
