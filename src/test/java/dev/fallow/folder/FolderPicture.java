package dev.fallow.folder;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The complete content of a folder; opens only readable regular files. */
final class FolderPicture {
    private FolderPicture() {}

    /** Returns the type, modification time and content of each file, by path. */
    static Map<String, String> of(Path folder) throws IOException {
        Map<String, String> picture = new TreeMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                picture.put(
                        folder.relativize(file).toString(),
                        attributes.lastModifiedTime() + " " + attributes.size() + " " + content(file, attributes));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path inner, IOException e) {
                picture.put(folder.relativize(inner) + "/", "a directory");
                return FileVisitResult.CONTINUE;
            }
        });
        return picture;
    }

    private static String content(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.isSymbolicLink()) {
            return "-> " + Files.readSymbolicLink(file);
        }
        if (!attributes.isRegularFile()) {
            return "no regular file";
        }
        return Files.isReadable(file) ? Arrays.toString(Files.readAllBytes(file)) : "unreadable";
    }
}
