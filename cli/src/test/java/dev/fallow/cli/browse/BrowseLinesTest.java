package dev.fallow.cli.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.ObjectKind;
import dev.fallow.cli.Golden;
import dev.fallow.cli.UsedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that show a state. */
class BrowseLinesTest {
    @TempDir
    private Path folder;

    private ContainerFile container;
    private BrowseObjects objects;

    @BeforeEach
    void open() {
        Path file = folder.resolve("used.h5");
        UsedFile.write(file);
        try (ContainerFile edited = ContainerFile.open(file)) {
            edited.root().createDataset("a\u001b[2Jb\n", new String[] {"x\u001b[31m", "y\nz"});
            edited.root().createDataset("cube", new int[][][] {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}});
            edited.root().createGroup("long").createGroup("x".repeat(300)).createDataset("y", new int[3]);
        }
        container = ContainerFile.openReadOnly(file);
        objects = new BrowseObjects(container);
    }

    @AfterEach
    void close() {
        container.close();
    }

    private String draw(BrowseState state, int width, int height) {
        StringBuilder text = new StringBuilder();
        for (BrowseLines.Line line : new BrowseLines(objects, width, height).lines(state)) {
            // the length of the path of the folder is not always the same
            String each = line.text().contains("fallow browse")
                    ? " fallow browse"
                    : line.text().stripTrailing();
            text.append("%-7s|%s%n".formatted(line.look().name().toLowerCase(), each));
        }
        return text.toString();
    }

    private BrowseState press(BrowseState from, Key... keys) {
        BrowseState state = from;
        for (Key key : keys) {
            state = state.press(key, objects, 10);
        }
        return state;
    }

    private BrowseState at(String path) {
        BrowseState state = BrowseState.first();
        while (!objects.path(state.selected(objects)).equals(path)) {
            BrowseState next = press(state, Key.DOWN);
            assertThat(next).as(path).isNotEqualTo(state);
            state = next;
        }
        return state;
    }

    @Test
    void screens() throws IOException {
        StringBuilder all = new StringBuilder();
        BrowseState marked = press(at("/notes"), Key.MARK);
        all.append(draw(BrowseState.first(), 80, 14));
        all.append(draw(press(marked, Key.QUIT), 80, 14));
        all.append(draw(press(marked, Key.UP, Key.ENTER), 120, 14));
        all.append(draw(press(at("/cube"), Key.ENTER), 60, 10));
        all.append(draw(press(at("/cube"), Key.ENTER, Key.RIGHT), 60, 10));
        all.append(draw(press(at("/a\u001b[2Jb\n"), Key.ENTER), 60, 8));
        all.append(draw(press(BrowseState.first(), Key.HELP), 80, 24));
        all.append(draw(press(BrowseState.first(), Key.LEFT), 40, 8));
        Golden.check("browse.txt", folder, all);
    }

    /** As many lines as the screen has, and none is too long, whatever the size; names are safe. */
    @Test
    void everySizeIsFilled() {
        BrowseState deep = press(at("/long"), Key.ENTER, Key.ENTER);
        for (int width : List.of(20, 21, 40, 79, 80, 100, 200, 500)) {
            for (int height : List.of(1, 2, 3, 5, 6, 7, 24, 60)) {
                for (BrowseState state : List.of(
                        BrowseState.first(),
                        deep,
                        press(deep, Key.ENTER),
                        press(BrowseState.first(), Key.END, Key.MARK, Key.QUIT),
                        press(BrowseState.first(), Key.HELP),
                        press(at("/a\u001b[2Jb\n"), Key.ENTER),
                        press(at("/cube"), Key.ENTER, Key.END, Key.RIGHT))) {
                    List<BrowseLines.Line> lines = new BrowseLines(objects, width, height).lines(state);
                    assertThat(lines).as("%s in %d x %d", state, width, height).hasSize(height);
                    assertThat(lines)
                            .allSatisfy(line -> assertThat(line.text()
                                            .codePointCount(0, line.text().length()))
                                    .as(line.text())
                                    .isLessThanOrEqualTo(width));
                    assertThat(lines).noneMatch(line -> line.text().chars().anyMatch(c -> c < ' '));
                }
            }
        }
    }

    /** How to leave is always seen. */
    @Test
    void keysFitIntoTheWidth() {
        for (int width = 20; width <= 100; width++) {
            BrowseState values = press(at("/cube"), Key.ENTER);
            assertThat(last(BrowseState.first(), width)).endsWith("q end");
            assertThat(last(values, width)).endsWith("Esc back");
            assertThat(last(press(values, Key.HELP), width)).endsWith("any key: back");
            assertThat(last(press(BrowseState.first(), Key.MARK, Key.QUIT), width))
                    .endsWith("Esc back");
        }
    }

    private String last(BrowseState state, int width) {
        List<BrowseLines.Line> lines = new BrowseLines(objects, width, 10).lines(state);
        return lines.get(lines.size() - 1).text().stripTrailing();
    }

    /** Types and shapes stand two spaces behind the longest name, whatever the width. */
    @Test
    void typesStandBesideNames() {
        for (int width : List.of(80, 120, 200, 500)) {
            List<String> lines = new BrowseLines(objects, width, 30)
                    .lines(BrowseState.first()).stream()
                            .map(BrowseLines.Line::text)
                            .toList();
            String cube = lines.stream()
                    .filter(line -> line.contains(" cube "))
                    .findFirst()
                    .orElseThrow();
            assertThat(cube).as("%d", width).contains("int32  (2, 2, 3)");
            int longest = 0;
            for (int row = 0; row < objects.count(0); row++) {
                int number = objects.in(0).get(row).number();
                int end = objects.kind(number) == ObjectKind.GROUP ? 1 : 0;
                end += objects.hasOtherLinks(number) ? 2 : 0;
                longest = Math.max(
                        longest, NameText.printable(objects.name(number)).length() + end);
            }
            assertThat(cube.indexOf("int32") - cube.indexOf("cube"))
                    .as("%d", width)
                    .isEqualTo(longest + 2);
        }
    }

    @Test
    void theCursorIsOnTheScreen() {
        for (int row = 0; row < objects.count(0); row++) {
            BrowseState state = BrowseState.first();
            for (int i = 0; i < row; i++) {
                state = press(state, Key.DOWN);
            }
            assertThat(new BrowseLines(objects, 80, 7).lines(state))
                    .filteredOn(line -> line.look() == BrowseLines.Look.CURSOR)
                    .hasSize(1);
        }
    }
}
