package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import java.nio.file.Path;

/** Weights of Keras. */
final class Keras {
    private Keras() {}

    public static void main(String[] arguments) throws Exception {
        // tag::edit[]
        try (ContainerFile file = ContainerFile.open(Path.of("keras-like.weights.h5"))) {
            for (Entry entry : file.root().listRecursively()) {
                System.out.println(entry.path());
            }
            Dataset weights = file.dataset("/layers/dense/vars/0");
            float[][] values = weights.read(float[][].class);
            for (float[] row : values) {
                for (int i = 0; i < row.length; i++) {
                    row[i] *= 0.5f;
                }
            }
            weights.write(values);
            file.delete("/optimizer"); // not needed to predict
        }
        // end::edit[]
    }
}
