package moirai.directed.levels;

import static moirai.directed.levels.Axiom.*;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.specification.Rule;
import moirai.directed.specification.Specification;
import moirai.directed.specification.Unit;
import moirai.directed.specification.Universe;
import moirai.history.level.IsolationLevel;
import moirai.history.level.LevelNames;

/*
 * Levels of the lattice are promises to whole transactions. Six of CLOTHO's ten levels are of that kind. The other
 * four, EC, CV, CC and RR, let others see a transaction's statements one by one, which is less than any isolation
 * level, read uncommitted included, asks for. So each is the level of the lattice to which it comes nearest, with those
 * axioms taken away; what a user changes axiom by axiom is of the same kind.
 */

/**
 * A set of promises to the statements of a transaction: the axioms of an isolation level, or some of them changed.
 *
 * <p>All sets that have names here let a transaction see its own writes. Parallel snapshot isolation is the usual,
 * transitive one; Nagar and Jagannathan's has {@link Axiom#NO_BLIND_CONFLICT} alone.
 *
 * @param name as users write it: one of CLOTHO's names, perhaps with changes as in {@code PSI:without-transitive}
 * @param level the isolation level of which these are the axioms, but for what was changed
 * @param axioms what is promised
 * @param own what is promised beside that, of which some axioms may follow; {@link Specification#NONE} if nothing is
 */
public record Promises(String name, IsolationLevel level, Set<Axiom> axioms, Specification own) {

    private static final Map<IsolationLevel, Set<Axiom>> AXIOMS = new EnumMap<>(IsolationLevel.class);

    static {
        Set<Axiom> committed = Set.of(READ_YOUR_WRITES, ATOMIC_WRITES, CONTIGUOUS, ATOMIC_STATEMENTS, REMADE_ROWS);
        Set<Axiom> atomic = with(committed, STABLE_READS);
        AXIOMS.put(IsolationLevel.READ_COMMITTED, committed);
        AXIOMS.put(IsolationLevel.READ_ATOMIC, atomic);
        AXIOMS.put(IsolationLevel.CAUSAL, with(atomic, TRANSITIVE));
        AXIOMS.put(IsolationLevel.PREFIX, with(atomic, TRANSITIVE, Axiom.PREFIX));
        AXIOMS.put(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, with(atomic, TRANSITIVE, NO_BLIND_CONFLICT));
        AXIOMS.put(
                IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
                with(atomic, TRANSITIVE, Axiom.PREFIX, NO_BLIND_CONFLICT));
        AXIOMS.put(IsolationLevel.STRONG_SESSION_SERIALIZABLE, with(atomic, ORDER_IS_SEEN));
    }

    public static final Promises EVENTUAL = part("EC", IsolationLevel.READ_COMMITTED, ATOMIC_WRITES, CONTIGUOUS);
    public static final Promises CAUSAL_VISIBILITY =
            part("CV", IsolationLevel.CAUSAL, ATOMIC_WRITES, STABLE_READS, CONTIGUOUS);

    /**
     * The promises of causal consistency, which differ from causal visibility only if reading one's own writes is
     * removed from that.
     */
    public static final Promises CAUSAL = part("CC", IsolationLevel.CAUSAL, ATOMIC_WRITES, STABLE_READS, CONTIGUOUS);

    public static final Promises READ_COMMITTED = part("RC", IsolationLevel.READ_COMMITTED);
    public static final Promises REPEATABLE_READ = part("RR", IsolationLevel.READ_ATOMIC, ATOMIC_WRITES);
    public static final Promises READ_ATOMIC = part("RA", IsolationLevel.READ_ATOMIC);
    public static final Promises PREFIX_CONSISTENT = part("PC", IsolationLevel.PREFIX);
    public static final Promises PARALLEL_SNAPSHOT = part("PSI", IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION);
    public static final Promises SNAPSHOT = part("SI", IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);
    public static final Promises SERIALIZABLE = part("SER", IsolationLevel.STRONG_SESSION_SERIALIZABLE);

    private static final List<Promises> THEORY = List.of(
            EVENTUAL,
            CAUSAL_VISIBILITY,
            CAUSAL,
            READ_COMMITTED,
            REPEATABLE_READ,
            READ_ATOMIC,
            PREFIX_CONSISTENT,
            PARALLEL_SNAPSHOT,
            SNAPSHOT,
            SERIALIZABLE);

    private static final Set<Axiom> BY_ROWS =
            Set.of(READ_YOUR_WRITES, ATOMIC_WRITES, CONTIGUOUS, Axiom.PREFIX, ROW_LOCKS, UNIQUE_KEYS);

    /** The levels as products have them, weaker ones before stronger ones. */
    private static final List<Promises> PRODUCTS = List.of(
            new Promises("postgres-rc", IsolationLevel.READ_COMMITTED, with(BY_ROWS, TRANSITIVE, SHARED_CHOICE)),
            new Promises("mysql-rc", IsolationLevel.READ_COMMITTED, with(BY_ROWS, TRANSITIVE, REMADE_ROWS)),
            new Promises(
                    "mysql-rr",
                    IsolationLevel.READ_COMMITTED,
                    with(BY_ROWS, STABLE_SELECTS, ATOMIC_STATEMENTS, REMADE_ROWS)),
            new Promises("postgres-rr", SNAPSHOT.level, with(SNAPSHOT.axioms, ROW_LOCKS, UNIQUE_KEYS)),
            new Promises("postgres-ser", SERIALIZABLE.level, with(SNAPSHOT.axioms, ROW_LOCKS, UNIQUE_KEYS, NO_CYCLES)),
            new Promises("mysql-ser", SERIALIZABLE.level, with(SERIALIZABLE.axioms, ROW_LOCKS, UNIQUE_KEYS)));

    /** The names of CLOTHO, then those of products, each with weaker levels before stronger ones. */
    public static final LevelNames<Promises> NAMES = new LevelNames<>(
            "a level that can be promised",
            Stream.concat(THEORY.stream(), PRODUCTS.stream())
                    .map(promises -> LevelNames.name(promises.name, promises))
                    .toList(),
            Map.of());

    private static final String WITHOUT = "without-";

    /** The words between the name of a level of the user's own and the rest of its text. */
    private static final String OWN = ": level of ";

    /** The promises about rows, which a level of the user's own may add to its axioms. */
    private static final List<Axiom> OF_ROWS = List.of(ROW_LOCKS, UNIQUE_KEYS);

    /** Creates promises without axioms of the user's own. */
    public Promises(String name, IsolationLevel level, Set<Axiom> axioms) {
        this(name, level, axioms, Specification.NONE);
    }

    /** Copies the set, in the order of the axioms. */
    public Promises {
        var ordered = EnumSet.noneOf(Axiom.class);
        ordered.addAll(axioms);
        axioms = Collections.unmodifiableSet(ordered);
    }

    private static Set<Axiom> with(Set<Axiom> axioms, Axiom... more) {
        var all = EnumSet.copyOf(axioms);
        all.addAll(List.of(more));
        return all;
    }

    private static Promises part(String name, IsolationLevel level, Axiom... fewer) {
        var left = EnumSet.copyOf(of(level));
        left.removeAll(List.of(fewer));
        return new Promises(name, level, left);
    }

    /**
     * Returns the axioms of an isolation level.
     *
     * @throws IllegalArgumentException if they are not known
     */
    private static Set<Axiom> of(IsolationLevel level) {
        if (!AXIOMS.containsKey(level)) {
            throw new IllegalArgumentException(level + " has no axioms on statements");
        }
        return AXIOMS.getOrDefault(level, Set.of());
    }

    /**
     * Parses one of the names, perhaps changed promise by promise: {@code EC:prefix:no-blind-conflict}, {@code
     * PSI:without-transitive}. Or a {@link #text} of a level of the user's own.
     *
     * @throws IllegalArgumentException saying what is expected
     */
    public static Promises parse(String text) {
        int end = text.lastIndexOf(OWN);
        if (end >= 0) {
            return of(text.substring(0, end), text.substring(end + OWN.indexOf(' ') + 1));
        }
        String[] parts = text.strip().split(":", -1);
        Promises named = NAMES.parse(parts[0]);
        if (parts.length == 1) {
            return named;
        }
        Set<Axiom> changed = EnumSet.copyOf(named.axioms);
        for (String part : Arrays.asList(parts).subList(1, parts.length)) {
            if (part.startsWith(WITHOUT)) {
                changed.remove(axiom(part.substring(WITHOUT.length()), text));
            } else {
                changed.add(axiom(part, text));
            }
        }
        return new Promises(text.strip(), named.level, changed);
    }

    /**
     * Returns a level of the user's own, with all named promises that follow from its axioms.
     *
     * @param name for people
     * @param text a {@link Specification}
     * @throws IllegalArgumentException naming line and column if the text is none
     */
    public static Promises of(String name, String text) {
        Specification own =
                Specification.parse(text, OF_ROWS.stream().map(Promises::word).toList());
        Promises least = own.unit() == Unit.TRANSACTIONS ? READ_ATOMIC : EVENTUAL;
        Set<Axiom> promised = EnumSet.copyOf(least.axioms);
        promised.addAll(AxiomRules.following(own));
        OF_ROWS.stream().filter(axiom -> own.promises().contains(word(axiom))).forEach(promised::add);
        return new Promises(name, least.level, promised, own);
    }

    /** Returns the text from which these promises can be parsed: the name, or the name and the specification. */
    public String text() {
        return own.exists() ? name + ": " + own.text() : name;
    }

    private static Axiom axiom(String text, String level) {
        return Arrays.stream(Axiom.values())
                .filter(candidate -> word(candidate).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + level.strip() + "': '" + text
                        + "' is no promise: expected "
                        + Arrays.stream(Axiom.values()).map(Promises::word).collect(Collectors.joining(", "))
                        + ", or one of them after " + WITHOUT));
    }

    private static String word(Axiom axiom) {
        return axiom.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the ten sets of the theory, weaker ones before stronger ones. */
    public static List<Promises> all() {
        return THEORY;
    }

    /**
     * Returns the levels beside which this one stands, weaker ones before stronger ones: those of the same product, or
     * the ten of the theory.
     */
    public List<Promises> family() {
        List<Promises> same = PRODUCTS.stream()
                .filter(other -> PRODUCTS.contains(this) && other.product().equals(product()))
                .toList();
        return same.isEmpty() ? THEORY : same;
    }

    private String product() {
        return name.split("-", 2)[0];
    }

    /** Decides whether this axiom is promised. */
    public boolean has(Axiom axiom) {
        return axioms.contains(axiom);
    }

    /**
     * Decides whether transactions are seen and ordered as a whole, so that an analysis of whole transactions loses
     * nothing.
     */
    public boolean hasWholeTxns() {
        return axioms.containsAll(of(IsolationLevel.READ_ATOMIC));
    }

    /**
     * Decides whether the other set promises all that this one does. The promise to see everything before includes
     * three promises.
     */
    public boolean isAtMost(Promises other) {
        return other.atLeast(axioms)
                && (own.equals(other.own)
                        || own.rules().stream()
                                .allMatch(rule -> Universe.follows(own.unit(), rule, other.rules(own.unit()))));
    }

    private List<Rule> rules(Unit unit) {
        if (unit == Unit.TRANSACTIONS && !hasWholeTxns()) {
            return List.of();
        }
        Stream<Rule> owned = own.unit() == unit ? own.rules().stream() : Stream.of();
        return Stream.concat(AxiomRules.of(unit, axioms).stream(), owned).toList();
    }

    /**
     * Decides whether transactions of this level alone have all that an isolation level promises whose axioms are
     * known.
     */
    public boolean includes(IsolationLevel weaker) {
        return AXIOMS.containsKey(weaker) && amongPeers().atLeast(of(weaker));
    }

    /** Returns what is promised if all transactions have these promises. */
    public Promises amongPeers() {
        return has(NO_CYCLES) ? new Promises(name, level, with(axioms, ORDER_IS_SEEN), own) : this;
    }

    private boolean atLeast(Set<Axiom> fewer) {
        Set<Axiom> all = EnumSet.copyOf(axioms);
        if (has(STABLE_READS)) {
            all.add(STABLE_SELECTS);
        }
        if (has(ATOMIC_STATEMENTS)) {
            all.add(SHARED_CHOICE);
        }
        if (has(ORDER_IS_SEEN)) {
            all.addAll(Set.of(TRANSITIVE, Axiom.PREFIX, NO_BLIND_CONFLICT, ROW_LOCKS, NO_CYCLES));
        }
        return all.containsAll(fewer);
    }
}
