package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.interop.Installed.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code interop/suites.py}, which runs the suites of h5py and PyTables around Fallow, with a small suite: it edits each closed
 * file, tells a test that relies on the contents from one that does not, and leaves out tests that fail without edits.
 */
class SuitesTest {
    private static final Path SUITES = Path.of("interop", "suites.py");

    private static final String SAMPLE = """
            import os, tempfile, unittest
            import h5py, numpy

            class Sample(unittest.TestCase):
                def make(self, f):
                    f["gone"] = numpy.zeros(1000)
                    f.create_dataset("x", data=numpy.arange(100), maxshape=(None,), chunks=(30,), compression="gzip")
                    f.create_group("g").attrs["a"] = "text"
                    del f["gone"]

                def setUp(self):
                    self.path = os.path.join(tempfile.mkdtemp(), "gr\\u00fc\\u00df 1.h5")
                    with h5py.File(self.path, "w") as f:
                        self.make(f)

                def test_contents(self):
                    with h5py.File(self.path, "r+") as f:
                        self.assertEqual(list(f), ["g", "x"])
                        self.assertEqual(f["g"].attrs["a"], "text")
                        self.assertEqual(list(f["x"]), list(range(100)))
                        f["x"].resize((200,))
                    with h5py.File(self.path) as f:
                        self.assertEqual(list(f["x"]), list(range(100)) + [0] * 100)

                def test_closed_by_its_identifier(self):
                    low = h5py.h5f.open(os.fsencode(self.path), h5py.h5f.ACC_RDWR)
                    low.close()
                    with h5py.File(self.path) as f:
                        self.assertEqual(f["x"].shape, (100,))

                def test_in_memory(self):
                    with h5py.File("memory.h5", "w", driver="core", backing_store=False) as f:
                        f["x"] = 1

                def test_length(self):
                    unedited = self.path + ".unedited"
                    f = h5py.File(unedited, "w")
                    self.make(f)
                    f.id.close()
                    self.assertEqual(os.path.getsize(self.path), os.path.getsize(unedited))

                def test_that_fails(self):
                    self.fail("in any case")
            """;

    private Installed python;

    @TempDir
    private Path folder;

    @BeforeEach
    void findPython() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "needs /proc, of Linux");
        python = Installed.pythonWithH5py();
    }

    private Outcome run(String... more) throws IOException, InterruptedException {
        Path sample = Files.writeString(folder.resolve("sample.py"), SAMPLE);
        String java = "'%s' -Xmx256m -cp '%s' %s"
                .formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        SuiteEdits.class.getName());
        String[] arguments = new String[5 + more.length];
        arguments[0] = SUITES.toAbsolutePath().toString();
        arguments[1] = "--fallow";
        arguments[2] = java;
        arguments[3] = "--with";
        arguments[4] = sample.toString();
        System.arraycopy(more, 0, arguments, 5, more.length);
        return python.run(arguments);
    }

    @Test
    void editsOfEveryModeLeaveTheContents() throws IOException, InterruptedException {
        Outcome outcome = run(
                "--only",
                "_c",
                "--modes",
                "open+touch+rewrite+resize+chunks+copy+reclaim+shrink+upgrade+persist,touch/copy");
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains("sample.py (", "): 2 tests, of which 0 are skipped and 0 fail without edits")
                // one by h5f.create, one by File, one by h5f.open whose end only the next opening shows
                .contains("persist: 4 closed files, ")
                .containsPattern("\\b4 x edits: shrink")
                .containsPattern("\\b8 x edits: copy")
                .containsPattern("touch/copy: 4 closed files, 6 edits, 0 refused; 0 tests fail");
    }

    @Test
    void aTestThatReliesOnMoreIsADifference() throws IOException, InterruptedException {
        Outcome outcome = run("--modes", "shrink");
        assertThat(outcome.status()).as(outcome.output()).isEqualTo(1);
        assertThat(outcome.output())
                .contains("5 tests, of which 0 are skipped and 1 fail without edits")
                .contains("1 tests fail with edits only, 1 of them unexplained; 0 defects")
                .contains("fails with edits only: sample.Sample.test_length")
                .contains("1 x in memory or split, not edited");
    }
}
