package moirai.analysis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.durability.WriteKind;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * The properties that make a reader take two anomalies for the same: the class, the kinds of edges around the cycle,
 * the pattern that they make, the kinds of ops that show them, and the level that the database was asked for. Keys,
 * elements, sessions, times and the transaction at which one begins to read a cycle are left out.
 *
 * @param edges the kinds of edges, at the least of all rotations; of a long cycle their number; empty if it is none
 * @param pattern the name of the cycle as a whole; empty if it has none
 * @param model what the keys hold. With the kinds of edges it says which ops show them: an rw edge on lists is a read
 *    of a list and an append to it
 * @param isolation the level that the database was asked for
 */
public record AnomalyShape(Phenomenon phenomenon, String edges, String pattern, DataModel model, String isolation) {

    /** Longer cycles are told apart by their length alone. */
    private static final int NAMED_EDGES_MAX = 8;

    private static final int HASH_DIGITS = 4;

    /** Returns the shape of an anomaly of this history. O(edges²). */
    public static AnomalyShape of(History history, Anomaly anomaly) {
        String edges = "";
        String pattern = "";
        if (anomaly instanceof Anomaly.Cycle cycle) {
            edges = edges(cycle.dependencies());
            pattern = cycle.pattern().map(CyclePattern::words).orElse("");
        }
        return new AnomalyShape(
                anomaly.phenomenon(),
                edges,
                pattern,
                history.dataModel(),
                history.header().isolation());
    }

    private static String edges(List<Dependency> dependencies) {
        List<String> labels = dependencies.stream().map(Dependency::label).toList();
        return labels.size() > NAMED_EDGES_MAX ? labels.size() + "-edges" : leastRotation(labels);
    }

    private static String leastRotation(List<String> labels) {
        String least = String.join("-", labels);
        for (int first = 1; first < labels.size(); first++) {
            String rotated = Stream.concat(
                            labels.subList(first, labels.size()).stream(), labels.subList(0, first).stream())
                    .collect(Collectors.joining("-"));
            least = rotated.compareTo(least) < 0 ? rotated : least;
        }
        return least;
    }

    /** Returns the class and the edges, {@code G-single-rw-wr}; the class alone if the shape is no cycle. */
    public String name() {
        return phenomenon.label() + (edges.isEmpty() ? "" : "-" + edges);
    }

    /**
     * Returns the name by which the shape is recognised in other runs, in reports, files and on terminals: {@code
     * 9c1e-G-single-rw-wr}, a hash of all components followed by {@link #name}.
     */
    public String fingerprint() {
        return hash(phenomenon.label(), edges, pattern, model.plural(), isolation) + "-" + name();
    }

    /**
     * Returns the fingerprint of lost acknowledged writes to the keys of this history, {@code 5b0a-lost-append}: a hash
     * of what the keys hold and of the level that the database was asked for, followed by the name. No level speaks of
     * them.
     */
    public static String fingerprintOfLoss(History history) {
        String name = WriteKind.of(history).lostLabel();
        return hash(name, history.dataModel().plural(), history.header().isolation()) + "-" + name;
    }

    private static String hash(String... parts) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
