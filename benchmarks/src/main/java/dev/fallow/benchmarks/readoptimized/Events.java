package dev.fallow.benchmarks.readoptimized;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The users of a simulation, in a heap by the time of their next operation; of two at the same time, the one with the lower
 * number is first.
 */
final class Events {
    private final PriorityQueue<User> heap =
            new PriorityQueue<>(Comparator.comparingLong(User::at).thenComparingInt(user -> user.number));

    /** One of the parallel events of a file type. */
    static final class User {
        private final int number;
        private final int type;
        private long at;
        /** Of a stream: the number of a file of the type, -1 at first, and how far it was read or written. */
        private int file = -1;

        private long position;

        private User(int number, int type, long at) {
            this.number = number;
            this.type = type;
            this.at = at;
        }

        /** Index of the file type. */
        int type() {
            return type;
        }

        /** When the next operation begins. */
        long at() {
            return at;
        }

        int file() {
            return file;
        }

        long position() {
            return position;
        }

        /** The next operation of the user. */
        void moveTo(int in, long at) {
            file = in;
            position = at;
        }
    }

    void add(int type, long at) {
        heap.add(new User(heap.size(), type, at));
    }

    /** When the first operation begins. */
    long next() {
        return heap.element().at;
    }

    User take() {
        return heap.remove();
    }

    void reschedule(User user, long at) {
        user.at = at;
        heap.add(user);
    }
}
