package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.UsedFile;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a browser: regions are pointed at, zoomed and searched by the events that a user causes. Needs Chromium: in the
 * system property {@code fallow.chromium}, or in the path; skipped if there is none.
 */
class MapPageTest extends CommandFrame {
    /** The property that names the program. */
    private static final String PROPERTY = "fallow.chromium";

    private static final long SECONDS = 60;

    /** Before the script of the page. */
    private static final String BEFORE = "<script>window.errors = [];"
            + "addEventListener('error', e => errors.push(e.message));"
            + "console.error = console.warn = m => errors.push(String(m));"
            + "window.texts = []; const fill = CanvasRenderingContext2D.prototype.fillText;"
            + "CanvasRenderingContext2D.prototype.fillText = function (s, ...at) { texts.push(s); fill.call(this, s, ...at); };"
            + "</script>";

    /** After it. */
    private static final String AFTER = """
            <pre id="seen"></pre>
            <script>
            const seen = [], map = document.getElementById("map"), tree = document.getElementById("tree");
            const text = id => document.getElementById(id).textContent;
            function on(canvas, type, x, y, more) {
              const box = canvas.getBoundingClientRect(), at = { bubbles: true, cancelable: true,
                clientX: box.left + box.width * x, clientY: box.top + box.height * y };
              canvas.dispatchEvent(new (type === "wheel" ? WheelEvent : MouseEvent)(type, Object.assign(at, more)));
            }
            function say(what) { seen.push(what.replace(/\\n/g, " | ")); }
            on(map, "mousemove", 0.001, 0.001);
            say("first: " + text("tip"));
            say("whole: " + text("window"));
            on(map, "wheel", 0.001, 0.001, { deltaY: -1 });
            on(map, "wheel", 0.001, 0.001, { deltaY: -1 });
            say("zoomed: " + text("window"));
            on(map, "mousemove", 0.001, 0.001);
            say("first again: " + text("tip"));
            on(map, "mousedown", 0.5, 0.9);
            on(map, "mousemove", 0.5, 0.1);
            dispatchEvent(new MouseEvent("mouseup"));
            say("dragged: " + text("window"));
            on(map, "dblclick", 0.5, 0.5);
            say("all: " + text("window"));
            const search = document.getElementById("search");
            search.value = "RUNS/run11";
            search.dispatchEvent(new Event("input"));
            say("hits: " + text("hits") + ", " + document.querySelector("#results tr").textContent);
            document.querySelector("#results tr").click();
            on(map, "mousemove", 0.5, 0.5);
            say("found: " + text("tip"));
            search.value = "24496";
            search.dispatchEvent(new Event("input"));
            say("address: " + document.querySelector("#results tr").textContent);
            on(tree, "mousemove", 0.1, 0.5);
            say("tree: " + text("tip"));
            on(tree, "click", 0.1, 0.5);
            say("clicked: " + search.value + ", " + text("hits"));
            const timeline = document.getElementById("timeline");
            if (!document.getElementById("session").hidden) {
              say("session: " + text("moments"));
              on(timeline, "mousemove", 0.001, 0.001);
              say("begin: " + text("tip"));
              on(timeline, "mousemove", 0.999, 0.001);
              say("end: " + text("tip"));
              on(timeline, "mousemove", 0.001, 0.999);
              say("later: " + text("tip"));
            }
            say("texts: " + texts.join(";"));
            say("sections: " + text("free"));
            say("merged: " + text("merged"));
            say("errors: " + errors.join("; "));
            document.getElementById("seen").textContent = seen.join("\\n");
            </script>
            """;

    /** The same for the objects alone. */
    private static final String TREE = """
            <pre id="seen"></pre>
            <script>
            const tree = document.getElementById("tree"), box = tree.getBoundingClientRect(), seen = [];
            for (const type of ["mousemove", "click"]) {
              tree.dispatchEvent(new MouseEvent(type, { bubbles: true,
                clientX: box.left + box.width * 0.1, clientY: box.top + box.height * 0.5 }));
              seen.push("tree: " + document.getElementById("tip").textContent.replace(/\\n/g, " | "));
            }
            seen.push("clicked: " + document.getElementById("search").value + ", "
              + document.getElementById("hits").textContent);
            seen.push("errors: " + errors.join("; "));
            document.getElementById("seen").textContent = seen.join("\\n");
            </script>
            """;

    @TempDir
    private Path folder;

    private static String chromium() {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            return named;
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
                .flatMap(path -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(Path.of(path.isEmpty() ? "." : path)::resolve))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }

    private String dom(Path page) throws IOException, InterruptedException {
        String program = chromium();
        assumeTrue(program != null, "no Chromium: neither the system property " + PROPERTY + " nor in the path");
        List<String> command = new ArrayList<>(List.of(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=1200,1000",
                "--dump-dom",
                page.toUri().toString()));
        Path dom = folder.resolve("dom");
        Process process = new ProcessBuilder(command)
                .redirectOutput(dom.toFile())
                .redirectError(folder.resolve("log").toFile())
                .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(dom, StandardCharsets.UTF_8);
    }

    @Test
    void regionsArePointedAtZoomedAndSearched() throws IOException, InterruptedException {
        Path file = folder.resolve("used.h5");
        UsedFile.write(file);
        Path page = folder.resolve("used.html");
        assertThat(fallow("map", file, "-o", page)).isEqualTo(ExitCode.OK);
        assertThat(seen(page))
                .anyMatch(line -> line.startsWith("first: superblock | at 0, 48 bytes"))
                .anyMatch(line -> line.startsWith("whole: bytes 0 to 58,566;"))
                .anyMatch(line -> line.startsWith("zoomed: bytes 0 to 14,6"))
                .anyMatch(line -> line.startsWith("first again: superblock"))
                .anyMatch(line -> line.matches("dragged: bytes 1\\d,\\d+ to 2\\d,\\d+;.*"))
                .anyMatch(line -> line.startsWith("all: bytes 0 to 58,566;"))
                .anyMatch(line -> line.startsWith("hits: 2 blocks found, contiguous elements of /runs/run11"))
                .anyMatch(line -> line.startsWith("found: contiguous elements of /runs/run11 | at "))
                .anyMatch(line -> line.startsWith("address: free for raw data23,4724,400"))
                .anyMatch(line -> line.matches("tree: /runs/run\\d+ \\| holds .*"))
                .anyMatch(line -> line.matches("clicked: /runs/run\\d+, [1-9]\\d* blocks found"))
                .anyMatch(line -> line.matches("texts: .*run11 +4\\.8 KiB;.*"))
                .anyMatch(line -> line.matches("sections: .*raw-data \\(slot 3\\)410,400.*"))
                .anyMatch(line -> line.startsWith("merged: All "))
                .anyMatch(line -> line.trim().equals("errors:"));
    }

    @Test
    void theChunksOfTheOnlyDatasetAreShown() throws IOException, InterruptedException {
        Path file = folder.resolve("one.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            container
                    .root()
                    .createGroup("group")
                    .createDataset(
                            "data", new int[40_000], DatasetOptions.defaults().withChunks(10_000));
        }
        Path page = folder.resolve("one.html");
        assertThat(fallow("map", file, "-o", page)).isEqualTo(ExitCode.OK);
        assertThat(page).content().contains("chunk [0]", "chunk [30000]");
        assertThat(seen(page, TREE))
                .anyMatch(line -> line.matches("tree: /group/data/chunk \\[\\d+] \\| holds .*"))
                .anyMatch(line -> line.matches("clicked: /group/data, [1-9]\\d* blocks found"))
                .anyMatch(line -> line.trim().equals("errors:"));
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createDataset("second", 1);
        }
        assertThat(fallow("map", file, "-o", page)).isEqualTo(ExitCode.OK);
        assertThat(page).content().doesNotContain("chunk [0]");
    }

    /** With a trace, there is a picture of the session, in which moments are pointed at. */
    @Test
    void aRecordedSessionIsDrawn() throws IOException, InterruptedException {
        Path file = folder.resolve("traced.h5");
        Path trace = folder.resolve("session.trace");
        try (ContainerFile container =
                ContainerFile.create(file, CreateOptions.defaults().withTrace(trace))) {
            for (int i = 0; i < 200; i++) {
                container.root().createDataset("d" + i, new int[100]);
            }
        }
        Path used = folder.resolve("used.h5");
        UsedFile.write(used); // what the events point at
        Path page = folder.resolve("traced.html");
        assertThat(fallow("map", used, "--trace", trace, "-o", page)).isEqualTo(ExitCode.OK);

        assertThat(seen(page))
                .anyMatch(line -> line.matches("session: [\\d,]+ calls, from left to right;.*"))
                .anyMatch(line -> line.matches("begin: after 0 calls \\| bytes 0 to [\\d,]+ \\| .*"))
                .anyMatch(line -> line.matches("end: after [\\d,]+ calls \\| bytes 0 to .* in use, mostly .*"))
                .anyMatch(line -> line.matches("later: after 0 calls \\| bytes .* \\| not in use"))
                .anyMatch(line -> line.trim().equals("errors:"));
    }

    /** What the page showed after the events. */
    private List<String> seen(Path page) throws IOException, InterruptedException {
        return seen(page, AFTER);
    }

    private List<String> seen(Path page, String after) throws IOException, InterruptedException {
        String html = Files.readString(page);
        Files.writeString(
                page,
                html.replaceFirst("<body>", Matcher.quoteReplacement("<body>" + BEFORE))
                        .replaceFirst("</body>", Matcher.quoteReplacement(after + "</body>")));

        String dom = dom(page);

        Matcher seen =
                Pattern.compile("<pre id=\"seen\">(.*?)</pre>", Pattern.DOTALL).matcher(dom);
        assertThat(seen.find()).as(dom).isTrue();
        return seen.group(1).lines().toList();
    }
}
