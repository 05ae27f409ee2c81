package moirai.runs.cases;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.history.History;

/*
 * What is hashed: the claim, the level that is broken and the one that was asked for, the product, the kinds of edges
 * around the cycle with the kinds of ops of each transaction on it, and those of the transactions beside it. A cycle
 * has no first transaction, so of all rotations the least is taken; keys, elements, sessions and times are left out. So
 * the same failure, found again by other transactions, has the same fingerprint, and another product another one.
 */
/**
 * The identity of a case, by which it is recognised when it is found again: a descriptive name, and a hash of all that
 * distinguishes it.
 *
 * @param hash eight hexadecimal digits
 * @param name the claim and the kinds of edges: {@code G2-item-rw-rw}
 */
public record Fingerprint(String hash, String name) {

    private static final int HASH_DIGITS = 8;

    /** The maximal number of edges in a name; longer cycles are told apart by the hash alone. */
    private static final int NAMED_EDGES_MAX = 6;

    /** Returns the fingerprint of a case. Costs O(transactions² + ops), and a check of the case's history. */
    static Fingerprint of(HistoryCase found) {
        History history = found.history();
        List<Integer> cycle = List.of();
        List<Dependency> edges = List.of();
        if (found.claim().witness(history).orElse(null) instanceof Anomaly.Cycle witness) {
            cycle = witness.txns();
            edges = witness.dependencies();
        }
        List<String> circle = leastRotation(history, cycle, edges);
        List<Integer> onCycle = cycle;
        Stream<String> beside = IntStream.range(0, history.txnCount())
                .filter(txn -> !onCycle.contains(txn))
                .mapToObj(txn -> kinds(history, txn))
                .sorted();
        String level = switch (found.claim()) {
            case Claim.Forbidden forbidden -> forbidden.level().label();
            case Claim.Lost lost -> found.header().expect();
        };
        return of(
                name(found.claim(), circle),
                Stream.concat(
                        Stream.of(
                                found.claim().label(),
                                level,
                                found.header().isolation(),
                                found.origin().product()),
                        Stream.concat(circle.stream(), beside)));
    }

    /** Returns the fingerprint of a failure that these texts identify. */
    public static Fingerprint of(String name, Stream<String> parts) {
        return new Fingerprint(hash(parts.collect(Collectors.joining("\n"))), name);
    }

    private static String name(Claim.OfHistory claim, List<String> circle) {
        return circle.isEmpty() || circle.size() > NAMED_EDGES_MAX
                ? claim.label()
                : claim.label() + "-"
                        + circle.stream()
                                .map(edge -> edge.substring(edge.indexOf(' ') + 1))
                                .collect(Collectors.joining("-"));
    }

    /** Returns for each transaction of a cycle the kinds of its ops, a blank, and the kind of the edge to the next. */
    private static List<String> leastRotation(History history, List<Integer> cycle, List<Dependency> edges) {
        var circle = new ArrayList<String>();
        for (int i = 0; i < cycle.size(); i++) {
            circle.add(kinds(history, cycle.get(i)) + " " + edges.get(i).label());
        }
        List<String> least = List.copyOf(circle);
        for (int i = 1; i < circle.size(); i++) {
            List<String> rotated = Stream.concat(
                            circle.subList(i, circle.size()).stream(), circle.subList(0, i).stream())
                    .toList();
            if (String.join("\n", rotated).compareTo(String.join("\n", least)) < 0) {
                least = rotated;
            }
        }
        return least;
    }

    /** Returns the kinds of a transaction's ops in any order, as letters of history notation, and its outcome. */
    private static String kinds(History history, int txn) {
        String ops = IntStream.range(history.firstOp(txn), history.endOp(txn))
                .mapToObj(op -> history.op(op).toString().substring(0, 1))
                .sorted()
                .collect(Collectors.joining());
        return history.outcome(txn).mayHaveTakenEffect()
                ? ops + (history.outcome(txn).isIndeterminate() ? "?" : "")
                : ops + "!";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Returns the name of the case's folder, such as {@code 9c1e4f03-G2-item-rw-rw}. */
    @Override
    public String toString() {
        return hash + "-" + name;
    }
}
