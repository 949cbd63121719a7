package dev.fallow.report;

/** The kinds of findings. Codes do not change; new ones can be added. */
public enum FindingCode {
    /** The superblock has a version that does not exist, or a field that must be 0 is not. */
    SB_VERSION(Severity.ERROR, "The superblock has a version that does not exist, or a field that must be 0 is not."),
    /** The checksum of the superblock is wrong. */
    SB_CHECKSUM(Severity.ERROR, "The checksum of the superblock is wrong."),
    /** A field of the superblock has an impossible value. */
    SB_FIELD(Severity.ERROR, "A field of the superblock has an impossible value."),
    /** The file is shorter than the superblock says. */
    SB_TRUNCATED(Severity.ERROR, "The file is shorter than the superblock says."),
    /** Something that is in use is behind the end of allocation that the superblock states. */
    SB_END(Severity.ERROR, "Something that is in use is behind the end of allocation that the superblock states."),
    /** The superblock does not lead to a root group. */
    SB_ROOT(Severity.ERROR, "The superblock does not lead to a root group."),
    /** The superblock extension is damaged, or cannot be reached. */
    SB_EXTENSION(Severity.ERROR, "The superblock extension is damaged, or cannot be reached."),
    /** The addresses that the superblock caches of the root group are not those in its header. */
    SB_CACHE(Severity.ERROR, "The addresses that the superblock caches of the root group are not those in its header."),
    /** The file is marked as open for writing. */
    SB_OPEN(Severity.WARNING, "The file is marked as open for writing."),
    /** There are bytes after the end that the superblock states. */
    SB_TAIL(Severity.NOTE, "There are bytes after the end that the superblock states."),
    /** There is a journal beside the file, of an editor that has it open or was interrupted. */
    JOURNAL(Severity.NOTE, "There is a journal beside the file, of an editor that has it open or was interrupted."),
    /** There is no object header at an address that refers to one. */
    HDR_SIGNATURE(Severity.ERROR, "There is no object header at an address that refers to one."),
    /** The checksum of a block of an object header is wrong. */
    HDR_CHECKSUM(Severity.ERROR, "The checksum of a block of an object header is wrong."),
    /** A field of an object header has an impossible value. */
    HDR_FIELD(Severity.ERROR, "A field of an object header has an impossible value."),
    /** A block of an object header is not inside the file. */
    HDR_RANGE(Severity.ERROR, "A block of an object header is not inside the file."),
    /** The continuation blocks of an object header form a cycle. */
    HDR_CYCLE(Severity.ERROR, "The continuation blocks of an object header form a cycle."),
    /** An object header has more messages than it states. */
    HDR_COUNT(Severity.ERROR, "An object header has more messages than it states."),
    /** A message in an object header cannot be decoded. */
    HDR_MESSAGE(Severity.ERROR, "A message in an object header cannot be decoded."),
    /** An object header has several messages of a kind of which it may have one. */
    HDR_DUPLICATE(Severity.ERROR, "An object header has several messages of a kind of which it may have one."),
    /** An object is neither a group, nor a dataset, nor a datatype, or lacks a message that its kind requires. */
    HDR_KIND(
            Severity.ERROR,
            "An object is neither a group, nor a dataset, nor a datatype, or lacks a message that its kind requires."),
    /** The link count of an object is lower than the number of links to it. */
    HDR_LINKS_LOW(Severity.ERROR, "The link count of an object is lower than the number of links to it."),
    /** The link count of an object is higher than the number of links to it. */
    HDR_LINKS_HIGH(Severity.WARNING, "The link count of an object is higher than the number of links to it."),
    /** An object header has a message of unknown kind, which was not checked. */
    HDR_UNKNOWN(Severity.WARNING, "An object header has a message of unknown kind, which was not checked."),
    /** A program that does not know the type of a message has changed the object since. File space info is ignored then. */
    HDR_WAS_UNKNOWN(
            Severity.NOTE,
            "A program that does not know the type of a message has changed the object since. File space info is ignored then."),
    /** A free or continuation message has the flags of a shared one, as libhdf5 1.14 leaves them and libhdf5 2 refuses them. */
    HDR_FLAGS(
            Severity.WARNING,
            "A message without content has the flags of a shared one, as libhdf5 1.14 leaves them; libhdf5 2 refuses it."),
    /** A number type has unused bits or overlapping parts, or an enumeration has an empty name, which libhdf5 2 refuses. */
    HDR_DATATYPE(
            Severity.WARNING,
            "A number type has many unused bits or overlapping parts, or an enumeration an empty name; libhdf5 2 refuses it."),
    /** A floating-point type has an exponent bias that no known format has. */
    HDR_BIAS(Severity.WARNING, "A floating-point type has an exponent bias that no known format has."),
    /** A name, or the target of a link, is not UTF-8, which programs such as h5py cannot use. */
    NAME_ENCODING(
            Severity.WARNING, "A name, or the target of a link, is not UTF-8, which programs such as h5py cannot use."),
    /** A hard link or a reference to a datatype does not lead to an object of the file. */
    LINK_TARGET(Severity.ERROR, "A hard link or a reference to a datatype does not lead to an object of the file."),
    /** The name of a link is empty, or has a slash or a NUL, so that no path leads to it. */
    LINK_NAME(Severity.ERROR, "The name of a link is empty, or has a slash or a NUL, so that no path leads to it."),
    /** A group has two links of the same name. */
    LINK_DUPLICATE(Severity.ERROR, "A group has two links of the same name."),
    /** A creation order of a link is used twice, or is not below the group's maximum. */
    LINK_ORDER(Severity.ERROR, "A creation order of a link is used twice, or is not below the group's maximum."),
    /** A soft link leads to no object. */
    LINK_DANGLING(Severity.NOTE, "A soft link leads to no object."),
    /** An object has two attributes of the same name. */
    ATTR_DUPLICATE(Severity.ERROR, "An object has two attributes of the same name."),
    /** The value of an attribute does not have the length that its type and shape require. */
    ATTR_VALUE(Severity.ERROR, "The value of an attribute does not have the length that its type and shape require."),
    /** The creation order of an attribute is not below the maximum of its object. */
    ATTR_ORDER(Severity.WARNING, "The creation order of an attribute is not below the maximum of its object."),
    /** There is no symbol table node where a B-tree refers to one. */
    SNOD_SIGNATURE(Severity.ERROR, "There is no symbol table node where a B-tree refers to one."),
    /** A field of a symbol table node has an impossible value. */
    SNOD_FIELD(Severity.ERROR, "A field of a symbol table node has an impossible value."),
    /** A symbol table node is not inside the file. */
    SNOD_RANGE(Severity.ERROR, "A symbol table node is not inside the file."),
    /** The names in a symbol table are not in ascending order, or outside the keys of the B-tree. */
    SNOD_ORDER(
            Severity.ERROR,
            "The names in a symbol table are not in ascending order, or outside the keys of the B-tree."),
    /** A symbol table entry refers to a name that is not in the local heap. */
    SNOD_NAME(Severity.ERROR, "A symbol table entry refers to a name that is not in the local heap."),
    /** The addresses that a symbol table entry caches of a group are not those in its header. */
    SNOD_CACHE(
            Severity.ERROR, "The addresses that a symbol table entry caches of a group are not those in its header."),
    /** There is no local heap at an address that refers to one. */
    LHEAP_SIGNATURE(Severity.ERROR, "There is no local heap at an address that refers to one."),
    /** A field of a local heap has an impossible value. */
    LHEAP_FIELD(Severity.ERROR, "A field of a local heap has an impossible value."),
    /** The data of a local heap is not inside the file. */
    LHEAP_RANGE(Severity.ERROR, "The data of a local heap is not inside the file."),
    /** The free list of a local heap is damaged. */
    LHEAP_FREE(Severity.ERROR, "The free list of a local heap is damaged."),
    /** A name in a local heap overlaps another one, or a free block. */
    LHEAP_OVERLAP(Severity.ERROR, "A name in a local heap overlaps another one, or a free block."),
    /** There is no version 1 B-tree node at an address that refers to one. */
    BT1_SIGNATURE(Severity.ERROR, "There is no version 1 B-tree node at an address that refers to one."),
    /** A field of a version 1 B-tree node has an impossible value. */
    BT1_FIELD(Severity.ERROR, "A field of a version 1 B-tree node has an impossible value."),
    /** A version 1 B-tree node is not inside the file. */
    BT1_RANGE(Severity.ERROR, "A version 1 B-tree node is not inside the file."),
    /** A version 1 B-tree node has another level than its place requires. */
    BT1_LEVEL(Severity.ERROR, "A version 1 B-tree node has another level than its place requires."),
    /** The keys of a version 1 B-tree are not in ascending order. */
    BT1_ORDER(Severity.ERROR, "The keys of a version 1 B-tree are not in ascending order."),
    /** The siblings of a version 1 B-tree node are not its neighbours. */
    BT1_SIBLING(Severity.ERROR, "The siblings of a version 1 B-tree node are not its neighbours."),
    /** There is no version 2 B-tree header or node at an address that refers to one. */
    BT2_SIGNATURE(Severity.ERROR, "There is no version 2 B-tree header or node at an address that refers to one."),
    /** The checksum of a version 2 B-tree header or node is wrong. */
    BT2_CHECKSUM(Severity.ERROR, "The checksum of a version 2 B-tree header or node is wrong."),
    /** A field of a version 2 B-tree has an impossible value. */
    BT2_FIELD(Severity.ERROR, "A field of a version 2 B-tree has an impossible value."),
    /** A version 2 B-tree header or node is not inside the file. */
    BT2_RANGE(Severity.ERROR, "A version 2 B-tree header or node is not inside the file."),
    /** A version 2 B-tree has records of another type or size than its use requires. */
    BT2_TYPE(Severity.ERROR, "A version 2 B-tree has records of another type or size than its use requires."),
    /** A version 2 B-tree is deeper or less deep than its header states. */
    BT2_DEPTH(Severity.ERROR, "A version 2 B-tree is deeper or less deep than its header states."),
    /** A version 2 B-tree does not have the number of records that it states. */
    BT2_COUNT(Severity.ERROR, "A version 2 B-tree does not have the number of records that it states."),
    /** The records of a version 2 B-tree are not in ascending order. */
    BT2_ORDER(Severity.ERROR, "The records of a version 2 B-tree are not in ascending order."),
    /** The two indexes of a group or of attributes do not have the same entries. */
    BT2_INDEX(Severity.ERROR, "The two indexes of a group or of attributes do not have the same entries."),
    /** The creation order index of attributes lacks entries, as libhdf5 1.14 leaves it after a rename. */
    BT2_INDEX_LOST(
            Severity.WARNING,
            "The creation order index of attributes lacks entries, as libhdf5 1.14 leaves it after a rename."),
    /** There is no fractal heap header or block at an address that refers to one. */
    FHEAP_SIGNATURE(Severity.ERROR, "There is no fractal heap header or block at an address that refers to one."),
    /** The checksum of a fractal heap header or block is wrong. */
    FHEAP_CHECKSUM(Severity.ERROR, "The checksum of a fractal heap header or block is wrong."),
    /** A field of a fractal heap has an impossible value. */
    FHEAP_FIELD(Severity.ERROR, "A field of a fractal heap has an impossible value."),
    /** A fractal heap header or block is not inside the file. */
    FHEAP_RANGE(Severity.ERROR, "A fractal heap header or block is not inside the file."),
    /** A block of a fractal heap states another heap, or another place in it. */
    FHEAP_BLOCK(Severity.ERROR, "A block of a fractal heap states another heap, or another place in it."),
    /** The number or size of the objects of a fractal heap is not what its header states. */
    FHEAP_COUNT(Severity.ERROR, "The number or size of the objects of a fractal heap is not what its header states."),
    /** The managed or allocated space of a fractal heap is not what its header states. */
    FHEAP_SPACE(Severity.ERROR, "The managed or allocated space of a fractal heap is not what its header states."),
    /** The number of free bytes in the blocks of a fractal heap is not what its header states. */
    FHEAP_FREE(
            Severity.ERROR, "The number of free bytes in the blocks of a fractal heap is not what its header states."),
    /**
     * A fractal heap has shrunk to its first block; libhdf5 then counts the block and its objects as no space. No reader
     * needs these numbers.
     */
    FHEAP_STALE(
            Severity.NOTE,
            "A fractal heap does not count its first block, as libhdf5 leaves it when it shrinks to that block."),
    /** An index refers to bytes that cannot be an object of the fractal heap. */
    FHEAP_OBJECT(Severity.ERROR, "An index refers to bytes that cannot be an object of the fractal heap."),
    /** An object of a fractal heap overlaps another one, or free space. */
    FHEAP_OVERLAP(Severity.ERROR, "An object of a fractal heap overlaps another one, or free space."),
    /** An index has another hash than that of the name it leads to. */
    DENSE_HASH(Severity.ERROR, "An index has another hash than that of the name it leads to."),
    /** There is no global heap collection at an address that refers to one. */
    GHEAP_SIGNATURE(Severity.ERROR, "There is no global heap collection at an address that refers to one."),
    /** An object or the free space of a global heap collection has an impossible value. */
    GHEAP_FIELD(Severity.ERROR, "An object or the free space of a global heap collection has an impossible value."),
    /** A global heap collection is not inside the file. */
    GHEAP_RANGE(Severity.ERROR, "A global heap collection is not inside the file."),
    /** An element refers to an object that is not in the global heap. */
    GHEAP_MISSING(Severity.ERROR, "An element refers to an object that is not in the global heap."),
    /** An object of the global heap is shorter than its element says. */
    GHEAP_LENGTH(Severity.ERROR, "An object of the global heap is shorter than its element says."),
    /** An object of the global heap is longer than its element says, which libhdf5 2 refuses. */
    GHEAP_LONGER(
            Severity.WARNING, "An object of the global heap is longer than its element says, which libhdf5 2 refuses."),
    /** A copied reference leads to no object of the global heap. */
    GHEAP_DANGLING(Severity.NOTE, "A copied reference leads to no object of the global heap."),
    /** Several elements of variable length have the same object of the global heap. */
    GHEAP_SHARED(Severity.WARNING, "Several elements of variable length have the same object of the global heap."),
    /** The global heap has objects to which no element refers. */
    GHEAP_UNHELD(Severity.NOTE, "The global heap has objects to which no element refers."),
    /** References in attributes or elements lead to no object, as they do after its deletion. */
    REF_DANGLING(
            Severity.NOTE, "References in attributes or elements lead to no object, as they do after its deletion."),
    /** The elements of a dataset are not inside the file. */
    DATA_RANGE(Severity.ERROR, "The elements of a dataset are not inside the file."),
    /** The elements of a dataset do not have the length that its type and shape require. */
    DATA_SIZE(Severity.ERROR, "The elements of a dataset do not have the length that its type and shape require."),
    /** A dataset whose elements are not in chunks has a maximum shape other than its shape. */
    DATA_SHAPE(
            Severity.WARNING, "A dataset whose elements are not in chunks has a maximum shape other than its shape."),
    /** A dataset has a filter that is not available. */
    DATA_FILTER(Severity.NOTE, "A dataset has a filter that is not available."),
    /** A filter of a dataset has parameters that it cannot have. */
    DATA_PIPELINE(Severity.ERROR, "A filter of a dataset has parameters that it cannot have."),
    /** The elements of a dataset that refer to other objects cannot be read. */
    DATA_ELEMENTS(Severity.ERROR, "The elements of a dataset that refer to other objects cannot be read."),
    /** The chunk index does not match the type, the shape or the filters of the dataset. */
    CHUNK_INDEX(Severity.ERROR, "The chunk index does not match the type, the shape or the filters of the dataset."),
    /** A chunk is not inside the file. */
    CHUNK_RANGE(Severity.ERROR, "A chunk is not inside the file."),
    /** A chunk has a size that it cannot have. */
    CHUNK_SIZE(Severity.ERROR, "A chunk has a size that it cannot have."),
    /** A chunk is outside the shape of its dataset. */
    CHUNK_DIMS(Severity.WARNING, "A chunk is outside the shape of its dataset."),
    /** A chunk skips a filter that its dataset does not have. */
    CHUNK_MASK(Severity.NOTE, "A chunk skips a filter that its dataset does not have, which means nothing."),
    /** The stored bytes of a chunk cannot be decoded to the length of a chunk. */
    CHUNK_DECODE(Severity.ERROR, "The stored bytes of a chunk cannot be decoded to the length of a chunk."),
    /** There is no fixed array header or block at an address that refers to one. */
    FA_SIGNATURE(Severity.ERROR, "There is no fixed array header or block at an address that refers to one."),
    /** The checksum of a fixed array header, block or page is wrong. */
    FA_CHECKSUM(Severity.ERROR, "The checksum of a fixed array header, block or page is wrong."),
    /** A field of a fixed array has an impossible value. */
    FA_FIELD(Severity.ERROR, "A field of a fixed array has an impossible value."),
    /** A fixed array header or block is not inside the file. */
    FA_RANGE(Severity.ERROR, "A fixed array header or block is not inside the file."),
    /** A fixed array does not have an element for each chunk. */
    FA_COUNT(Severity.ERROR, "A fixed array does not have an element for each chunk."),
    /** There is no extensible array header or block at an address that refers to one. */
    EA_SIGNATURE(Severity.ERROR, "There is no extensible array header or block at an address that refers to one."),
    /** The checksum of an extensible array header, block or page is wrong. */
    EA_CHECKSUM(Severity.ERROR, "The checksum of an extensible array header, block or page is wrong."),
    /** A field of an extensible array has an impossible value. */
    EA_FIELD(Severity.ERROR, "A field of an extensible array has an impossible value."),
    /** An extensible array header or block is not inside the file. */
    EA_RANGE(Severity.ERROR, "An extensible array header or block is not inside the file."),
    /** An extensible array does not have the blocks that its header states. */
    EA_COUNT(Severity.ERROR, "An extensible array does not have the blocks that its header states."),
    /** There is no shared message table or list at an address that refers to one. */
    SOHM_SIGNATURE(Severity.ERROR, "There is no shared message table or list at an address that refers to one."),
    /** The checksum of the shared message table or of a list is wrong. */
    SOHM_CHECKSUM(Severity.ERROR, "The checksum of the shared message table or of a list is wrong."),
    /** A field of the shared message table has an impossible value. */
    SOHM_FIELD(Severity.ERROR, "A field of the shared message table has an impossible value."),
    /** The shared message table or a list is not inside the file. */
    SOHM_RANGE(Severity.ERROR, "The shared message table or a list is not inside the file."),
    /** The table has another hash than that of the shared message. */
    SOHM_HASH(Severity.ERROR, "The table has another hash than that of the shared message."),
    /** The number of users or messages in the shared message table is too low. */
    SOHM_COUNT(Severity.ERROR, "The number of users or messages in the shared message table is too low."),
    /** A header refers to a shared message that does not exist. */
    SOHM_MISSING(Severity.ERROR, "A header refers to a shared message that does not exist."),
    /** There is no free-space header or section list at an address that refers to one. */
    FSM_SIGNATURE(Severity.ERROR, "There is no free-space header or section list at an address that refers to one."),
    /** The checksum of a free-space header or section list is wrong. */
    FSM_CHECKSUM(Severity.ERROR, "The checksum of a free-space header or section list is wrong."),
    /** A field of a free-space manager has an impossible value. */
    FSM_FIELD(Severity.ERROR, "A field of a free-space manager has an impossible value."),
    /** A free-space header, list or section is not inside the file. */
    FSM_RANGE(Severity.ERROR, "A free-space header, list or section is not inside the file."),
    /** The sections of a free-space manager do not add up to what its header states. */
    FSM_TOTAL(Severity.ERROR, "The sections of a free-space manager do not add up to what its header states."),
    /** Two free sections overlap. */
    FSM_OVERLAP(Severity.ERROR, "Two free sections overlap."),
    /** A free section has bytes that are in use. */
    FSM_LIVE(Severity.ERROR, "A free section has bytes that are in use."),
    /** Two structures overlap, or one belongs to two owners. */
    SPACE_OVERLAP(Severity.ERROR, "Two structures overlap, or one belongs to two owners."),
    /** Bytes are neither in use nor tracked as free. */
    SPACE_UNTRACKED(Severity.NOTE, "Bytes are neither in use nor tracked as free."),
    /** Another contradiction, which the sentence describes. */
    DAMAGED(Severity.ERROR, "Another contradiction, which the sentence describes."),
    /** A part of the file was not checked, because it is not supported. */
    UNCHECKED(Severity.NOTE, "A part of the file was not checked, because it is not supported.");

    private final Severity severity;
    private final String description;

    FindingCode(Severity severity, String description) {
        this.severity = severity;
        this.description = description;
    }

    /** The name in the output of the command {@code fallow}, such as {@code BT2-ORDER}. */
    public String label() {
        return name().replace('_', '-');
    }

    /** How serious a finding of this kind is. */
    public Severity severity() {
        return severity;
    }

    /** What it means, in one sentence. */
    public String description() {
        return description;
    }
}
