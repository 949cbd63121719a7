package dev.fallow.container.session;

import java.util.function.Consumer;

/**
 * One edit, which can be made by any editor.
 *
 * @param operation of which kind it is
 * @param content what it stores; null if nothing
 * @param description for messages
 * @param action makes it
 */
public record Edit(Operation operation, Content content, String description, Consumer<Editor> action) {
    /** Makes it. */
    public void on(Editor editor) {
        action.accept(editor);
    }

    /** Whether an editor has what it needs. */
    public boolean isFor(Editor editor) {
        return editor.operations().contains(operation) && (content == null || editor.stores(content));
    }

    @Override
    public String toString() {
        return description;
    }
}
