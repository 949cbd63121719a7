package dev.fallow.internal.data;

import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Utf8;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.codec.SelectionCodec;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.ReferenceType.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * References. O is the size of offsets.
 *
 * <pre>
 *   old, to an object:  address (O); 0 is none
 *   old, to a region:   global heap ID of: address (O), selection
 *   new:                type (1): 2 object, 3 region, 4 attribute; 0 is none
 *                       flags (1): 1 in another file
 *                       an object in the same file: the token, zeros
 *                       else: bytes in the heap (4), global heap ID of: the token; in another file its name; for a
 *                       region length of the selection (4), rank (4), selection; for an attribute its name
 *   token:              length (1), address (as many bytes as that says)
 *   name:               length (2), text
 * </pre>
 */
final class ReferenceCodec extends ObjectCodec {
    private static final String STRUCTURE = "reference";
    private static final int OBJECT = 2;
    private static final int REGION = 3;
    private static final int ATTRIBUTE = 4;
    private static final int EXTERNAL = 1;

    private final Kind kind;
    private final ElementContext context;

    ReferenceCodec(ReferenceType type, ElementContext context) {
        super(Reference.class, (int) type.size());
        kind = type.kind();
        this.context = context;
    }

    @Override
    protected boolean fits(Object element) {
        if (element == null) {
            return true;
        }
        if (!(element instanceof Reference reference) || reference.address() <= 0 || !addressFits(reference)) {
            return false;
        }
        boolean suits = switch (kind) {
            case OBJECT ->
                reference instanceof Reference.ToObject && reference.file().isEmpty();
            case REGION ->
                reference instanceof Reference.ToRegion && reference.file().isEmpty();
            default ->
                reference.file().map(ReferenceCodec::nameFits).orElse(true)
                        && (!(reference instanceof Reference.ToAttribute attribute) || nameFits(attribute.name()))
                        && (!(reference instanceof Reference.ToRegion region)
                                || region.selection().rank() >= 0);
        };
        if (suits && reference.file().isEmpty() && !context.objects().test(reference.address())) {
            throw new WrongTypeException(context.where() + ": " + Misfit.shown(reference)
                    + ": no object of this file is there. It was deleted, or the reference is one of another file");
        }
        return suits;
    }

    private boolean addressFits(Reference reference) {
        int width = context.sizes().offsets();
        return width == Long.BYTES || reference.address() < (1L << 8 * width) - 1;
    }

    private static boolean nameFits(String name) {
        return Utf8.firstLoneSurrogate(name) < 0 && Utf8.length(name) <= 0xFFFF && name.indexOf(0) < 0;
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        FieldReader element = context.fields(in, size(), STRUCTURE);
        return switch (kind) {
            case OBJECT -> {
                long address = element.offset();
                yield address == 0 || address == Addresses.UNDEFINED ? null : new Reference.ToObject(address);
            }
            case REGION -> oldRegion(GlobalHeapId.decode(element));
            default -> revised(element);
        };
    }

    private Reference oldRegion(GlobalHeapId id) throws IOException {
        if (id.isNone()) {
            return null;
        }
        FieldReader object = object(id);
        return new Reference.ToRegion(object.definedOffset(), SelectionCodec.decode(object, Selection.UNKNOWN_RANK));
    }

    private FieldReader object(GlobalHeapId id) throws IOException {
        return FieldReader.of(context.heap().get(id), context.sizes(), STRUCTURE, -1);
    }

    private Reference revised(FieldReader element) throws IOException {
        int type = element.u8();
        int flags = element.u8();
        if (type == 0) {
            return null;
        }
        if (type < OBJECT || type > ATTRIBUTE) {
            throw element.fail("expected reference type 2 to 4, found " + type, 2);
        }
        if (type == OBJECT && (flags & EXTERNAL) == 0) {
            return new Reference.ToObject(token(element));
        }
        element.skip(4);
        FieldReader object = object(GlobalHeapId.decode(element));
        long address = token(object);
        Optional<String> file = (flags & EXTERNAL) == 0 ? Optional.empty() : Optional.of(object.text(object.u16()));
        return switch (type) {
            case OBJECT -> new Reference.ToObject(file, address);
            case REGION -> {
                object.skip(4);
                int rank = (int) Math.min(object.u32(), Integer.MAX_VALUE);
                yield new Reference.ToRegion(file, address, SelectionCodec.decode(object, rank));
            }
            default -> new Reference.ToAttribute(file, address, object.text(object.u16()));
        };
    }

    private static long token(FieldReader in) {
        int length = in.u8();
        if (length < 1 || length > Long.BYTES) {
            throw in.fail("expected a token of 1 to 8 bytes, found " + length, 1);
        }
        return in.unsigned(length);
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        FieldWriter fields = new FieldWriter(context.sizes());
        if (element instanceof Reference reference) {
            switch (kind) {
                case OBJECT -> fields.offset(reference.address());
                case REGION -> {
                    FieldWriter object = new FieldWriter(context.sizes()).offset(reference.address());
                    SelectionCodec.encode(((Reference.ToRegion) reference).selection(), object);
                    context.heap().put(object.toByteArray()).encode(fields);
                }
                default -> putRevised(fields, reference);
            }
        }
        out.put(fields.zeros(size() - fields.position()).toByteArray());
    }

    private void putRevised(FieldWriter fields, Reference reference) throws IOException {
        boolean external = reference.file().isPresent();
        int type = reference instanceof Reference.ToObject
                ? OBJECT
                : reference instanceof Reference.ToRegion ? REGION : ATTRIBUTE;
        fields.u8(type).u8(external ? EXTERNAL : 0);
        if (reference instanceof Reference.ToObject && !external) {
            putToken(fields, reference.address());
            return;
        }
        FieldWriter object = new FieldWriter(context.sizes());
        putToken(object, reference.address());
        if (external) {
            putName(object, reference.file().get());
        }
        if (reference instanceof Reference.ToRegion region) {
            FieldWriter selection = new FieldWriter(context.sizes());
            SelectionCodec.encode(region.selection(), selection);
            object.u32(selection.position()).u32(region.selection().rank());
            object.bytes(selection.toByteArray());
        } else if (reference instanceof Reference.ToAttribute attribute) {
            putName(object, attribute.name());
        }
        byte[] bytes = object.toByteArray();
        fields.u32(bytes.length);
        context.heap().put(bytes).encode(fields);
    }

    private static void putToken(FieldWriter out, long address) {
        out.u8(out.sizes().offsets()).offset(address);
    }

    private static void putName(FieldWriter out, String name) {
        out.u16(Utf8.length(name)).text(name);
    }
}
