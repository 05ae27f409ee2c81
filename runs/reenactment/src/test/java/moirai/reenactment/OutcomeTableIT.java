package moirai.reenactment;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_READ_UNCOMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

/** Shows the outcomes of the textbook's anomalies, each at its strongest level, on real databases. */
class OutcomeTableIT {

    private static final List<ReplayTarget> TARGETS = List.of(
            new MockTarget(),
            Servers.h2(TRANSACTION_READ_UNCOMMITTED),
            Servers.h2(TRANSACTION_READ_COMMITTED),
            Servers.h2(TRANSACTION_REPEATABLE_READ),
            Servers.h2(TRANSACTION_SERIALIZABLE),
            Servers.postgresql(TRANSACTION_READ_COMMITTED),
            Servers.postgresql(TRANSACTION_REPEATABLE_READ),
            Servers.postgresql(TRANSACTION_SERIALIZABLE));

    /** The number of cases with each outcome, by the name of the anomaly and then by target. */
    private final Map<String, List<Map<String, Integer>>> outcomes = new LinkedHashMap<>();

    private void replay(String name, DirectedCase wanted) throws Exception {
        List<Map<String, Integer>> counts = outcomes.computeIfAbsent(name, unknown -> new ArrayList<>());
        for (int target = 0; target < TARGETS.size(); target++) {
            if (counts.size() == target) {
                counts.add(new TreeMap<>());
            }
            counts.get(target).merge(TARGETS.get(target).replay(wanted).label(), 1, Integer::sum);
        }
    }

    private String text() {
        int nameWidth =
                outcomes.keySet().stream().mapToInt(String::length).max().orElseThrow();
        int targetWidth = TARGETS.stream()
                .mapToInt(target -> target.describe().length())
                .max()
                .orElseThrow();
        var text = new StringBuilder();
        outcomes.forEach((name, counts) -> {
            for (int target = 0; target < TARGETS.size(); target++) {
                text.append(("%-" + nameWidth + "s | %-" + targetWidth + "s | %s%n")
                        .formatted(
                                target == 0 ? name : "",
                                TARGETS.get(target).describe(),
                                counts.get(target).entrySet().stream()
                                        .map(count -> count.getKey() + " " + count.getValue())
                                        .collect(Collectors.joining(", "))));
            }
        });
        return text.toString();
    }

    private Map<String, Integer> totals(int target) {
        var totals = new TreeMap<String, Integer>();
        outcomes.values()
                .forEach(counts ->
                        counts.get(target).forEach((label, count) -> totals.merge(label, count, Integer::sum)));
        return totals;
    }

    @Test
    void eachEngineAndLevelAllowsWhatItIsKnownToAllow() throws Exception {
        for (TextbookAnomaly anomaly : TextbookAnomaly.values()) {
            Set<String> known = new HashSet<>();
            for (Promises level : Promises.all().reversed()) {
                for (DirectedCase wanted : Cases.of(anomaly, level)) {
                    if (known.add(wanted.anomaly().key())) {
                        replay(anomaly.title(), wanted);
                    }
                }
            }
        }
        replay("lost payment of TPC-C", Cases.lostPayment());

        Golden.assertMatches("directed-outcomes.txt", text());
        assertThat(totals(7).keySet())
                .as("PostgreSQL at serializable shows no anomaly")
                .noneMatch(label -> label.startsWith("manifested"));
        assertThat(totals(0))
                .as("the mock store shows all")
                .isEqualTo(Map.of("manifested: cycle", 1, "manifested: final state", 6, "manifested: history", 10));
    }
}
