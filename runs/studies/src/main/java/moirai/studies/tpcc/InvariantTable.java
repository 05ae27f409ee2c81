package moirai.studies.tpcc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.programs.tpcc.Tpcc;
import moirai.studies.tpcc.DirectedColumn.Findings;
import moirai.studies.tpcc.DirectedColumn.Replay;
import moirai.studies.tpcc.RandomCalls.Tries;
import moirai.studies.tpcc.RandomClients.Result;
import moirai.studies.tpcc.invariants.TpccInvariant;

/**
 * TPC-C's twenty-one invariants, broken by directed replays and by random runs, beside tables 3 and 4 of Rahmani and
 * others, CLOTHO (2019). Run by {@code scripts/tpcc-invariants [SEED]}.
 */
public final class InvariantTable {

    private static final List<Integer> CLIENTS = List.of(10, 50, 100);

    private static final List<IsolationLevel> LEVELS =
            List.of(IsolationLevel.CAUSAL, IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW);

    private static final int TXNS_PER_CLIENT = 5;

    private final StringBuilder text = new StringBuilder();

    private InvariantTable() {}

    /** Prints both tables. To be started in the root of the project. */
    public static void main(String[] args) throws SQLException {
        String seed = args.length > 0 ? args[0] : "1";
        if (!seed.matches("\\d{1,18}")) {
            System.err.println("tpcc-invariants: '" + seed + "'; accepted: a seed, a whole number from 0 on");
            System.exit(255);
        }
        System.out.print(new InvariantTable().measured(new Seed(Long.parseLong(seed))));
    }

    private String measured(Seed seed) throws SQLException {
        try (var directed = new DirectedColumn(Path.of(""), History.WITHOUT_KEY);
                var keyed = new DirectedColumn(Path.of(""), History.BY_CUSTOMER_AND_TIME);
                var stage = new Stage(History.WITHOUT_KEY, List.of())) {
            for (Row row : Row.ALL) {
                directed.explore(row, column -> false);
            }
            keyed.explore(Row.KEYED_HISTORY, column -> false);
            int tries = directed.findings().values().stream()
                            .mapToInt(Findings::replays)
                            .sum()
                    / 2;
            var random = new RandomCalls(stage, new Tpcc(Stage.SCALE).transactions());
            List<Tries> brief = List.of(random.run(2, tries, seed), random.run(3, tries, seed));
            var clients = new ArrayList<Result>();
            for (IsolationLevel level : LEVELS) {
                for (int count : CLIENTS) {
                    clients.add(RandomClients.run(level, count, TXNS_PER_CLIENT, seed));
                }
            }
            invariants(directed, brief, clients);
            sums(directed, brief, clients);
            header();
            rows(directed);
            line("with a key of the history, by customer and time:");
            rows(keyed);
            return text.toString()
                    .lines()
                    .map(line -> line.stripTrailing() + "\n")
                    .collect(Collectors.joining());
        }
    }

    private void invariants(DirectedColumn directed, List<Tries> brief, List<Result> clients) {
        line("table 3: which invariants are broken; by the shortest directed replay, by random runs, in the paper");
        line(String.format(
                Locale.ROOT,
                "%-5s %-40s %4s %8s %8s %-9s %-9s %-9s %s",
                "",
                "directed: row of table 4",
                "txns",
                "random 2",
                "random 3",
                "causal",
                "committed",
                "paper",
                "claim"));
        line(String.format(
                Locale.ROOT,
                "%-5s %-40s %4s %8s %8s %-9s %-9s %-9s",
                "",
                "",
                "",
                "",
                "",
                "10 50 100",
                "10 50 100",
                "10 50 100"));
        for (TpccInvariant invariant : TpccInvariant.ALL) {
            String id = invariant.id();
            Replay replay = directed.best().get(id);
            line(String.format(
                    Locale.ROOT,
                    "%-5s %-40s %4s %8s %8s %-9s %-9s %-9s %s",
                    id,
                    replay == null ? "not broken" : replay.row().toString(),
                    replay == null ? "-" : String.valueOf(replay.length()),
                    share(brief.get(0), id),
                    share(brief.get(1), id),
                    marks(clients, IsolationLevel.CAUSAL, id),
                    marks(clients, IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, id),
                    CLIENTS.stream()
                            .map(count -> mark(PaperColumn.broken(count).contains(id)))
                            .collect(Collectors.joining()),
                    invariant.claim()));
        }
    }

    private static String share(Tries tries, String id) {
        int count = tries.broken().getOrDefault(id, 0);
        return count == 0 ? "." : count + "/" + tries.complete();
    }

    private static String marks(List<Result> results, IsolationLevel level, String id) {
        return results.stream()
                .filter(result -> result.level() == level)
                .map(result -> mark(result.broken().contains(id)))
                .collect(Collectors.joining());
    }

    private static String mark(boolean isBroken) {
        return isBroken ? "x  " : ".  ";
    }

    private void sums(DirectedColumn directed, List<Tries> brief, List<Result> clients) {
        Set<String> broken = directed.best().keySet();
        line("");
        line(String.format(
                Locale.ROOT,
                "directed: %d of 21 broken; %d serial runs of the same calls break %d",
                broken.size(),
                directed.serialRuns(),
                directed.brokenSerially().size()));
        for (Tries tries : brief) {
            line(String.format(
                    Locale.ROOT,
                    "random, %d transactions, %d tries, of which %d complete, statement by statement: %s",
                    tries.length(),
                    tries.tries(),
                    tries.complete(),
                    compared(tries.broken().keySet(), broken)));
        }
        for (Result result : clients) {
            line(String.format(
                    Locale.ROOT,
                    "random, %d clients, %d transactions committed at %s: %s",
                    result.clients(),
                    result.committed(),
                    StoreLevels.NAMES.label(result.level()),
                    compared(result.broken(), broken)));
        }
        line("ncr7 cannot be broken here: a payment adds a row to a table without key, which replaces no other,");
        line("with the customer and the amount of its arguments, and nobody changes or removes it; the search finds");
        line("nothing about that table alone. Stores that need a key lose one of two payments with the same: see the");
        line("last row. ncr3 says nothing of runs with deliveries, such as those with 10 to 100 clients.");
    }

    private static String compared(Set<String> random, Set<String> directed) {
        Collection<String> only = new TreeSet<>(directed);
        only.removeAll(random);
        Collection<String> more = new TreeSet<>(random);
        more.removeAll(directed);
        return random.size() + " broken"
                + (only.isEmpty() ? "" : ", not " + String.join(" ", only))
                + (more.isEmpty() ? "" : "; more than directed: " + String.join(" ", more));
    }

    private void header() {
        line("");
        line("table 4: what the anomalies through the same transactions and tables break, when replayed");
        line(String.format(
                Locale.ROOT,
                "%-40s %9s %8s %7s %8s  %s",
                "row of table 4",
                "anomalies",
                "search s",
                "replays",
                "replay s",
                "broken"));
    }

    private void rows(DirectedColumn directed) {
        for (Map.Entry<Row, Findings> entry : directed.findings().entrySet()) {
            Row row = entry.getKey();
            Findings findings = entry.getValue();
            var more = new TreeSet<>(findings.brokenUnseen());
            more.removeAll(findings.broken());
            line(String.format(
                    Locale.ROOT,
                    "%-40s %9d %8.1f %7d %8.1f  %s",
                    row,
                    findings.anomalies(),
                    findings.seconds().getFirst(),
                    findings.replays(),
                    findings.seconds().getLast(),
                    words(findings.broken())));
            line(String.format(
                    Locale.ROOT,
                    "%-40s also if what the anomaly leaves open is not seen: %s; paper: %s",
                    "",
                    words(more),
                    row.paper()));
        }
    }

    private static String words(Set<String> ids) {
        return ids.isEmpty() ? "none" : String.join(" ", ids);
    }

    private void line(String content) {
        text.append(content).append('\n');
    }
}
