package dev.fallow.internal.data.number;

/**
 * Conversions between arrays of primitive numbers. Each returns the index of the first number that is not represented
 * exactly, or -1; with rounding it converts that one too and goes on.
 */
final class NumberLoops {
    private static final double LONG_LIMIT = 0x1p63;

    private NumberLoops() {}

    /** Converts integers to an array of any primitive number type. */
    static int fromLongs(long[] from, int count, Object to, int at, boolean rounding) {
        if (to instanceof int[] ints) {
            return toInts(from, count, ints, at, rounding);
        } else if (to instanceof long[] longs) {
            System.arraycopy(from, 0, longs, at, count);
            return -1;
        } else if (to instanceof double[] doubles) {
            return toDoubles(from, count, doubles, at, rounding);
        } else if (to instanceof float[] floats) {
            return toFloats(from, count, floats, at, rounding);
        } else if (to instanceof short[] shorts) {
            return toShorts(from, count, shorts, at, rounding);
        }
        return toBytes(from, count, (byte[]) to, at, rounding);
    }

    private static int toInts(long[] from, int count, int[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            long number = from[i];
            to[at + i] = (int) number;
            if ((int) number != number) {
                if (!rounding) {
                    return i;
                }
                to[at + i] = (int) limited(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
        }
        return -1;
    }

    private static int toShorts(long[] from, int count, short[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            long number = limited(from[i], Short.MIN_VALUE, Short.MAX_VALUE);
            if (number != from[i] && !rounding) {
                return i;
            }
            to[at + i] = (short) number;
        }
        return -1;
    }

    private static int toBytes(long[] from, int count, byte[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            long number = limited(from[i], Byte.MIN_VALUE, Byte.MAX_VALUE);
            if (number != from[i] && !rounding) {
                return i;
            }
            to[at + i] = (byte) number;
        }
        return -1;
    }

    private static long limited(long number, long lowest, long highest) {
        return Math.max(lowest, Math.min(highest, number));
    }

    private static int toDoubles(long[] from, int count, double[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            to[at + i] = from[i];
            if (!rounding && !isExact(from[i], to[at + i])) {
                return i;
            }
        }
        return -1;
    }

    private static int toFloats(long[] from, int count, float[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            to[at + i] = from[i];
            if (!rounding && !isExact(from[i], to[at + i])) {
                return i;
            }
        }
        return -1;
    }

    /** Whether rounding changed nothing. The cast of 2^63 back to an integer would give 2^63-1. */
    private static boolean isExact(long number, double rounded) {
        return (long) rounded == number && rounded != LONG_LIMIT;
    }

    /** Converts floating-point numbers to an array of any primitive number type. */
    static int fromDoubles(double[] from, int count, Object to, int at, boolean rounding) {
        if (to instanceof float[] floats) {
            return toFloats(from, count, floats, at, rounding);
        } else if (to instanceof double[] doubles) {
            System.arraycopy(from, 0, doubles, at, count);
            return -1;
        } else if (to instanceof int[] ints) {
            return toInts(from, count, ints, at, rounding);
        } else if (to instanceof long[] longs) {
            return toLongs(from, count, longs, at, rounding);
        } else if (to instanceof short[] shorts) {
            return toShorts(from, count, shorts, at, rounding);
        }
        return toBytes(from, count, (byte[]) to, at, rounding);
    }

    private static int toFloats(double[] from, int count, float[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            float number = (float) from[i];
            if (number != from[i] && !rounding && !Double.isNaN(from[i])) {
                return i;
            }
            to[at + i] = number;
        }
        return -1;
    }

    private static int toLongs(double[] from, int count, long[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            long number = (long) from[i];
            if ((number != from[i] || from[i] == LONG_LIMIT) && !rounding) {
                return i;
            }
            to[at + i] = number;
        }
        return -1;
    }

    private static int toInts(double[] from, int count, int[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            int number = (int) from[i];
            if (number != from[i] && !rounding) {
                return i;
            }
            to[at + i] = number;
        }
        return -1;
    }

    private static int toShorts(double[] from, int count, short[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            long number = limited((int) from[i], Short.MIN_VALUE, Short.MAX_VALUE);
            if (number != from[i] && !rounding) {
                return i;
            }
            to[at + i] = (short) number;
        }
        return -1;
    }

    private static int toBytes(double[] from, int count, byte[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            long number = limited((int) from[i], Byte.MIN_VALUE, Byte.MAX_VALUE);
            if (number != from[i] && !rounding) {
                return i;
            }
            to[at + i] = (byte) number;
        }
        return -1;
    }

    /** Widens numbers; every {@code float} is a {@code double}. */
    static void widen(float[] from, int count, double[] to, int at) {
        for (int i = 0; i < count; i++) {
            to[at + i] = from[i];
        }
    }
}
