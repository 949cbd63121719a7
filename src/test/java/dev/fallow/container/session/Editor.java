package dev.fallow.container.session;

import dev.fallow.oracle.chunk.Chunking;
import java.util.List;
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

    /** Returns whether the editor can create such a chunked dataset; libhdf5 has limitations. */
    default boolean creates(Content content, Chunking chunking) {
        return true;
    }

    /** Returns whether the editor can change the dimensions of a chunked dataset; libhdf5 has limitations. */
    default boolean resizes(String path, Chunking chunking, List<Long> from, List<Long> to) {
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

    /**
     * Creates a chunked dataset.
     *
     * @param written whether the content is written; otherwise it consists of the fill value
     */
    void createChunked(String path, Content content, Chunking chunking, boolean written);

    /**
     * Writes a block of elements of a chunked dataset.
     *
     * @param start the position of its first element
     * @param inPlace whether existing chunks may be written over
     */
    void writePart(String path, List<Long> start, Content part, boolean inPlace);

    /** Adds elements behind the last ones of a dimension of a chunked dataset. */
    void append(String path, int dimension, Content rows);

    /** Changes the dimensions of a chunked dataset; new elements are the fill value. */
    void resize(String path, List<Long> dimensions);

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
