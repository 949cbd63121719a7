package dev.fallow.internal.filter;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.CodecLibrary;
import dev.fallow.filter.FilterException;
import java.util.Optional;
import java.util.Set;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** The zlib of the JDK. */
final class JdkZlib implements CodecLibrary {
    @Override
    public String name() {
        return "java.util.zip";
    }

    @Override
    public Set<CodecFormat> formats() {
        return Set.of(CodecFormat.ZLIB);
    }

    @Override
    public boolean isNative() {
        return false;
    }

    @Override
    public Optional<String> obstacle() {
        return Optional.empty();
    }

    @Override
    public BlockCodec codec(CodecFormat format) {
        return new Codec();
    }

    private static final class Codec implements BlockCodec, AutoCloseable {
        private Inflater inflater;
        private Deflater deflater;

        @Override
        public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
            inflater = inflater == null ? new Inflater() : inflater;
            inflater.reset();
            inflater.setInput(in, from, length);
            int done = 0;
            try {
                while (!inflater.finished() && done < room) {
                    int more = inflater.inflate(out, to + done, room - done);
                    if (more == 0 && !inflater.finished()) {
                        throw inflater.needsDictionary()
                                ? new FilterException("expected a stream without a preset dictionary")
                                : cutOff(length, done);
                    }
                    done += more;
                }
                // at the end of the room the checksum may not have been read
                if (!inflater.finished() && inflater.inflate(new byte[1]) > 0) {
                    throw new FilterException("expected at most " + room + " bytes, found more");
                }
            } catch (DataFormatException e) {
                throw new FilterException("invalid stream of " + length + " bytes: " + e.getMessage(), e);
            }
            if (!inflater.finished()) {
                throw cutOff(length, done);
            }
            return done;
        }

        private static FilterException cutOff(int length, int done) {
            return new FilterException(
                    "the stream is cut off: " + length + " bytes, of which " + done + " bytes could be decoded");
        }

        /** Data that cannot be shrunk needs 5 bytes for each stored block, of at least 4 KiB. */
        @Override
        public long maxLength(int length) {
            return length + (length >>> 9) + 64L;
        }

        @Override
        public int compress(byte[] in, int from, int length, byte[] out, int to, int level) {
            deflater = deflater == null ? new Deflater() : deflater;
            deflater.reset();
            deflater.setLevel(level);
            deflater.setInput(in, from, length);
            deflater.finish();
            int written = 0;
            while (!deflater.finished()) {
                written += deflater.deflate(out, to + written, out.length - to - written);
            }
            return written;
        }

        @Override
        public void close() {
            if (inflater != null) {
                inflater.end();
            }
            if (deflater != null) {
                deflater.end();
            }
        }
    }
}
