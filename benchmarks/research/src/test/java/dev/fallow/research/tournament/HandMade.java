package dev.fallow.research.tournament;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceRecorder;
import java.io.ByteArrayOutputStream;

/**
 * Requests defined in a test: a positive number allocates that many bytes, -n releases the n-th block, counted from 1.
 */
final class HandMade {
    private HandMade() {}

    static Requests requests(long... steps) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FileSpace space = new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), 0);
        long[] addresses = new long[steps.length];
        long[] sizes = new long[steps.length];
        int blocks = 0;
        TraceRecorder recorder = new TraceRecorder(space, bytes::write);
        for (long step : steps) {
            if (step > 0) {
                sizes[blocks] = step;
                addresses[blocks++] = space.allocate(AllocationType.RAW_DATA, step);
            } else {
                int block = (int) -step - 1;
                space.release(AllocationType.RAW_DATA, addresses[block], sizes[block]);
            }
        }
        recorder.close();
        return Requests.of(Trace.read(bytes.toByteArray()));
    }

    static Figures figures(String contestant, long... steps) {
        Contestant policy = Contestants.named(contestant);
        Requests requests = requests(steps);
        return policy.figures(requests, policy.volume(requests));
    }
}
