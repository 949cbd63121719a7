package dev.fallow.container.session;

import java.util.Set;

/**
 * What can be done to a file. Paths are absolute and lead through groups and hard links only. An edit that is refused
 * throws, and changes nothing.
 */
public interface Editor extends AutoCloseable {
    /** The operations that this editor has. */
    Set<Operation> operations();

    /** Whether it can store elements of the content's type and shape. */
    boolean stores(Content content);

    /** Whether it can copy an object that holds this; libhdf5 has its limits. */
    default boolean copies(Content content) {
        return true;
    }

    /**
     * Makes a group.
     *
     * @param tracked whether it remembers in which order its links and attributes came
     */
    void createGroup(String path, boolean tracked);

    /** Makes a dataset, contiguous or compact. */
    void createDataset(String path, Content content, boolean compact);

    /** Stores a datatype; the content's elements do not matter. */
    void commitType(String path, Content content);

    /** Makes a contiguous dataset that shares the committed datatype at a path, which is the content's. */
    void createDatasetOfType(String path, String typePath, Content content);

    /** Deletes a link, and with the last one the object. */
    void delete(String path);

    /** Gives a link another name, or another group. */
    void move(String from, String to);

    /** One more name for an object. */
    void createHardLink(String existing, String path);

    /** A link to a path, which need not exist. */
    void createSoftLink(String target, String path);

    /** A link to a path in another file; neither need exist. */
    void createExternalLink(String file, String target, String path);

    /** Copies an object with all below it. */
    void copy(String from, String to);

    /** Overwrites all elements of a dataset with others of the same type and shape. */
    void write(String path, Content content);

    /** Adds an attribute. */
    void createAttribute(String path, String name, Content content);

    /** Adds an attribute that shares the committed datatype at a path, which is the content's. */
    void createAttributeOfType(String path, String name, String typePath, Content content);

    /** Replaces an attribute by another one, which is the newest then. */
    void replaceAttribute(String path, String name, Content content);

    /** Gives an attribute another name; it keeps its age. */
    void renameAttribute(String path, String from, String to);

    /** Deletes an attribute. */
    void deleteAttribute(String path, String name);

    /** Writes out what is buffered. */
    void flush();

    @Override
    void close();
}
