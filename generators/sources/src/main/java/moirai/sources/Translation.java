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

    /** Whether the program does the same as the source, up to bounds. */
    public boolean isExact() {
        return diagnostics.stream().noneMatch(diagnostic -> diagnostic.kind() == Diagnostic.Kind.LOSS);
    }
}
