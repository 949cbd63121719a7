package dev.fallow.internal.storage;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Who else has a file open, as far as Linux tells.
 *
 * <p>The locks of other programs on a file are listed in {@code /proc/locks}: those of libhdf5, which locks a file that it has open
 * with {@code flock}, and those of Fallow's readers. Java's own locks do not meet the former.
 *
 * <p>A program may write without a lock: libhdf5 does so as the writer of SWMR. Only its descriptor tells, in
 * {@code /proc/PID/fd}, which can be read for processes of the same user. A look at all of them takes milliseconds, so it is taken only before a mark is removed.
 *
 * <p>Elsewhere, and for locks that other machines or processes outside of this container (namespace) hold, nothing is found. The file
 * has a line for each lock of the machine, and is read once.
 */
public final class OtherLocks {
    private static final Path LIST = Path.of("/proc/locks");
    private static final Path PROCESSES = Path.of("/proc");
    private static final String OWN = Long.toString(ProcessHandle.current().pid());
    /** More holders are not named. */
    private static final int MOST_NAMED = 5;

    private OtherLocks() {}

    /** The process that has the file open; null if none is known. */
    static String holders(Path file) {
        return holders(file, false);
    }

    /** The process that writes the file; null if none is known. */
    public static String writers(Path file) {
        return holders(file, true);
    }

    /** Another process that has the file open for writing, with or without a lock; null if none is known. */
    public static String withDescriptor(Path file) {
        FileFacts wanted;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            wanted = FileFacts.identity(file);
            for (Path process : processes) {
                String number = process.getFileName().toString();
                if (wanted != null && !number.equals(OWN) && writes(process, wanted)) {
                    return "process %s has it open for writing".formatted(number);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return null; // not Linux
        }
        return null;
    }

    private static boolean writes(Path process, FileFacts wanted) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                Object key = Files.readAttributes(descriptor, BasicFileAttributes.class)
                        .fileKey();
                if (key != null && key.equals(wanted.key()) && isForWriting(process, descriptor)) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return false; // of another user, or gone
        }
        return false;
    }

    /** The flags are octal; the lowest two bits are 0 for reading. */
    private static boolean isForWriting(Path process, Path descriptor) throws IOException {
        for (String line : Files.readAllLines(process.resolve("fdinfo").resolve(descriptor.getFileName()))) {
            if (line.startsWith("flags:")) {
                return (Long.parseLong(line.substring(6).trim(), 8) & 3) != 0;
            }
        }
        return false;
    }

    private static String holders(Path file, boolean writersOnly) {
        String place = place(file);
        if (place == null || !Files.isReadable(LIST)) {
            return null;
        }
        StringJoiner found = new StringJoiner(", ");
        int count = 0;
        try (BufferedReader lines = Files.newBufferedReader(LIST, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String holder = holder(line, place, writersOnly);
                if (holder != null && ++count <= MOST_NAMED) {
                    found.add(holder);
                }
            }
        } catch (IOException e) {
            return null;
        }
        return count == 0 ? null : found + (count > MOST_NAMED ? ", and " + (count - MOST_NAMED) + " more" : "");
    }

    /**
     * The holder of the lock in a line, which is like {@code 1: FLOCK  ADVISORY  WRITE 8587 fe:00:9987474 0 EOF}; null if it does not
     * concern the file. What waits for a lock has {@code ->} in front.
     */
    static String holder(String line, String place, boolean writersOnly) {
        String[] words = line.trim().split("\\s+");
        if (words.length < 8 || !words[5].equals(place)) {
            return null;
        }
        boolean writes = words[3].equals("WRITE");
        if (words[1].equals("FLOCK")) {
            return writersOnly && !writes
                    ? null
                    : "process %s %s it (flock)".formatted(words[4], writes ? "writes" : "reads");
        }
        boolean ours = words[6].equals(Long.toString(OpenFile.LOCKED_BYTE));
        return ours && !writes && !writersOnly ? "process %s reads it (Fallow)".formatted(words[4]) : null;
    }

    /** How the list names the file: by device and number; null if that is not known. */
    private static String place(Path file) {
        try {
            Map<String, Object> found = Files.readAttributes(file, "unix:dev,ino", LinkOption.NOFOLLOW_LINKS);
            long device = ((Number) found.get("dev")).longValue();
            return place(device, ((Number) found.get("ino")).longValue());
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return null; // not a file system of Unix
        }
    }

    /** The numbers of the device are encoded as by the C library of Linux. */
    static String place(long device, long number) {
        long major = device >>> 8 & 0xfff | device >>> 32 & ~0xfffL;
        long minor = device & 0xff | device >>> 12 & ~0xffL;
        return "%02x:%02x:%d".formatted(major, minor, number);
    }
}
