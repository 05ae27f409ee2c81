package moirai.runs.prediction;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.proof.Unreachable;
import moirai.directed.search.Levels;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;
import moirai.sources.signs.Signs;

/** A translation, and the bounds within which each of its statements runs if there are such bounds. */
public record FittedSources(Translation translation, Bounds bounds) {

    /**
     * Raises the bounds that nobody named until every statement runs. A statement that never does is reported as a
     * loss, since an analysis says nothing about it.
     *
     * @param levels of the transactions
     */
    public static FittedSources of(Translation translation, Levels levels, RaisedBounds asked) {
        Program program = translation.program();
        Bounds chosen = asked.chosen();
        if (!beyond(program, chosen).isEmpty()) {
            chosen = asked.larger(chosen).stream()
                    .filter(larger -> beyond(program, larger).isEmpty())
                    .findFirst()
                    .orElse(chosen);
        }
        List<Unreachable> unreachable = Unreachable.of(program, names(program), levels, chosen);
        for (Bounds larger : asked.larger(chosen)) {
            if (unreachable.isEmpty()) {
                break;
            }
            Set<String> left =
                    unreachable.stream().map(found -> found.txn().name()).collect(Collectors.toSet());
            List<Unreachable> ofLarger = Unreachable.of(program, left, levels, larger);
            if (ofLarger.size() < unreachable.size()) {
                unreachable = ofLarger;
                chosen = larger;
            }
        }
        return of(translation, unreachable, chosen);
    }

    private static List<Diagnostic> beyond(Program program, Bounds bounds) {
        return Signs.beyond(program.txns(), bounds.rows(), (1 << bounds.bits()) - 1);
    }

    private static Set<String> names(Program program) {
        return program.txns().stream().map(TxnType::name).collect(Collectors.toSet());
    }

    private static FittedSources of(Translation translation, List<Unreachable> unreachable, Bounds chosen) {
        Program program = translation.program();
        Stream<Diagnostic> losses = Stream.concat(
                unreachable.stream().map(found -> loss(program, found, chosen)), beyond(program, chosen).stream());
        List<Diagnostic> all = Stream.concat(translation.diagnostics().stream(), losses)
                .sorted()
                .distinct()
                .toList();
        return new FittedSources(new Translation(program, all).forRows(chosen.rows()), chosen);
    }

    private static Diagnostic loss(Program program, Unreachable found, Bounds bounds) {
        TxnType txn = found.txn();
        return new Diagnostic(
                txn.origin(found.statement().label()).orElseGet(() -> new Origin(program.name(), 1)),
                Diagnostic.Kind.LOSS,
                (found.isAlways()
                                ? "the condition of a statement of " + txn.name() + " always holds within "
                                : "a statement of " + txn.name() + " meets no row within ")
                        + bounds.dataText(program.numbers()),
                "what is beyond is not looked at; larger --rows, --bits or --loops may reach it",
                Diagnostic.OF_NONE);
    }
}
