package dev.fallow.cli.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Types;
import dev.fallow.cli.UsedFile;
import dev.fallow.cli.browse.BrowseState.View;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keys do. */
class BrowseStateTest {
    private static final int PAGE = 3;

    @TempDir
    private Path folder;

    private ContainerFile container;
    private BrowseObjects objects;

    @BeforeEach
    void open() {
        Path file = folder.resolve("used.h5");
        UsedFile.write(file);
        try (ContainerFile edited = ContainerFile.open(file)) {
            edited.root().createGroup("empty");
            edited.root().commitDatatype("type", Types.compound(Map.of("x", Types.integer(4))));
            edited.root().createDataset("cube", new int[2][3][4]);
        }
        container = ContainerFile.openReadOnly(file);
        objects = new BrowseObjects(container);
    }

    @AfterEach
    void close() {
        container.close();
    }

    private BrowseState press(BrowseState from, Key... keys) {
        BrowseState state = from;
        for (Key key : keys) {
            state = state.press(key, objects, PAGE);
        }
        return state;
    }

    private BrowseState press(Key... keys) {
        return press(BrowseState.first(), keys);
    }

    private String selected(BrowseState state) {
        return objects.path(state.selected(objects));
    }

    /** The root group with the cursor at an object. */
    private BrowseState at(String name) {
        BrowseState state = BrowseState.first();
        while (!selected(state).equals("/" + name)) {
            BrowseState next = press(state, Key.DOWN);
            assertThat(next).as(name).isNotEqualTo(state);
            state = next;
        }
        return state;
    }

    @Test
    void theLargestComeFirst() {
        List<Long> held = objects.in(0).stream().map(row -> row.held()).toList();
        assertThat(held)
                .isSortedAccordingTo((one, other) -> Long.compare(other, one))
                .hasSize(6);
        assertThat(selected(press())).isEqualTo("/runs");
    }

    @Test
    void theCursorStaysInTheList() {
        BrowseState first = press();
        assertThat(press(Key.UP)).isEqualTo(first);
        assertThat(press(Key.DOWN, Key.DOWN, Key.UP).row()).isEqualTo(1);
        assertThat(press(Key.PAGE_DOWN).row()).isEqualTo(PAGE);
        assertThat(press(Key.END).row()).isEqualTo(5);
        assertThat(press(Key.END, Key.DOWN, Key.PAGE_DOWN).row()).isEqualTo(5);
        assertThat(press(Key.END, Key.PAGE_UP).row()).isEqualTo(2);
        assertThat(press(Key.END, Key.HOME)).isEqualTo(first);
        assertThat(press(Key.OTHER, Key.YES, Key.NO)).isEqualTo(first);
    }

    @Test
    void groupsAreEnteredAndLeft() {
        BrowseState images = press(at("images"), Key.ENTER);
        assertThat(objects.path(images.group())).isEqualTo("/images");
        assertThat(selected(images)).isEqualTo("/images/raw");
        assertThat(press(images, Key.DOWN, Key.LEFT)).isEqualTo(at("images"));
        assertThat(press(Key.BACK).note()).contains("root group");
        BrowseState empty = press(at("empty"), Key.RIGHT);
        assertThat(empty.selected(objects)).isEqualTo(-1);
        assertThat(press(empty, Key.ENTER).note()).contains("empty");
        assertThat(press(empty, Key.MARK, Key.DOWN, Key.END).marks()).isEmpty();
        assertThat(press(at("type"), Key.ENTER).note()).contains("Only groups and datasets");
        assertThat(press(at("type"), Key.ENTER, Key.UP).note()).isEmpty();
    }

    @Test
    void valuesAreMovedOver() {
        BrowseState cube = press(at("cube"), Key.ENTER);
        assertThat(cube.view()).isEqualTo(View.VALUES);
        assertThat(press(cube, Key.DOWN, Key.DOWN).line()).isEqualTo(2);
        assertThat(press(cube, Key.END).line()).as("six lines, three on a page").isEqualTo(3);
        assertThat(press(cube, Key.PAGE_DOWN, Key.PAGE_DOWN).line()).isEqualTo(3);
        assertThat(press(cube, Key.END, Key.PAGE_UP, Key.UP).line()).isZero();
        assertThat(press(cube, Key.RIGHT, Key.RIGHT, Key.RIGHT, Key.RIGHT).column())
                .isEqualTo(3);
        assertThat(press(cube, Key.RIGHT, Key.LEFT)).isEqualTo(cube);
        for (Key key : List.of(Key.LEFT, Key.BACK, Key.QUIT, Key.ENTER)) {
            BrowseState left = press(cube, key);
            assertThat(left.view()).isEqualTo(View.OBJECTS);
            assertThat(selected(left)).isEqualTo("/cube");
        }
    }

    @Test
    void marksReturnWhatDeletionReturns() {
        BrowseState one = press(at("images"), Key.ENTER, Key.MARK);
        assertThat(one.marks()).hasSize(1);
        assertThat(one.row()).as("the cursor goes on").isEqualTo(1);
        assertThat(one.returned(objects)).isGreaterThan(16_000);
        assertThat(press(one, Key.UP, Key.MARK).marks())
                .as("twice is not at all")
                .isEmpty();
        BrowseState group = press(one, Key.LEFT, Key.MARK);
        assertThat(group.marks())
                .as("the group replaces what is in it")
                .hasSize(1)
                .isNotEqualTo(one.marks());
        assertThat(group.returned(objects)).isGreaterThan(one.returned(objects));
        BrowseState inside = press(group, Key.UP, Key.ENTER, Key.MARK);
        assertThat(inside.marks()).isEqualTo(group.marks());
        assertThat(inside.note()).contains("is marked");
        assertThat(inside.isMarked(inside.selected(objects), objects)).isTrue();
        assertThat(press(inside, Key.CLEAR).marks()).isEmpty();
        assertThat(one.marks()).as("states do not change").hasSize(1);
    }

    @Test
    void theEndIsAskedForIfSomethingIsMarked() {
        assertThat(press(Key.QUIT).view()).isEqualTo(View.END);
        BrowseState question = press(Key.MARK, Key.QUIT);
        assertThat(question.view()).isEqualTo(View.QUESTION);
        assertThat(press(question, Key.BACK).view()).isEqualTo(View.OBJECTS);
        assertThat(press(question, Key.BACK).marks()).hasSize(1);
        assertThat(press(question, Key.ENTER).view()).as("only y deletes").isEqualTo(View.OBJECTS);
        assertThat(press(question, Key.NO).view()).isEqualTo(View.END);
        assertThat(press(question, Key.YES).view()).isEqualTo(View.DELETE);
        assertThat(press(question, Key.INTERRUPT).view()).isEqualTo(View.END);
        assertThat(press(Key.MARK, Key.INTERRUPT).isOver()).isTrue();
        assertThat(press(Key.HELP).view()).isEqualTo(View.HELP);
        assertThat(press(Key.HELP, Key.QUIT).view()).isEqualTo(View.OBJECTS);
    }

    @Test
    void helpLeadsBackToValues() {
        BrowseState values = press(at("cube"), Key.ENTER);
        assertThat(values.view()).isEqualTo(View.VALUES);
        BrowseState help = press(values, Key.HELP);
        assertThat(help.view()).isEqualTo(View.HELP_OF_VALUES);
        assertThat(press(help, Key.QUIT)).isEqualTo(values);
    }
}
