package dev.fallow.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bytedeco.hdf5.H5F_info2_t;
import org.bytedeco.hdf5.H5F_sect_info_t;
import org.bytedeco.hdf5.global.hdf5;

/** The space information of libhdf5 for an open file. Every call returns the current state. */
public final class ReferenceSpace {
    private final Id file;

    ReferenceSpace(Id file) {
        this.file = file;
    }

    /** Returns the number of bytes in the sections of the managers ({@code H5Fget_freespace}). */
    public long freeBytes() {
        return Native.check(hdf5.H5Fget_freespace(file.value()), "H5Fget_freespace");
    }

    /** Returns the free sections of all types, in address order. */
    public List<ReferenceSection> sections() {
        return sections(hdf5.H5FD_MEM_DEFAULT);
    }

    /**
     * Returns the free sections for this type, in address order. Sections for all types of metadata belong to
     * {@link MemoryType#SUPER} and for raw data to {@link MemoryType#DRAW}; in a paged file the sections of a page or
     * more, which serve both, belong to {@link MemoryType#SUPER}.
     */
    public List<ReferenceSection> sections(MemoryType type) {
        return sections(type.code);
    }

    /** Returns the length of the file in the file system or the end of allocation, whichever is larger. */
    public long fileSize() {
        long[] size = new long[1];
        Native.check(hdf5.H5Fget_filesize(file.value(), size), "H5Fget_filesize");
        return size[0];
    }

    /** Returns the end of allocation, relative to the beginning of the file. */
    public long endOfAllocation() {
        long[] address = new long[1];
        Native.check(hdf5.H5Fget_eoa(file.value(), address), "H5Fget_eoa");
        return address[0];
    }

    /** Returns the version of the superblock. */
    public int superblockVersion() {
        try (H5F_info2_t info = new H5F_info2_t()) {
            Native.check(hdf5.H5Fget_info2(file.value(), info), "H5Fget_info2");
            return info._super_version();
        }
    }

    /** Returns the file-space strategy of the file. */
    public FileSpaceStrategy strategy() {
        return FileSpaceStrategy.ofCode(Settings.of(file).strategy());
    }

    /** Returns whether free space is persistent. */
    public boolean isPersistent() {
        return Settings.of(file).persistent();
    }

    /** Returns the size of the smallest tracked section, in bytes. */
    public long threshold() {
        return Settings.of(file).threshold();
    }

    /** Returns the page size in bytes, used with {@link FileSpaceStrategy#PAGE} only. */
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
