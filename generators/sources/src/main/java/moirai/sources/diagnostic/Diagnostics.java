package moirai.sources.diagnostic;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import moirai.directed.program.Origin;

/** Collects diagnostics, each once. */
public final class Diagnostics {

    private final TreeSet<Diagnostic> all = new TreeSet<>();

    private List<String> txns = List.of();

    /** Makes an empty collection. */
    public Diagnostics() {}

    /** Notes that what is added from now on is about these transactions; none for all. */
    public void about(List<String> names) {
        txns = List.copyOf(names);
    }

    private void add(Origin origin, Diagnostic.Kind kind, String what, String taken) {
        var found = new Diagnostic(origin, kind, what, taken, txns);
        Diagnostic known = all.ceiling(found);
        if (known == null || known.compareTo(found) != 0) {
            all.add(found);
        } else if (!known.txns().isEmpty()) {
            all.remove(known);
            List<String> both = txns.isEmpty()
                    ? txns
                    : Stream.concat(known.txns().stream(), txns.stream())
                            .distinct()
                            .toList();
            all.add(new Diagnostic(origin, kind, what, taken, both));
        }
    }

    /** Adds an error: the source has to be corrected. */
    public void error(Origin origin, String what, String accepted) {
        add(origin, Diagnostic.Kind.ERROR, what, accepted);
    }

    /** Adds a loss: the program has something else in place of the source's code. */
    public void loss(Origin origin, String what, String taken) {
        add(origin, Diagnostic.Kind.LOSS, what, taken);
    }

    /** Adds a diagnostic for a method that is no transaction of the program, since it cannot be taken over. */
    public void leftOut(Origin origin, String what, String why) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.LEFT_OUT, what, why));
    }

    /** Removes the errors, and returns them by file and line. */
    public List<Diagnostic> takeErrors() {
        List<Diagnostic> errors = all.stream()
                .filter(found -> found.kind() == Diagnostic.Kind.ERROR)
                .toList();
        errors.forEach(all::remove);
        return errors;
    }

    /** Goes back to these. */
    public void retain(List<Diagnostic> kept) {
        all.clear();
        all.addAll(kept);
    }

    /** Adds a diagnostic for code that was replaced by something that allows more. */
    public void more(Origin origin, String what, String taken) {
        add(origin, Diagnostic.Kind.MORE, what, taken);
    }

    /** Adds a diagnostic for code that means what it is taken for only if its callers do their part. */
    public void assumed(Origin origin, String what, String taken) {
        add(origin, Diagnostic.Kind.ASSUMED, what, taken);
    }

    /** Adds a diagnostic for code that is followed up to a bound. */
    public void bound(Origin origin, String what, String taken) {
        add(origin, Diagnostic.Kind.BOUND, what, taken);
    }

    /** Adds a diagnostic for code that is known as far as runs showed it. */
    public void seen(Origin origin, String what, String taken) {
        add(origin, Diagnostic.Kind.SEEN, what, taken);
    }

    /** Returns all diagnostics, by file and line. */
    public List<Diagnostic> all() {
        return List.copyOf(all);
    }
}
