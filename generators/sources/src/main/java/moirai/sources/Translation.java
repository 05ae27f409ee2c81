package moirai.sources;

import java.util.Collection;
import java.util.List;
import moirai.directed.program.Program;
import moirai.sources.diagnostic.Diagnostic;

/**
 * An abstract program, and the places where it differs from the source.
 *
 * @param diagnostics by file and line
 */
public record Translation(Program program, List<Diagnostic> diagnostics) {

    public Translation {
        diagnostics = List.copyOf(diagnostics);
    }

    /**
     * Returns whether the program does all that the source does, up to bounds. A program that was only seen running is
     * never exact: what holds of it holds of the source for the ways that were found.
     */
    public boolean isExact() {
        return isExactAsSeen() && !isSeen();
    }

    /** Returns whether the program does the same as the code that was read or seen, up to bounds. */
    public boolean isExactAsSeen() {
        return diagnostics.stream().noneMatch(Diagnostic::isLoss);
    }

    /** Returns whether an execution of these transactions is one of the source as well. */
    public boolean isExactFor(Collection<String> txns) {
        return diagnostics.stream().noneMatch(diagnostic -> diagnostic.touches(txns));
    }

    /** Returns whether the source was seen running, and not read: it may have more ways than those that were found. */
    public boolean isSeen() {
        return has(Diagnostic.Kind.SEEN);
    }

    /** Returns how many methods are transactions of the source and not of the program. */
    public int leftOut() {
        return (int) diagnostics.stream()
                .filter(diagnostic -> diagnostic.kind() == Diagnostic.Kind.LEFT_OUT)
                .count();
    }

    private boolean has(Diagnostic.Kind kind) {
        return diagnostics.stream().anyMatch(diagnostic -> diagnostic.kind() == kind);
    }

    /** Returns the translation for tables of so many rows. A sum that leaves some of them out is a loss. */
    public Translation forRows(int rows) {
        return rows <= Diagnostic.SUMMED_ROWS
                ? this
                : new Translation(
                        program,
                        diagnostics.stream()
                                .map(found -> found.what().equals(Diagnostic.SUM_OVER_ROWS)
                                        ? new Diagnostic(
                                                found.origin(),
                                                Diagnostic.Kind.LOSS,
                                                found.what(),
                                                found.taken(),
                                                found.txns())
                                        : found)
                                .toList());
    }
}
