package dev.fallow.internal.cache;

import java.util.Arrays;

/**
 * Short images that several blocks have: the headers of empty groups, which contain no addresses. Each is kept once, for
 * any number of blocks. At most {@value #MOST} different ones are; those that find no place here are kept elsewhere.
 */
final class EqualImages {
    /** A power of two. */
    private static final int MOST = 256;

    private static final int LONGEST = 64;
    private static final int SPREAD = 0x9E37_79B1;
    private static final int SPREAD_SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(MOST);
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    private final byte[][] images = new byte[MOST][];
    /** The number of blocks that have the image. */
    private final int[] users = new int[MOST];

    private final boolean[] checksums = new boolean[MOST];

    /**
     * Adds a block with an image.
     *
     * @param hasChecksum whether the image ends with a checksum, which is not compared
     * @return the number of the image, or -1 if it has no place here
     */
    int add(byte[] image, boolean hasChecksum) {
        if (image.length > LONGEST) {
            return -1;
        }
        int compared = image.length - (hasChecksum ? CHECKSUM_BYTES : 0);
        int number = number(image, compared);
        byte[] present = images[number];
        if (users[number] == 0) {
            images[number] = image.clone();
            checksums[number] = hasChecksum;
        } else if (present.length != image.length
                || checksums[number] != hasChecksum
                || !Arrays.equals(present, 0, compared, image, 0, compared)) {
            return -1;
        }
        users[number]++;
        return number;
    }

    private static int number(byte[] image, int compared) {
        int hash = compared;
        for (int i = 0; i < compared; i++) {
            hash = 31 * hash + image[i];
        }
        return hash * SPREAD >>> SPREAD_SHIFT;
    }

    /** The image of this number. */
    byte[] image(int number) {
        return images[number];
    }

    /** One of the blocks with this image has another one now, or is deleted. */
    void remove(int number) {
        users[number]--;
    }

    /** Computes the checksums. */
    void seal() {
        for (int number = 0; number < MOST; number++) {
            if (users[number] > 0 && checksums[number]) {
                ParkedImages.seal(images[number], 0, images[number].length);
            }
        }
    }
}
