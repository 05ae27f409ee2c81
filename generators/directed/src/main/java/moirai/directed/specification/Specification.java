package moirai.directed.specification;

import java.util.List;
import java.util.Set;

/**
 * A level of the user's own.
 *
 * <p>Parallel snapshot isolation, for example:
 *
 * <pre>
 * level of transactions                                     # each is seen whole, and sees one snapshot
 * forall a, b, c: vis(a, b) and vis(b, c) =&gt; vis(a, c)
 * forall a, b: ww(a, b) =&gt; vis(a, b)
 * </pre>
 *
 * <p>The grammar, with {@code #} for a comment up to the end of the line:
 *
 * <pre>
 * level      = "level" "of" ("transactions" | "statements") ["with" promise {"," promise}] {axiom}
 * axiom      = "forall" name {"," name} ["to" name] ":" or "=&gt;" edge
 * or         = and {"or" and}
 * and        = not {"and" not}
 * not        = "not" not | "(" or ")" | ("vis" | "ar" | "ww" | "wr" | "rw" | "same" | "so") "(" name "," name ")"
 * edge       = ("vis" | "ar") "(" name "," name ")"
 * </pre>
 *
 * <p>An axiom is promised to the transaction to which its last edge leads, or to that of the name after {@code to}.
 *
 * @param promises the words after {@code with}
 * @param text the whole text in one line, without comments
 */
public record Specification(Unit unit, Set<String> promises, List<Rule> rules, String text) {

    /** The specification that says nothing. */
    public static final Specification NONE = new Specification(Unit.STATEMENTS, Set.of(), List.of(), "");

    public Specification {
        promises = Set.copyOf(promises);
        rules = List.copyOf(rules);
    }

    /**
     * Parses a text, and checks that each serial execution keeps its axioms.
     *
     * @param promises the words that may stand after {@code with}, in the order in which messages name them
     * @throws SpecificationException naming the place, what stands there and what is expected
     */
    public static Specification parse(String text, List<String> promises) {
        return new SpecificationParser(text, promises).specification();
    }

    /** Returns whether it is the specification of a level. */
    public boolean exists() {
        return !text.isEmpty();
    }
}
