package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Printable;
import dev.fallow.format.Widths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Datatype class 6, compound.
 *
 * <pre>
 *   class bits: 0-15 number of members, at least 1
 *   for each member:
 *   bytes  version 1                     version 2                 versions 3 to 5
 *          name, zero padded to 8        name, zero padded to 8    name, zero byte
 *          offset in the element (4)     offset (4)                offset (as many bytes as the size needs)
 *          number of dimensions (1)      datatype                  datatype
 *          reserved (3)
 *          permutation (4), unused
 *          reserved (4)
 *          sizes of dimensions (4 * 4)
 *          datatype
 * </pre>
 *
 * Members are within the element, do not overlap, and have different names.
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param members in the order in which they are stored
 */
public record Compound(int version, long size, List<Member> members) implements Datatype {
    /** Class number. */
    public static final int CLASS = 6;

    private static final int MAX_LEGACY_DIMENSIONS = 4;

    /**
     * A member.
     *
     * @param name without zero bytes
     * @param offset in the element, in bytes
     * @param type of one element of the member
     * @param legacyDimensions the dimensions of an array member of version 1, at most 4; otherwise empty
     */
    public record Member(String name, long offset, Datatype type, List<Long> legacyDimensions) {
        /** Copies the list. */
        public Member {
            legacyDimensions = List.copyOf(legacyDimensions);
        }

        /** A member without legacy dimensions. */
        public Member(String name, long offset, Datatype type) {
            this(name, offset, type, List.of());
        }

        /** The size of the member in bytes; saturates at 2^63-1. */
        public long size() {
            long size = type.size();
            for (long dimension : legacyDimensions) {
                size = dimension != 0 && size > Long.MAX_VALUE / dimension ? Long.MAX_VALUE : size * dimension;
            }
            return size;
        }
    }

    /** @throws IllegalArgumentException if members overlap, have the same name, or exceed the element */
    public Compound {
        DatatypeHeader.require(version, size);
        members = List.copyOf(members);
        if (members.isEmpty() || members.size() > 0xFFFF) {
            throw new IllegalArgumentException("compound: expected 1 to 65535 members, found " + members.size());
        }
        Set<String> names = new HashSet<>();
        for (Member member : members) {
            Names.require(names, member.name());
            if (!member.legacyDimensions().isEmpty()
                    && (version != 1 || member.legacyDimensions().size() > MAX_LEGACY_DIMENSIONS)) {
                throw new IllegalArgumentException(Printable.message("compound of version " + version + ": dimensions "
                        + member.legacyDimensions() + " of member \"" + member.name() + "\""));
            }
        }
        String problem = problem(size, members);
        if (problem != null) {
            throw new IllegalArgumentException(Printable.message("compound: " + problem));
        }
    }

    /**
     * A compound type with consecutive members and no gaps, of version 3, or of a member's version if that is higher.
     */
    public static Compound packed(Map<String, ? extends Datatype> types) {
        List<Member> members = new ArrayList<>();
        long offset = 0;
        int version = 3;
        for (Map.Entry<String, ? extends Datatype> type : types.entrySet()) {
            members.add(new Member(type.getKey(), offset, type.getValue()));
            offset += type.getValue().size();
            version = Math.max(version, type.getValue().version());
        }
        return new Compound(version, offset, members);
    }

    private static String problem(long size, List<Member> members) {
        Member[] byOffset = members.toArray(new Member[0]);
        Arrays.sort(byOffset, Comparator.comparingLong(Member::offset));
        long end = 0;
        for (Member member : byOffset) {
            if (member.offset() < 0 || member.size() < 1 || member.size() > size - member.offset()) {
                return "expected members within " + size + " bytes, found \"" + member.name() + "\" of " + member.size()
                        + " bytes at " + member.offset();
            }
            if (member.offset() < end) {
                return "expected members that do not overlap, found \"" + member.name() + "\" at " + member.offset()
                        + " below " + end;
            }
            end = member.offset() + member.size();
        }
        return null;
    }

    static Compound decode(FieldReader in, DatatypeHeader header) {
        int version = header.version();
        int count = header.field(0, 16);
        if (count == 0) {
            throw header.fail(in, "at least 1 member", count);
        }
        List<Member> members = new ArrayList<>(Math.min(count, in.remaining()));
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            String name = Names.decode(in, version);
            Names.requireNew(in, names, name);
            long offset = in.unsigned(offsetWidth(version, header.size()));
            List<Long> dimensions = version == 1 ? decodeLegacyDimensions(in) : List.of();
            members.add(new Member(name, offset, header.decodeInner(in), dimensions));
        }
        String problem = problem(header.size(), members);
        if (problem != null) {
            throw in.fail(problem);
        }
        return new Compound(version, header.size(), members);
    }

    private static List<Long> decodeLegacyDimensions(FieldReader in) {
        int rank = in.u8("number of dimensions", MAX_LEGACY_DIMENSIONS);
        in.skip(11);
        List<Long> dimensions = new ArrayList<>(rank);
        for (int i = 0; i < MAX_LEGACY_DIMENSIONS; i++) {
            long dimension = in.u32();
            if (i < rank) {
                dimensions.add(dimension);
            }
        }
        return dimensions;
    }

    private static int offsetWidth(int version, long size) {
        return version < 3 ? 4 : Widths.bytesFor(size);
    }

    @Override
    public void encode(FieldWriter out) {
        DatatypeHeader.encode(out, this, members.size());
        for (Member member : members) {
            Names.encode(out, version, member.name());
            out.unsigned(member.offset(), offsetWidth(version, size));
            if (version == 1) {
                out.u8(member.legacyDimensions().size()).zeros(11);
                for (int i = 0; i < MAX_LEGACY_DIMENSIONS; i++) {
                    boolean stored = i < member.legacyDimensions().size();
                    out.u32(stored ? member.legacyDimensions().get(i) : 0);
                }
            }
            member.type().encode(out);
        }
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        int length = HEADER_LENGTH;
        for (Member member : members) {
            length += Names.encodedLength(version, member.name())
                    + offsetWidth(version, size)
                    + (version == 1 ? 12 + 4 * MAX_LEGACY_DIMENSIONS : 0)
                    + member.type().encodedLength();
        }
        return length;
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
