package dev.fallow.oracle.type;

import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.BitField;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.Enumeration;
import dev.fallow.oracle.type.ReferenceType.FixedString;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Int;
import dev.fallow.oracle.type.ReferenceType.Member;
import dev.fallow.oracle.type.ReferenceType.Opaque;
import dev.fallow.oracle.type.ReferenceType.Other;
import dev.fallow.oracle.type.ReferenceType.Reference;
import dev.fallow.oracle.type.ReferenceType.ReferenceKind;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.SizeTPointer;

/** From descriptions of datatypes to libhdf5's identifiers, and back. */
public final class TypeIds {
    private TypeIds() {}

    /** A new identifier for the type as it is in a file. */
    public static Id create(ReferenceType type) {
        if (type instanceof Int integer) {
            return integer(integer);
        } else if (type instanceof Floating floating) {
            return floating(floating);
        } else if (type instanceof FixedString string) {
            return string(string.size(), string.padding(), string.utf8());
        } else if (type instanceof VariableString string) {
            return string(hdf5.H5T_VARIABLE, string.padding(), string.utf8());
        } else if (type instanceof BitField bits) {
            return bitField(bits);
        } else if (type instanceof Opaque opaque) {
            return opaque(opaque);
        } else if (type instanceof Compound compound) {
            return Id.build(Id.of(hdf5.H5Tcreate(hdf5.H5T_COMPOUND, compound.size()), "H5Tcreate"), id -> {
                for (Member member : compound.members()) {
                    try (Id memberId = create(member.type())) {
                        insert(id, member.name(), member.offset(), memberId);
                    }
                }
            });
        } else if (type instanceof Enumeration enumeration) {
            return enumeration(enumeration);
        } else if (type instanceof ArrayType array) {
            try (Id element = create(array.element())) {
                return array(element, array);
            }
        } else if (type instanceof VariableLength sequence) {
            try (Id element = create(sequence.element())) {
                return Id.of(hdf5.H5Tvlen_create(element.value()), "H5Tvlen_create");
            }
        } else if (type instanceof Reference reference) {
            return copy(
                    switch (reference.kind()) {
                        case OBJECT -> hdf5.H5T_STD_REF_OBJ_g();
                        case REGION -> hdf5.H5T_STD_REF_DSETREG_g();
                        case ANY -> hdf5.H5T_STD_REF_g();
                    });
        }
        throw new IllegalArgumentException("the oracle cannot make the type " + type);
    }

    /** Copies a type, for changing it or releasing it independently. */
    static Id copy(long type) {
        return Id.of(hdf5.H5Tcopy(type), "H5Tcopy");
    }

    /** Creates an array type of an element type. */
    static Id array(Id element, ArrayType array) {
        long[] dimensions =
                array.dimensions().stream().mapToLong(Integer::longValue).toArray();
        try (LongPointer native64 = new LongPointer(dimensions)) {
            return Id.of(hdf5.H5Tarray_create2(element.value(), dimensions.length, native64), "H5Tarray_create2");
        }
    }

    /** Adds a member to a compound. */
    static void insert(Id compound, String name, long offset, Id member) {
        try (BytePointer text = Native.text(name)) {
            Native.check(hdf5.H5Tinsert(compound.value(), text, offset, member.value()), "H5Tinsert(" + name + ")");
        }
    }

    private static Id integer(Int type) {
        return Id.build(copy(type.signed() ? hdf5.H5T_STD_I8LE_g() : hdf5.H5T_STD_U8LE_g()), id -> {
            Native.check(hdf5.H5Tset_size(id.value(), type.size()), "H5Tset_size");
            setOrder(id, type.order());
            Native.check(hdf5.H5Tset_precision(id.value(), type.precision()), "H5Tset_precision");
            Native.check(hdf5.H5Tset_offset(id.value(), type.bitOffset()), "H5Tset_offset");
        });
    }

    private static Id floating(Floating type) {
        int bits = 1 + type.exponentBits() + type.mantissaBits();
        if (type.size() > 8 || bits > 8 * type.size()) {
            throw new IllegalArgumentException("the oracle cannot make the type " + type);
        }
        return Id.build(copy(hdf5.H5T_IEEE_F64LE_g()), id -> {
            Native.check(
                    hdf5.H5Tset_fields(
                            id.value(), bits - 1, type.mantissaBits(), type.exponentBits(), 0, type.mantissaBits()),
                    "H5Tset_fields");
            Native.check(hdf5.H5Tset_precision(id.value(), bits), "H5Tset_precision");
            Native.check(hdf5.H5Tset_size(id.value(), type.size()), "H5Tset_size");
            Native.check(hdf5.H5Tset_ebias(id.value(), type.bias()), "H5Tset_ebias");
            setOrder(id, type.order());
        });
    }

    private static Id string(long size, StringPadding padding, boolean utf8) {
        return Id.build(copy(hdf5.H5T_C_S1_g()), id -> {
            Native.check(hdf5.H5Tset_size(id.value(), size), "H5Tset_size");
            Native.check(hdf5.H5Tset_strpad(id.value(), padding.code), "H5Tset_strpad");
            Native.check(hdf5.H5Tset_cset(id.value(), utf8 ? hdf5.H5T_CSET_UTF8 : hdf5.H5T_CSET_ASCII), "H5Tset_cset");
        });
    }

    private static Id bitField(BitField type) {
        return Id.build(copy(hdf5.H5T_STD_B8LE_g()), id -> {
            Native.check(hdf5.H5Tset_size(id.value(), type.size()), "H5Tset_size");
            setOrder(id, type.order());
            Native.check(hdf5.H5Tset_precision(id.value(), type.precision()), "H5Tset_precision");
            Native.check(hdf5.H5Tset_offset(id.value(), type.bitOffset()), "H5Tset_offset");
        });
    }

    private static Id opaque(Opaque type) {
        return Id.build(Id.of(hdf5.H5Tcreate(hdf5.H5T_OPAQUE, type.size()), "H5Tcreate"), id -> {
            try (BytePointer tag = Native.text(type.tag())) {
                Native.check(hdf5.H5Tset_tag(id.value(), tag), "H5Tset_tag");
            }
        });
    }

    private static Id enumeration(Enumeration type) {
        try (Id base = create(type.base());
                LongPointer value = new LongPointer(1)) {
            return Id.build(Id.of(hdf5.H5Tenum_create(base.value()), "H5Tenum_create"), id -> {
                for (Map.Entry<String, Long> entry : type.values().entrySet()) {
                    value.put(0, entry.getValue());
                    // converts in place from eight native bytes to the base type
                    convert(hdf5.H5T_NATIVE_INT64_g(), base.value(), value);
                    try (BytePointer name = Native.text(entry.getKey())) {
                        Native.check(hdf5.H5Tenum_insert(id.value(), name, value), "H5Tenum_insert");
                    }
                }
            });
        }
    }

    private static void convert(long from, long to, Pointer value) {
        Native.check(hdf5.H5Tconvert(from, to, 1, value, null, hdf5.H5P_DEFAULT), "H5Tconvert");
    }

    private static void setOrder(Id id, ByteOrder order) {
        Native.check(
                hdf5.H5Tset_order(id.value(), order == ByteOrder.BIG_ENDIAN ? hdf5.H5T_ORDER_BE : hdf5.H5T_ORDER_LE),
                "H5Tset_order");
    }

    /** Returns the description of the type of an identifier. */
    public static ReferenceType describe(long id) {
        int typeClass = Native.check(hdf5.H5Tget_class(id), "H5Tget_class");
        int size = Math.toIntExact(hdf5.H5Tget_size(id));
        if (typeClass == hdf5.H5T_INTEGER) {
            return new Int(
                    size,
                    Native.check(hdf5.H5Tget_sign(id), "H5Tget_sign") != hdf5.H5T_SGN_NONE,
                    order(id),
                    (int) hdf5.H5Tget_precision(id),
                    Native.check(hdf5.H5Tget_offset(id), "H5Tget_offset"));
        } else if (typeClass == hdf5.H5T_FLOAT) {
            return describeFloating(id, size);
        } else if (typeClass == hdf5.H5T_STRING) {
            StringPadding padding = StringPadding.ofCode(Native.check(hdf5.H5Tget_strpad(id), "H5Tget_strpad"));
            boolean utf8 = Native.check(hdf5.H5Tget_cset(id), "H5Tget_cset") == hdf5.H5T_CSET_UTF8;
            return Native.check(hdf5.H5Tis_variable_str(id), "H5Tis_variable_str") > 0
                    ? new VariableString(padding, utf8)
                    : new FixedString(size, padding, utf8);
        } else if (typeClass == hdf5.H5T_BITFIELD) {
            return new BitField(
                    size,
                    order(id),
                    (int) hdf5.H5Tget_precision(id),
                    Native.check(hdf5.H5Tget_offset(id), "H5Tget_offset"));
        } else if (typeClass == hdf5.H5T_OPAQUE) {
            BytePointer tag = hdf5.H5Tget_tag(id);
            try {
                return new Opaque(size, tag.getString(StandardCharsets.UTF_8));
            } finally {
                hdf5.H5free_memory(tag);
            }
        } else if (typeClass == hdf5.H5T_COMPOUND) {
            return describeCompound(id, size);
        } else if (typeClass == hdf5.H5T_ENUM) {
            return describeEnumeration(id);
        } else if (typeClass == hdf5.H5T_ARRAY) {
            long[] dimensions = new long[Native.check(hdf5.H5Tget_array_ndims(id), "H5Tget_array_ndims")];
            Native.check(hdf5.H5Tget_array_dims2(id, dimensions), "H5Tget_array_dims2");
            List<Integer> counts = new ArrayList<>();
            for (long dimension : dimensions) {
                counts.add(Math.toIntExact(dimension));
            }
            return new ArrayType(describeSuper(id), counts);
        } else if (typeClass == hdf5.H5T_VLEN) {
            return new VariableLength(describeSuper(id));
        } else if (typeClass == hdf5.H5T_REFERENCE) {
            return new Reference(referenceKind(id), size);
        }
        return new Other(typeClass == hdf5.H5T_TIME ? "time" : "class " + typeClass, size);
    }

    private static ReferenceType describeSuper(long id) {
        try (Id element = Id.of(hdf5.H5Tget_super(id), "H5Tget_super")) {
            return describe(element.value());
        }
    }

    private static Floating describeFloating(long id, int size) {
        try (SizeTPointer fields = new SizeTPointer(5)) {
            Native.check(
                    hdf5.H5Tget_fields(
                            id,
                            fields.getPointer(0),
                            fields.getPointer(1),
                            fields.getPointer(2),
                            fields.getPointer(3),
                            fields.getPointer(4)),
                    "H5Tget_fields");
            return new Floating(size, order(id), (int) fields.get(2), (int) fields.get(4), hdf5.H5Tget_ebias(id));
        }
    }

    private static Compound describeCompound(long id, int size) {
        List<Member> members = new ArrayList<>();
        int count = Native.check(hdf5.H5Tget_nmembers(id), "H5Tget_nmembers");
        for (int i = 0; i < count; i++) {
            try (Id member = Id.of(hdf5.H5Tget_member_type(id, i), "H5Tget_member_type")) {
                members.add(new Member(
                        memberName(id, i),
                        Math.toIntExact(hdf5.H5Tget_member_offset(id, i)),
                        describe(member.value())));
            }
        }
        return new Compound(size, members);
    }

    private static Enumeration describeEnumeration(long id) {
        try (Id base = Id.of(hdf5.H5Tget_super(id), "H5Tget_super");
                LongPointer value = new LongPointer(1)) {
            Map<String, Long> values = new TreeMap<>();
            int count = Native.check(hdf5.H5Tget_nmembers(id), "H5Tget_nmembers");
            for (int i = 0; i < count; i++) {
                Native.check(hdf5.H5Tget_member_value(id, i, value), "H5Tget_member_value");
                convert(base.value(), hdf5.H5T_NATIVE_INT64_g(), value);
                values.put(memberName(id, i), value.get(0));
            }
            return new Enumeration((Int) describe(base.value()), values);
        }
    }

    private static String memberName(long id, int index) {
        BytePointer name = hdf5.H5Tget_member_name(id, index);
        if (name == null) {
            throw new ReferenceException("H5Tget_member_name(" + index + ")", "  (no name)");
        }
        try {
            return name.getString(StandardCharsets.UTF_8);
        } finally {
            hdf5.H5free_memory(name);
        }
    }

    private static ReferenceKind referenceKind(long id) {
        if (Native.check(hdf5.H5Tequal(id, hdf5.H5T_STD_REF_OBJ_g()), "H5Tequal") > 0) {
            return ReferenceKind.OBJECT;
        }
        return Native.check(hdf5.H5Tequal(id, hdf5.H5T_STD_REF_DSETREG_g()), "H5Tequal") > 0
                ? ReferenceKind.REGION
                : ReferenceKind.ANY;
    }

    private static ByteOrder order(long id) {
        int order = Native.check(hdf5.H5Tget_order(id), "H5Tget_order");
        if (order == hdf5.H5T_ORDER_LE) {
            return ByteOrder.LITTLE_ENDIAN;
        } else if (order == hdf5.H5T_ORDER_BE) {
            return ByteOrder.BIG_ENDIAN;
        }
        throw new IllegalArgumentException("the oracle does not describe the byte order " + order);
    }
}
