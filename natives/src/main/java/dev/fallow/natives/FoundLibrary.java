package dev.fallow.natives;

import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.CodecLibrary;
import java.util.Optional;
import java.util.Set;

/** A library with a codec of one format, mostly of native code, which is there if one of its classes is. */
abstract class FoundLibrary implements CodecLibrary {
    final LibraryClass library;
    private final CodecFormat format;

    FoundLibrary(CodecFormat format, LibraryClass library) {
        this.format = format;
        this.library = library;
    }

    @Override
    public String name() {
        return library.name();
    }

    @Override
    public final Set<CodecFormat> formats() {
        return Set.of(format);
    }

    @Override
    public boolean isNative() {
        return true;
    }

    @Override
    public Optional<String> obstacle() {
        return library.obstacle();
    }
}
