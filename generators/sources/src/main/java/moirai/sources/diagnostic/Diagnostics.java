package moirai.sources.diagnostic;

import java.util.List;
import java.util.TreeSet;
import moirai.directed.program.Origin;

/** Collects diagnostics, each once. */
public final class Diagnostics {

    private final TreeSet<Diagnostic> all = new TreeSet<>();

    /** No diagnostics yet. */
    public Diagnostics() {}

    /** The source has to be mended. */
    public void error(Origin origin, String what, String accepted) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.ERROR, what, accepted));
    }

    /** Something is taken for something else. */
    public void loss(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.LOSS, what, taken));
    }

    /** Something is taken for something that allows more. */
    public void more(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.MORE, what, taken));
    }

    /** Something is looked at up to a bound. */
    public void bound(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.BOUND, what, taken));
    }

    /** Something is known as far as it was seen. */
    public void seen(Origin origin, String what, String taken) {
        all.add(new Diagnostic(origin, Diagnostic.Kind.SEEN, what, taken));
    }

    /** All, by file and line. */
    public List<Diagnostic> all() {
        return List.copyOf(all);
    }
}
