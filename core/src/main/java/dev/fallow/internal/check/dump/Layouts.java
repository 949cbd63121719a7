package dev.fallow.internal.check.dump;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The layouts of structures, as in the documentation of their codecs: names and widths of fields. O stands for the size of offsets,
 * L for the size of lengths, S for text. Fields in brackets repeat to the end.
 */
final class Layouts {
    static final String SUPERBLOCK_0 =
            "version:1 freeSpaceVersion:1 rootEntryVersion:1 reserved:1 sharedMessageVersion:1 sizeOfOffsets:1"
                    + " sizeOfLengths:1 reserved:1 groupLeafK:2 groupInternalK:2 flags:4";
    static final String SUPERBLOCK_0_END =
            " baseAddress:O freeSpaceAddress:O endOfFile:O driverInfoAddress:O rootNameOffset:L rootHeader:O cacheType:4 reserved:4"
                    + " cachedBTree:O cachedHeap:O";
    static final String SUPERBLOCK_1_K = " chunkK:2 reserved:2";
    static final String SUPERBLOCK_2 =
            "version:1 sizeOfOffsets:1 sizeOfLengths:1 flags:1 baseAddress:O extensionAddress:O endOfFile:O rootHeader:O";
    static final String HEADER_1 = "version:1 reserved:1 messages:2 linkCount:4 messageBytes:4 reserved:4";

    /** A structure that begins with a signature. */
    record Layout(String structure, boolean sealed, String fields) {}

    private static final Map<String, Layout> SIGNED = new LinkedHashMap<>();

    static {
        sealed(
                "FRHP",
                "fractal heap header",
                "idLength:2 filterLength:2 flags:1 maxManagedSize:4 nextHugeId:L hugeBTree:O"
                        + " managedFreeBytes:L freeSpaceManager:O managedSpace:L allocatedSpace:L iteratorOffset:L managedObjects:L"
                        + " hugeBytes:L hugeObjects:L tinyBytes:L tinyObjects:L tableWidth:2 startBlockSize:L maxDirectBlockSize:L"
                        + " maxHeapBits:2 startRows:2 rootBlock:O rootRows:2");
        sealed("FHIB", "fractal heap indirect block", "heapHeader:O blockOffset:H [child:O]");
        sealed(
                "BTHD",
                "version 2 B-tree header",
                "type:1 nodeSize:4 recordSize:2 depth:2 splitPercent:1 mergePercent:1"
                        + " rootNode:O rootRecords:2 totalRecords:L");
        sealed("BTLF", "version 2 B-tree leaf node", "type:1 [record:R]");
        sealed("BTIN", "version 2 B-tree internal node", "type:1 [recordsAndChildren:16]");
        sealed(
                "FSHD",
                "free-space manager header",
                "client:1 totalSpace:L sections:L serializedSections:L ghostSections:L"
                        + " classes:2 shrinkPercent:2 expandPercent:2 addressBits:2 maxSectionSize:L list:O listUsed:L listAllocated:L");
        sealed("FSSE", "free-space section list", "header:O");
        sealed("FAHD", "fixed array header", "client:1 elementSize:1 pageBits:1 elements:L dataBlock:O");
        sealed("FADB", "fixed array data block", "client:1 header:O");
        sealed(
                "EAHD",
                "extensible array header",
                "client:1 elementSize:1 elementBits:1 indexElements:1 blockElements:1"
                        + " blockPointers:1 pageBits:1 superBlocks:L superBlockBytes:L dataBlocks:L dataBlockBytes:L limit:L elements:L"
                        + " indexBlock:O");
        sealed("EAIB", "extensible array index block", "client:1 header:O");
        sealed("EASB", "extensible array super block", "client:1 header:O");
        sealed("EADB", "extensible array data block", "client:1 header:O");
        SIGNED.put(
                "SMTB",
                new Layout(
                        "shared object header message table",
                        true,
                        "[version:1 indexType:1 messageTypes:2"
                                + " minMessageSize:4 listMax:2 btreeMin:2 messages:2 index:O heap:O]"));
        SIGNED.put("SMLI", new Layout("shared message record list", true, "[location:1 hash:4 users:4 heapId:8]"));
        SIGNED.put("SNOD", new Layout("symbol table node", false, "version:1 reserved:1 symbols:2"));
        SIGNED.put(
                "TREE",
                new Layout("version 1 B-tree node", false, "type:1 level:1 entries:2 leftSibling:O rightSibling:O"));
        SIGNED.put(
                "HEAP",
                new Layout("local heap", false, "version:1 reserved:3 dataSize:L freeListHead:L dataAddress:O"));
        SIGNED.put("GCOL", new Layout("global heap collection", false, "version:1 reserved:3 size:L"));
    }

    private Layouts() {}

    private static void sealed(String signature, String structure, String fields) {
        SIGNED.put(signature, new Layout(structure, true, "version:1 " + fields));
    }

    /** The layout after the signature; null if the signature is unknown. */
    static Layout of(String signature) {
        return SIGNED.get(signature);
    }
}
