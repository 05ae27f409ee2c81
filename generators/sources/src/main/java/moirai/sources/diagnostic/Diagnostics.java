package moirai.sources.diagnostic;

import java.util.List;
import java.util.TreeSet;
import moirai.directed.program.Origin;

/** Collects diagnostics, each once. */
public final class Diagnostics {

    private final TreeSet<Diagnostic> all = new TreeSet<>();

    /** Makes an empty collection. */
    public Diagnostics() {}

    /** Adds an error: the source has to be corrected. */
    public void error(Origin origin, String what, String accepted) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.ERROR, what, accepted));
    }

    /** Adds a loss: the program has something else in place of the source's code. */
    public void loss(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.LOSS, what, taken));
    }

    /** Adds a diagnostic for code that was replaced by something that allows more. */
    public void more(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.MORE, what, taken));
    }

    /** Adds a diagnostic for code that means what it is taken for only if its callers do their part. */
    public void assumed(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.ASSUMED, what, taken));
    }

    /** Adds a diagnostic for code that is followed up to a bound. */
    public void bound(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.BOUND, what, taken));
    }

    /** Adds a diagnostic for code that is known as far as runs showed it. */
    public void seen(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.SEEN, what, taken));
    }

    /** Returns all diagnostics, by file and line. */
    public List<Diagnostic> all() {
        return List.copyOf(all);
    }
}
