package dev.fallow.type;

import dev.fallow.format.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Datatype class 6, compound.
 *
 * <p>Members are within the element, do not overlap, and have different names.
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param members in the order in which they are stored
 */
public record Compound(int version, long size, List<Member> members) implements Datatype {
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
        TypeChecks.require(version, size);
        members = List.copyOf(members);
        if (members.isEmpty() || members.size() > 0xFFFF) {
            throw new IllegalArgumentException("compound: expected 1 to 65535 members, found " + members.size());
        }
        Set<String> names = new HashSet<>();
        for (Member member : members) {
            TypeChecks.requireNew(names, member.name());
            if (!member.legacyDimensions().isEmpty()
                    && (version != 1 || member.legacyDimensions().size() > MAX_LEGACY_DIMENSIONS)) {
                throw new IllegalArgumentException(Printable.message("compound of version " + version + ": dimensions "
                        + member.legacyDimensions() + " of member \"" + member.name() + "\""));
            }
        }
        problem(size, members).ifPresent(problem -> {
            throw new IllegalArgumentException(Printable.message("compound: " + problem));
        });
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

    /** Why members do not make up a type of {@code size} bytes: one is outside, or two overlap. Empty if they do. */
    public static Optional<String> problem(long size, List<Member> members) {
        Member[] byOffset = members.toArray(new Member[0]);
        Arrays.sort(byOffset, Comparator.comparingLong(Member::offset));
        long end = 0;
        for (Member member : byOffset) {
            if (member.offset() < 0 || member.size() < 1 || member.size() > size - member.offset()) {
                return Optional.of("expected members within " + size + " bytes, found \"" + member.name() + "\" of "
                        + member.size() + " bytes at " + member.offset());
            }
            if (member.offset() < end) {
                return Optional.of("expected members that do not overlap, found \"" + member.name() + "\" at "
                        + member.offset() + " below " + end);
            }
            end = member.offset() + member.size();
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
