package dev.fallow.container.session;

import java.util.Set;

/**
 * The edits of a file. Paths are absolute and consist only of groups and hard links. A refused edit throws an
 * exception, and changes nothing.
 */
public interface Editor extends AutoCloseable {
    /** Returns the operations that this editor supports. */
    Set<Operation> operations();

    /** Returns whether the editor can store elements of the content's type and shape. */
    boolean stores(Content content);

    /** Returns whether the editor can copy an object with this content; libhdf5 has limitations. */
    default boolean copies(Content content) {
        return true;
    }

    /**
     * Creates a group.
     *
     * @param tracked whether the group tracks the creation order of its links and attributes
     */
    void createGroup(String path, boolean tracked);

    /** Creates a contiguous or compact dataset. */
    void createDataset(String path, Content content, boolean compact);

    /** Creates a committed datatype; the elements of the content are ignored. */
    void commitType(String path, Content content);

    /** Creates a contiguous dataset with the committed datatype at a path, which is the type of the content. */
    void createDatasetOfType(String path, String typePath, Content content);

    /** Deletes a link, and with its last link the object. */
    void delete(String path);

    /** Renames a link, or moves it to another group. */
    void move(String from, String to);

    /** Adds a hard link to an object. */
    void createHardLink(String existing, String path);

    /** Creates a soft link; its target need not exist. */
    void createSoftLink(String target, String path);

    /** Creates an external link; neither the file nor the path need exist. */
    void createExternalLink(String file, String target, String path);

    /** Copies an object, a group with its descendants. */
    void copy(String from, String to);

    /** Overwrites all elements of a dataset with others of the same type and shape. */
    void write(String path, Content content);

    /** Creates an attribute. */
    void createAttribute(String path, String name, Content content);

    /** Creates an attribute with the committed datatype at a path, which is the type of the content. */
    void createAttributeOfType(String path, String name, String typePath, Content content);

    /** Replaces an attribute; the new one is the last in creation order. */
    void replaceAttribute(String path, String name, Content content);

    /** Renames an attribute without changing its creation order. */
    void renameAttribute(String path, String from, String to);

    /** Deletes an attribute. */
    void deleteAttribute(String path, String name);

    /** Writes buffered changes to the file. */
    void flush();

    @Override
    void close();
}
