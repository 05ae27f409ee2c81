package moirai.sources;

import java.util.List;
import moirai.directed.program.Program;
import moirai.sources.diagnostic.Diagnostic;

/**
 * An abstract program, and where it says something else than the source.
 *
 * @param diagnostics by file and line
 */
public record Translation(Program program, List<Diagnostic> diagnostics) {

    /** Copies the list. */
    public Translation {
        diagnostics = List.copyOf(diagnostics);
    }

    /** Whether the program does all that the source does, up to bounds: what it cannot do, the source cannot. */
    public boolean isExact() {
        return diagnostics.stream().noneMatch(diagnostic -> diagnostic.kind() == Diagnostic.Kind.LOSS);
    }

    /** The same for tables of so many rows: a sum that leaves some of them out is a loss. */
    public Translation forRows(int rows) {
        return rows <= Diagnostic.SUMMED_ROWS
                ? this
                : new Translation(
                        program,
                        diagnostics.stream()
                                .map(found -> found.what().equals(Diagnostic.SUM_OVER_ROWS)
                                        ? new Diagnostic(
                                                found.origin(), Diagnostic.Kind.LOSS, found.what(), found.taken())
                                        : found)
                                .toList());
    }
}
