package dev.fallow.internal.data;

import dev.fallow.Reference;
import dev.fallow.type.ReferenceType;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads references of one kind. */
final class ReferenceOfKindCodec extends ObjectCodec {
    private final ReferenceCodec references;
    private final String where;

    /** @param wanted one that is {@linkplain #reads supported} */
    ReferenceOfKindCodec(ReferenceCodec references, Class<?> wanted, String where) {
        super(wanted, references.size());
        this.references = references;
        this.where = where;
    }

    /** Whether references of a datatype can be of this kind. */
    static boolean reads(ReferenceType type, Class<?> wanted) {
        return switch (type.kind()) {
            case OBJECT -> wanted == Reference.ToObject.class;
            case REGION -> wanted == Reference.ToRegion.class;
            default -> wanted != Reference.class && Reference.class.isAssignableFrom(wanted);
        };
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        Object reference = references.get(in);
        if (reference != null && !javaType().isInstance(reference)) {
            throw new MisfitException(
                    where,
                    null,
                    0,
                    "%s is not a %s; read it as Reference"
                            .formatted(Misfit.shown(reference), javaType().getSimpleName()));
        }
        return reference;
    }
}
