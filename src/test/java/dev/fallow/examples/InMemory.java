package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.OpenOptions;

/** A file that is an array of bytes. */
final class InMemory {
    private InMemory() {}

    public static void main(String[] arguments) throws Exception {
        // tag::memory[]
        byte[] content;
        try (ContainerFile made = ContainerFile.createInMemory(CreateOptions.defaults())) {
            made.root().createDataset("x", new int[] {1, 2, 3});
            made.flush(); // what is not committed is not in the bytes
            content = made.toByteArray(); // for a database, a test or a network
        }
        try (ContainerFile file =
                ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true))) {
            System.out.println(file.dataset("/x").read(int[].class)[2]);
        }
        // end::memory[]
    }
}
