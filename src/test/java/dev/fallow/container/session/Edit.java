package dev.fallow.container.session;

import java.util.function.Consumer;

/**
 * An edit that any editor can make.
 *
 * @param operation its kind
 * @param content the content to store, or null
 * @param description a description for messages
 * @param action makes the edit
 */
public record Edit(Operation operation, Content content, String description, Consumer<Editor> action) {
    /** Makes the edit with an editor. */
    public void on(Editor editor) {
        action.accept(editor);
    }

    /** Returns whether an editor supports the operation and the content. */
    public boolean isFor(Editor editor) {
        return editor.operations().contains(operation) && (content == null || editor.stores(content));
    }

    @Override
    public String toString() {
        return description;
    }
}
