package dev.fallow.cli.look;

import dev.fallow.ContainerFile;
import dev.fallow.Reference;
import dev.fallow.cli.look.DiffCommand.Difference;
import dev.fallow.cli.look.DiffCommand.What;
import dev.fallow.cli.shell.IoConsumer;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.space.ColumnMemory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Pairs of references of two files. Two references are taken as equal until it is known which pairs of objects have the same path, which is
 * so when everything else has been compared.
 */
final class ReferencePairs implements ValueComparison.References {
    private final ObjectNames namesA;
    private final ObjectNames namesB;
    /** Pairs of objects that references lead to, and where one of the references is. */
    private final Map<Pair, Place> referred = new HashMap<>();

    private record Pair(long a, long b) {}

    private record Place(Reference a, Reference b, String path, String attribute) {}

    ReferencePairs(ContainerFile a, ContainerFile b) {
        namesA = new ObjectNames(a);
        namesB = new ObjectNames(b);
    }

    @Override
    public boolean same(Reference a, Reference b, String path, String attribute) {
        if (a.getClass() != b.getClass() || !Objects.equals(a.file(), b.file())) {
            return false;
        }
        boolean same = true;
        if (a instanceof Reference.ToRegion region) {
            same = region.selection().equals(((Reference.ToRegion) b).selection());
        } else if (a instanceof Reference.ToAttribute named) {
            same = named.name().equals(((Reference.ToAttribute) b).name());
        }
        referred.putIfAbsent(new Pair(a.address(), b.address()), new Place(a, b, path, attribute));
        return same;
    }

    @Override
    public String textOfA(Reference reference) {
        return namesA.text(reference);
    }

    @Override
    public String textOfB(Reference reference) {
        return namesB.text(reference);
    }

    /** Visits the references to objects with different paths, one for each pair of objects. */
    void forEachDifferent(ColumnMemory.PairSet samePath, IoConsumer<Difference> visitor) throws IOException {
        for (Map.Entry<Pair, Place> each : referred.entrySet()) {
            if (!samePath.contains(each.getKey().a, each.getKey().b)) {
                Place at = each.getValue();
                String a = ValueComparison.shortened(textOfA(at.a));
                String b = ValueComparison.shortened(textOfB(at.b));
                visitor.accept(new Difference(What.REFERENCE, at.path, at.attribute, a, b, 0, 0));
            }
        }
    }
}
