package dev.fallow.research.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commit is that of the work tree, if there is one. */
class SourceCommitTest {
    @Test
    void withoutAWorkTreeItIsUnknown(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve(".git"), "gitdir: nowhere\n");
        assertEquals(SourceCommit.UNKNOWN, SourceCommit.of(folder));
    }

    @Test
    void theMachineNamesIt() {
        String commit = Machine.description().get("commit");
        assertTrue(commit.matches("[0-9a-f]{12}(-dirty)?") || commit.equals(SourceCommit.UNKNOWN), commit);
    }
}
