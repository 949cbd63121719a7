package dev.fallow.research.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;

/** The commit of the program that measures. */
final class SourceCommit {
    /** The commit of a program that is not in a work tree of Git, or on a machine without Git. */
    static final String UNKNOWN = "unknown";

    /** The system property with the commit, for programs that are copied out of their work tree. */
    static final String PROPERTY = "fallow.commit";

    private static final List<String> DESCRIBE =
            List.of("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*");

    private SourceCommit() {}

    /**
     * The value of {@value #PROPERTY}, or else the commit of the work tree in which the classes or their archive are,
     * with {@code -dirty} if files differ from it. A program built before the last commit is not told apart.
     */
    static String current() {
        String given = System.getProperty(PROPERTY);
        if (given != null) {
            return given;
        }
        CodeSource source = SourceCommit.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return UNKNOWN;
        }
        try {
            Path place = Path.of(source.getLocation().toURI());
            return of(Files.isDirectory(place) ? place : place.getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of the program is not a URI: " + source.getLocation(), e);
        }
    }

    /** The commit of the work tree with this directory; {@link #UNKNOWN} if it is in none, or there is no Git. */
    static String of(Path folder) {
        Process git;
        try {
            git = new ProcessBuilder(DESCRIBE)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return UNKNOWN; // there is no program git
        }
        try {
            String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 ? output : UNKNOWN;
        } catch (IOException e) {
            throw new UncheckedIOException("the answer of git cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while git names the commit", e);
        }
    }
}
