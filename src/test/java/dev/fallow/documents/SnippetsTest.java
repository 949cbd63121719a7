package dev.fallow.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the documents compiles as printed, and runs. */
class SnippetsTest {
    @TempDir
    private Path folder;

    @Test
    void javaCompilesAndRuns() throws IOException, InterruptedException {
        List<Documents.Code> snippets = Documents.code().stream()
                .filter(code -> code.language().equals("java"))
                .toList();
        assertThat(snippets).isNotEmpty();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Path> sources = new ArrayList<>();
        for (Documents.Code snippet : snippets) {
            sources.add(source(snippet, "Snippet" + sources.size()));
        }
        String classes = System.getProperty("java.class.path");
        StringWriter messages = new StringWriter();
        boolean compiled;
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-proc:none", "-cp", classes, "-d", folder.toString()),
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        assertThat(compiled).as("%s%n%s", snippets, messages).isTrue();
        for (int i = 0; i < sources.size(); i++) {
            run(classes, "Snippet" + i, snippets.get(i));
        }
    }

    /** Imports go before the class, everything else into its method {@code main}. */
    private Path source(Documents.Code snippet, String name) throws IOException {
        String imports = snippet.text()
                .lines()
                .filter(line -> line.startsWith("import "))
                .collect(Collectors.joining("\n"));
        String body = snippet.text()
                .lines()
                .filter(line -> !line.startsWith("import "))
                .collect(Collectors.joining("\n"));
        return Files.writeString(
                folder.resolve(name + ".java"),
                imports + "\nclass " + name + " {\npublic static void main(String[] arguments) throws Exception {\n"
                        + body + "\n}\n}\n");
    }

    private void run(String classes, String name, Documents.Code snippet) throws IOException, InterruptedException {
        Path work = Files.createDirectory(folder.resolve(name));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + classes,
                        name)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", snippet, printed).isZero();
    }
}
