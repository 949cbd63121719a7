package dev.fallow.fuzz;

import java.io.IOException;

/** placeholder */
final class GuidedCampaign {
    private GuidedCampaign() {}

    static void run() throws IOException {
        throw new IOException("not yet");
    }
}
