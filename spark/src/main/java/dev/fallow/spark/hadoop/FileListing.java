package dev.fallow.spark.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Lists files one at a time, as the file system returns them, in its order. Nothing is kept of a file that was passed on.
 * Below a folder, files and folders are left out whose names begin with a dot or an underscore, as Spark does, and Fallow's
 * journals; what is named itself, or by a pattern, is not.
 */
public final class FileListing {
    private static final String PATTERN_CHARACTERS = "*?[{\\";
    /** The end of the name of the journal that is beside a container while it is edited. */
    private static final String JOURNAL = ".fallow-journal";

    private final Configuration configuration;
    private final boolean recursive;
    private final GlobFilter names;
    private String lastFolder = "";
    private List<String> lastHosts = List.of();

    private FileListing(Configuration configuration, boolean recursive, GlobFilter names) {
        this.configuration = configuration;
        this.recursive = recursive;
        this.names = names;
    }

    /**
     * Lists files.
     *
     * @param paths files, folders, or patterns of them in the syntax of Hadoop
     * @param recursive whether to descend into folders below those of the paths
     * @param names a pattern for the names of files in folders; null for all
     * @param visitor receives each file; one that two paths lead to is passed twice
     * @throws FileNotFoundException if nothing is at a path
     * @throws IOException if a file system fails, or the pattern is not valid
     */
    public static void forEach(
            List<String> paths,
            Configuration configuration,
            boolean recursive,
            String names,
            Consumer<FileEntry> visitor)
            throws IOException {
        GlobFilter filter = names == null ? null : new GlobFilter(names);
        FileListing listing = new FileListing(configuration, recursive, filter);
        for (String path : paths) {
            listing.list(new Path(path), visitor);
        }
    }

    /** The paths with scheme and authority, without what begins with a pattern, and without a slash at the end. */
    public static List<String> bases(List<String> paths, Configuration configuration) throws IOException {
        List<String> bases = new ArrayList<>();
        for (String path : paths) {
            Path at = new Path(path);
            at = at.getFileSystem(configuration).makeQualified(at);
            while (isPattern(at.toString()) && at.getParent() != null) {
                at = at.getParent();
            }
            bases.add(at.toString().replaceAll("/+$", ""));
        }
        return bases;
    }

    private void list(Path given, Consumer<FileEntry> visitor) throws IOException {
        FileSystem system = given.getFileSystem(configuration);
        Path path = system.makeQualified(given);
        boolean found;
        if (!isPattern(path.toString())) {
            add(system, system.getFileStatus(path), visitor);
            found = true;
        } else if (path.getParent() != null && !isPattern(path.getParent().toString())) {
            found = matching(system, path, visitor);
        } else {
            FileStatus[] matches = system.globStatus(path);
            for (FileStatus match : matches == null ? new FileStatus[0] : matches) {
                add(system, match, visitor);
            }
            found = matches != null && matches.length > 0;
        }
        if (!found) {
            throw new FileNotFoundException("no file matches " + HadoopSource.printable(path));
        }
    }

    private static boolean isPattern(String text) {
        return text.chars().anyMatch(each -> PATTERN_CHARACTERS.indexOf(each) >= 0);
    }

    /** What matches a pattern in one folder, without an array of it. */
    private boolean matching(FileSystem system, Path pattern, Consumer<FileEntry> visitor) throws IOException {
        GlobFilter filter = new GlobFilter(pattern.getName());
        boolean found = false;
        for (RemoteIterator<FileStatus> all = system.listStatusIterator(pattern.getParent()); all.hasNext(); ) {
            FileStatus each = all.next();
            if (filter.accept(each.getPath())) {
                add(system, each, visitor);
                found = true;
            }
        }
        return found;
    }

    private void add(FileSystem system, FileStatus status, Consumer<FileEntry> visitor) throws IOException {
        if (!status.isDirectory()) {
            visitor.accept(entry(status));
            return;
        }
        Path folder = status.getPath();
        if (system instanceof RawLocalFileSystem || system instanceof LocalFileSystem) {
            addLocal(system, folder, visitor);
            return;
        }
        for (RemoteIterator<LocatedFileStatus> all = system.listFiles(folder, recursive); all.hasNext(); ) {
            LocatedFileStatus each = all.next();
            if (!isHidden(folder, each.getPath()) && (names == null || names.accept(each.getPath()))) {
                visitor.accept(entry(each));
            }
        }
    }

    /** Without the locations of blocks: to find them, Hadoop starts a process for each file, if it has no native library. */
    private void addLocal(FileSystem system, Path folder, Consumer<FileEntry> visitor) throws IOException {
        Deque<Path> folders = new ArrayDeque<>(List.of(folder));
        while (!folders.isEmpty()) {
            for (RemoteIterator<FileStatus> all = system.listStatusIterator(folders.pop()); all.hasNext(); ) {
                FileStatus each = all.next();
                if (isHidden(folder, each.getPath())) {
                    continue;
                } else if (!each.isDirectory() && (names == null || names.accept(each.getPath()))) {
                    visitor.accept(entry(each));
                } else if (each.isDirectory() && recursive) {
                    folders.push(each.getPath());
                }
            }
        }
    }

    private static boolean isHidden(Path folder, Path path) {
        if (path.getName().endsWith(JOURNAL)) {
            return true;
        }
        for (Path at = path; at != null && at.depth() > folder.depth(); at = at.getParent()) {
            if (at.getName().startsWith(".") || at.getName().startsWith("_")) {
                return true;
            }
        }
        return false;
    }

    private FileEntry entry(FileStatus status) throws IOException {
        String folder = status.getPath().getParent().toString();
        if (!folder.equals(lastFolder)) {
            lastFolder = folder;
        }
        return new FileEntry(lastFolder, status.getPath().getName(), FileVersion.of(status), hosts(status));
    }

    private List<String> hosts(FileStatus status) throws IOException {
        BlockLocation[] blocks = status instanceof LocatedFileStatus located ? located.getBlockLocations() : null;
        List<String> hosts = blocks == null || blocks.length == 0 ? List.of() : hosts(blocks[0]);
        if (!hosts.equals(lastHosts)) {
            lastHosts = hosts;
        }
        return lastHosts;
    }

    /** The hosts of a block, without the name that file systems give that do not know. */
    public static List<String> hosts(BlockLocation block) throws IOException {
        String[] hosts = block.getHosts();
        return hosts == null
                ? List.of()
                : Arrays.stream(hosts).filter(each -> !each.equals("localhost")).toList();
    }
}
