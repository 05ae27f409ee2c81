package moirai.sources;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.directed.program.Origin;
import moirai.directed.program.TxnType;
import moirai.sources.diagnostic.Diagnostics;

/**
 * The transactions that only call another one, which stands in another file, once: they do nothing that the other does
 * not do, since its arguments may be any. They are known by the places of their statements.
 */
record Callers(List<TxnType> txns, List<TxnSource> sources, List<TxnMethod> methods) {

    static Callers of(List<TxnType> txns, List<TxnSource> sources, List<TxnMethod> methods) {
        return new Callers(txns, sources, methods);
    }

    /** Removes them from both lists, and what is said of them alone. */
    void remove(Diagnostics diagnostics) {
        Set<String> callers = txns.stream()
                .filter(txn -> !isInFile(txn) && txns.stream().anyMatch(other -> isInFile(other) && isSame(txn, other)))
                .map(TxnType::name)
                .collect(Collectors.toSet());
        txns.removeIf(txn -> callers.contains(txn.name()));
        sources.removeIf(source -> callers.contains(source.txn()));
        diagnostics.retain(diagnostics.all().stream()
                .filter(found -> found.txns().isEmpty() || !callers.containsAll(found.txns()))
                .toList());
    }

    private static boolean isSame(TxnType txn, TxnType other) {
        return places(txn).equals(places(other));
    }

    private static List<Optional<Origin>> places(TxnType txn) {
        return txn.steps().stream().map(step -> txn.origin(step.label())).toList();
    }

    /** Returns whether all statements of a transaction stand in the file of its method. */
    private boolean isInFile(TxnType txn) {
        String file = methods.stream()
                .filter(method -> method.name(methods).equals(txn.name()))
                .map(method -> method.type().file())
                .findFirst()
                .orElse("");
        return places(txn).stream()
                .allMatch(place -> place.filter(at -> at.file().equals(file)).isPresent());
    }
}
