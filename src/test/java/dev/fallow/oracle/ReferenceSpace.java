package dev.fallow.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bytedeco.hdf5.H5F_info2_t;
import org.bytedeco.hdf5.H5F_sect_info_t;
import org.bytedeco.hdf5.global.hdf5;

/** What libhdf5 says about the space in an open file. All of it is live: it changes with every operation. */
public final class ReferenceSpace {
    private final Id file;

    ReferenceSpace(Id file) {
        this.file = file;
    }

    /** Bytes in the sections that the managers track ({@code H5Fget_freespace}). */
    public long freeBytes() {
        return Native.check(hdf5.H5Fget_freespace(file.value()), "H5Fget_freespace");
    }

    /** The free sections of all types, in the order of addresses. */
    public List<ReferenceSection> sections() {
        return sections(hdf5.H5FD_MEM_DEFAULT);
    }

    /**
     * The free sections that serve this type, in the order of addresses. Metadata of all types is with
     * {@link MemoryType#SUPER} and raw data with {@link MemoryType#DRAW}; those of a page or more, which in a paged file
     * serve both, are with {@link MemoryType#SUPER}.
     */
    public List<ReferenceSection> sections(MemoryType type) {
        return sections(type.code);
    }

    /** The length of the file as the file system has it, or as much as is allocated, whichever is more. */
    public long fileSize() {
        long[] size = new long[1];
        Native.check(hdf5.H5Fget_filesize(file.value(), size), "H5Fget_filesize");
        return size[0];
    }

    /** The end of allocation, from the beginning of the file. */
    public long endOfAllocation() {
        long[] address = new long[1];
        Native.check(hdf5.H5Fget_eoa(file.value(), address), "H5Fget_eoa");
        return address[0];
    }

    /** The version of the superblock. */
    public int superblockVersion() {
        try (H5F_info2_t info = new H5F_info2_t()) {
            Native.check(hdf5.H5Fget_info2(file.value(), info), "H5Fget_info2");
            return info._super_version();
        }
    }

    /** The strategy that the file was created with. */
    public FileSpaceStrategy strategy() {
        return FileSpaceStrategy.ofCode(Settings.of(file).strategy());
    }

    /** Whether free space outlives the session. */
    public boolean isPersistent() {
        return Settings.of(file).persistent();
    }

    /** The smallest section that is tracked, bytes. */
    public long threshold() {
        return Settings.of(file).threshold();
    }

    /** Bytes of a page, of use with {@link FileSpaceStrategy#PAGE}. */
    public long pageSize() {
        return Settings.of(file).pageSize();
    }

    private List<ReferenceSection> sections(int type) {
        long count = Native.check(hdf5.H5Fget_free_sections(file.value(), type, 0, null), "H5Fget_free_sections");
        List<ReferenceSection> sections = new ArrayList<>();
        if (count > 0) {
            try (H5F_sect_info_t array = new H5F_sect_info_t(count)) {
                long filled = Native.check(
                        hdf5.H5Fget_free_sections(file.value(), type, count, array), "H5Fget_free_sections");
                for (long i = 0; i < Math.min(count, filled); i++) {
                    H5F_sect_info_t section = array.getPointer(i);
                    sections.add(new ReferenceSection(section.addr(), section.size()));
                }
            }
        }
        sections.sort(Comparator.comparingLong(ReferenceSection::address));
        return List.copyOf(sections);
    }

    private record Settings(int strategy, boolean persistent, long threshold, long pageSize) {
        static Settings of(Id file) {
            try (Id properties = Id.of(hdf5.H5Fget_create_plist(file.value()), "H5Fget_create_plist")) {
                int[] strategy = new int[1];
                boolean[] persistent = new boolean[1];
                long[] threshold = new long[1];
                long[] pageSize = new long[1];
                Native.check(
                        hdf5.H5Pget_file_space_strategy(properties.value(), strategy, persistent, threshold),
                        "H5Pget_file_space_strategy");
                Native.check(
                        hdf5.H5Pget_file_space_page_size(properties.value(), pageSize), "H5Pget_file_space_page_size");
                return new Settings(strategy[0], persistent[0], threshold[0], pageSize[0]);
            }
        }
    }
}
