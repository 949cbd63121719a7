package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;

/**
 * The paths of compared objects in both files: those of the first file begin with the path of the object that is compared there, which
 * another one replaces in the second file.
 */
record PathsInBoth(ContainerFile a, ContainerFile b, String startA, String startB) implements ValueComparison.Paths {
    @Override
    public Dataset ofA(Dataset dataset, String path) {
        return found(a, path, dataset);
    }

    @Override
    public Dataset ofB(Dataset dataset, String path) {
        String rest = path.substring(startA.length());
        boolean joined = rest.isEmpty() || rest.startsWith("/") || startB.endsWith("/");
        return found(b, joined ? startB + rest : startB + "/" + rest, dataset);
    }

    private static Dataset found(ContainerFile file, String path, Dataset dataset) {
        try {
            boolean same = file.exists(path) && file.root().get(path).address() == dataset.address();
            return same ? file.dataset(path) : dataset;
        } catch (ContainerException e) {
            return dataset; // the failure that is to be named is another one
        }
    }
}
