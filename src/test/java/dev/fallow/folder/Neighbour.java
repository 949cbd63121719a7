package dev.fallow.folder;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Kinds of files at the path of a container or its journal. Links refer only to a victim file, to themselves or to a
 * device.
 */
enum Neighbour {
    LINK_TO_TEXT {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createSymbolicLink(path, Files.writeString(victim, "not to be touched"));
        }
    },
    LINK_TO_NOTHING_IN_A_FILE {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createSymbolicLink(path, Files.createFile(victim));
        }
    },
    LINK_TO_ZEROS {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createSymbolicLink(path, Files.write(victim, new byte[100_000]));
        }
    },
    LINK_TO_ITSELF {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createSymbolicLink(path, path);
        }
    },
    DANGLING_LINK {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createSymbolicLink(path, victim);
        }
    },
    LINK_TO_DEV_ZERO {
        @Override
        void put(Path path, Path victim) throws IOException {
            linkToDevice(path, Path.of("/dev/zero"));
        }
    },
    LINK_TO_DEV_FULL {
        @Override
        void put(Path path, Path victim) throws IOException {
            linkToDevice(path, Path.of("/dev/full"));
        }
    },
    LINK_TO_FIFO {
        @Override
        void put(Path path, Path victim) throws IOException {
            makeFifo(victim);
            Files.createSymbolicLink(path, victim);
        }
    },
    FIFO {
        @Override
        void put(Path path, Path victim) throws IOException {
            makeFifo(path);
        }
    },
    DIRECTORY {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createDirectory(path);
        }
    },
    FOREIGN_FILE {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.writeString(path, "notes of somebody");
        }
    },
    UNREADABLE_FILE {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.writeString(path, "notes of somebody");
            assumeTrue(
                    path.getFileSystem().supportedFileAttributeViews().contains("posix"), "there are no permissions");
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
            assumeFalse(Files.isReadable(path), "this user may read everything");
        }
    },
    HARD_LINK_TO_TEXT {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createLink(path, Files.writeString(victim, "not to be touched"));
        }
    },
    HARD_LINK_TO_NOTHING_IN_A_FILE {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createLink(path, Files.createFile(victim));
        }
    },
    HARD_LINK_TO_ZEROS {
        @Override
        void put(Path path, Path victim) throws IOException {
            Files.createLink(path, Files.write(victim, new byte[100_000]));
        }
    };

    /**
     * Creates the file.
     *
     * @param victim an unused path at which a file that must not be changed may be created
     */
    abstract void put(Path path, Path victim) throws IOException;

    static void linkToDevice(Path path, Path device) throws IOException {
        assumeTrue(Files.exists(device), "there is no " + device);
        Files.createSymbolicLink(path, device);
    }

    static void makeFifo(Path path) throws IOException {
        Path command = Path.of("/usr/bin/mkfifo");
        assumeTrue(Files.isExecutable(command), "there is no mkfifo");
        try {
            int code = new ProcessBuilder(command.toString(), path.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            assumeTrue(code == 0, "mkfifo has failed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
