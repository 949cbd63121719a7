package dev.fallow.internal.check;

import dev.fallow.ContainerException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.Severity;
import java.io.EOFException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Collects the findings of a check. The list is bounded; further findings are counted. */
final class Findings {
    private static final int MOST = 100_000;

    private final Set<Finding> all = new LinkedHashSet<>();
    private long omitted;
    private long errors;

    /** A part of the check. Its failure becomes a finding, and the check continues. */
    @FunctionalInterface
    interface Part {
        void run() throws IOException;
    }

    /** Runs a part, which begins at an address; returns whether it ended without an exception. */
    boolean attempt(StructureCheck.Family family, long address, PathNode path, Part part) throws IOException {
        try {
            part.run();
            return true;
        } catch (StructureCheck.Defect e) {
            add(e.code, e.address, path, e.getMessage());
        } catch (FormatException e) {
            add(family.field, e.address() < 0 ? address : e.address(), path, e.getMessage());
        } catch (EOFException e) {
            String problem = "expected a structure at address %d, found the end of the file".formatted(address);
            add(family.range, address, path, problem);
        } catch (UnsupportedFeatureException e) {
            add(FindingCode.UNCHECKED, address, path, e.getMessage());
        } catch (ContainerException e) {
            add(family.field, address, path, e.getMessage());
        }
        return false;
    }

    /** Adds a finding; the same one is added once. */
    void add(FindingCode code, long address, PathNode path, String sentence) {
        Finding finding = new Finding(code, address, Optional.ofNullable(path).map(PathNode::full), sentence);
        if (all.contains(finding)) {
            return;
        }
        errors += code.severity() == Severity.ERROR ? 1 : 0;
        if (all.size() < MOST) {
            all.add(finding);
        } else {
            omitted++;
        }
    }

    /** The findings in the order in which they were added. */
    List<Finding> all() {
        return List.copyOf(all);
    }

    /** The number of findings beyond the bound of the list. */
    long omitted() {
        return omitted;
    }

    /** Whether there is a finding of severity ERROR. */
    boolean hasErrors() {
        return errors > 0;
    }
}
