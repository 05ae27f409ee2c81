package moirai.runs.cases;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.ProvenEdge;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.runs.report.AnomalyText;
import moirai.runs.report.Numbers;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.ShellLine;
import moirai.runs.report.StatementTable;
import moirai.runs.report.Wrapping;

/**
 * The text of a case for people: the statements in order, with the values read and the contradictions; the proof; and
 * the origin.
 */
public final class CaseText {

    private static final String INDENT = "           ";
    private static final double NANOS_A_SECOND = 1e9;

    private CaseText() {}

    /** Returns the whole text for a file, with a line feed at the end. */
    public static String of(Case found) {
        return of(found, OwnCommand.PLAIN);
    }

    /**
     * Returns the whole text, with a line feed at the end.
     *
     * @param program the words that call Moirai
     */
    public static String of(Case found, String program) {
        return what(found) + "\n" + provenance(found, program);
    }

    /** Returns the course of events and why it is a contradiction. */
    public static String what(Case found) {
        return switch (found) {
            case HistoryCase shown -> what(shown);
            case ExploredCase explored -> ExploredText.of(explored);
            case PredictedCase predicted -> "cycle: " + predicted.txns() + "\n" + PredictedText.of(predicted);
        };
    }

    private static String what(HistoryCase found) {
        History history = found.history();
        String table = table(found);
        return found.claim()
                .witness(history)
                .map(anomaly -> AnomalyText.of(new Explainer(history).explain(anomaly), table))
                .orElseGet(() -> lost(found) + table);
    }

    private static String lost(HistoryCase found) {
        return found.claim() instanceof Claim.Lost(var kind, String key, long value)
                ? kind.lostLabel() + ": an acknowledged " + kind.noun() + " is gone\n"
                        + Wrapping.wrap(
                                "The commit of the " + kind.noun() + " of " + value + " to key " + key
                                        + " was acknowledged, and when all faults were over "
                                        + (kind == WriteKind.WRITE
                                                ? "every node showed what had been there before."
                                                : "no node had it."),
                                "",
                                Wrapping.width())
                        + "\n"
                : "";
    }

    private static String table(HistoryCase found) {
        History history = found.history();
        List<Integer> sessions = IntStream.range(0, history.txnCount())
                .map(history::session)
                .distinct()
                .boxed()
                .toList();
        List<String> heads = sessions.stream()
                .map(session -> "session " + session + " (" + txns(history, session) + ")")
                .toList();
        Map<Integer, String> remarks = remarks(found);
        var lines = new ArrayList<StatementTable.Line>();
        for (StatementOrder.Turn turn : found.order().turns()) {
            int session = history.session(turn.txn());
            lines.add(new StatementTable.Line(sessions.indexOf(session), text(history, turn, remarks)));
        }
        return StatementTable.render(heads, lines) + legend(found);
    }

    private static String txns(History history, int session) {
        return IntStream.range(0, history.txnCount())
                .filter(txn -> history.session(txn) == session)
                .mapToObj(txn -> "T" + txn)
                .collect(Collectors.joining(", "));
    }

    private static String text(History history, StatementOrder.Turn turn, Map<Integer, String> remarks) {
        if (turn.isBegin()) {
            return "begin T" + turn.txn();
        }
        if (turn.isEnd(history)) {
            return StatementTable.ending(history.outcome(turn.txn()));
        }
        int op = turn.op(history);
        return StatementTable.statement(history.op(op), history) + remarks.getOrDefault(op, "");
    }

    /** Returns, for each read on a cycle, a remark on whose writes it shows and whose it misses. */
    private static Map<Integer, String> remarks(HistoryCase found) {
        History history = found.history();
        var remarks = new HashMap<Integer, String>();
        if (found.claim().witness(history).orElse(null) instanceof Anomaly.Cycle cycle) {
            for (ProvenEdge edge : new Explainer(history).explain(cycle).edges()) {
                edge.ops().ifPresent(ops -> {
                    if (isMissing(edge.dependency())) {
                        remarks.merge(ops.fromOp(), " ← without T" + edge.to(), String::concat);
                    } else if (edge.dependency() == Dependency.WRITE_READ) {
                        remarks.merge(ops.toOp(), " ← from T" + edge.from(), String::concat);
                    }
                });
            }
        }
        return remarks;
    }

    private static boolean isMissing(Dependency dependency) {
        return (dependency.bit() & Dependency.ANTI_DEPENDENCIES) != 0;
    }

    private static String legend(HistoryCase found) {
        if (!found.history().isTimed()) {
            return "  No times were recorded: the order between sessions is not known.\n";
        }
        return found.confirmedOrder().isEmpty()
                ? Wrapping.hanging(StatementTable.LEGEND)
                : "  Time runs down; a replay in this order showed it.\n";
    }

    private static String provenance(Case found, String program) {
        var text = new StringBuilder();
        add(text, "case", found.fingerprint().toString());
        add(text, "breaks", breaks(found.claim()));
        switch (found) {
            case HistoryCase shown -> run(shown, program, text);
            case ExploredCase explored -> exploration(explored, text);
            case PredictedCase predicted -> analysis(predicted, text);
        }
        found.confirmations().forEach(confirmation -> add(text, "replayed", of(confirmation)));
        return text.toString();
    }

    private static void exploration(ExploredCase found, StringBuilder text) {
        ExploredCase.Source source = found.source();
        add(
                text,
                "program",
                source.name() + ": " + Numbers.counted(source.calls().size(), "session") + ", "
                        + Numbers.counted(source.callCount(), "call"));
        add(text, "level", found.claim().level());
        if (!found.excludedBy().isEmpty()) {
            add(text, "impossible", "at " + String.join(" and ", found.excludedBy()));
        }
        minimal(found, text);
    }

    private static void analysis(PredictedCase found, StringBuilder text) {
        add(text, "program", found.program().name() + (found.isExact() ? "" : ", not taken over exactly"));
        add(text, "level", found.levels());
        add(text, "looked at", found.bounds().text(found.program().numbers()));
        minimal(found, text);
    }

    private static void minimal(Case found, StringBuilder text) {
        if (found.minimality() != Minimality.UNKNOWN) {
            add(text, "minimal", found.minimality().text());
        }
    }

    private static void run(HistoryCase found, String program, StringBuilder text) {
        RunHeader header = found.header();
        Origin origin = found.origin();
        add(text, "database", header.database().isEmpty() ? "unknown" : header.database());
        add(text, "asked", header.isolation().isEmpty() ? "unknown" : header.isolation());
        add(
                text,
                "of",
                Numbers.count(found.history().txnCount()) + " of " + Numbers.counted(origin.txnCount(), "transaction")
                        + (origin.txns().isEmpty() ? "" : ", there called " + calledThere(origin)));
        minimal(found, text);
        if (!origin.argv().isEmpty()) {
            // Not wrapped: a shell would take the second line for a command of its own.
            text.append("run").append(INDENT.substring("run".length()));
            text.append(ShellLine.of(program, origin.argv())).append('\n');
        }
        if (header.isOfRun()) {
            add(text, "seed", header.seed().toString());
        }
        faults(found.history()).forEach(fault -> add(text, "fault", fault));
    }

    private static String breaks(Claim claim) {
        return switch (claim) {
            case Claim.Forbidden forbidden -> forbidden.level().label();
            case Claim.Lost lost -> "durability, at every level";
            case Claim.BrokenAssertion broken -> "an assertion of the program";
            case Claim.NotAllowed disallowed -> disallowed.required();
            case Claim.Cycle cycle -> "serializability";
        };
    }

    private static String calledThere(Origin origin) {
        return origin.txns().stream().map(txn -> "T" + txn).collect(Collectors.joining(", "));
    }

    private static Stream<String> faults(History history) {
        return history.faults().stream()
                .filter(event -> event.phase() == FaultEvent.Phase.INJECTED && !Durability.isFinalReads(event))
                .map(event -> event.fault() + " " + event.target() + " at "
                        + String.format(Locale.ROOT, "%.3f s", event.nanos() / NANOS_A_SECOND));
    }

    /** Returns how often the case was shown, as a sentence without its full stop. */
    public static String of(Confirmation confirmation) {
        return "shown " + Numbers.count(confirmation.shown()) + " of " + Numbers.count(confirmation.attempts())
                + (confirmation.unknown() == 0 ? "" : ", " + Numbers.count(confirmation.unknown()) + " unknown")
                + " (control " + confirmation.control().label() + ") on "
                + confirmation.place().database() + " at "
                + confirmation.place().isolation();
    }

    private static void add(StringBuilder text, String name, String value) {
        String wrapped = Wrapping.wrap(value, INDENT, Wrapping.width());
        text.append(name).append(wrapped.substring(name.length()));
    }
}
