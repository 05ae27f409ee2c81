package moirai.runs.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.runs.RunResult;
import moirai.runs.measures.KeptTerms;
import moirai.runs.measures.LogFinding;
import moirai.runs.measures.Measures;
import moirai.runs.summary.Availability;

/** The text for people about what was measured of a run beside its verdict, and about the terms that were set. */
public final class MeasuresText {

    /** The share of the time with commits below which the verdict speaks of it: it says little of a standstill. */
    private static final double SCARCE = 0.5;

    private static final int LOGS_SHOWN = 5;

    private MeasuresText() {}

    /** Returns the availability in words; empty if it is unknown. */
    public static String uptime(Availability uptime) {
        if (!uptime.isKnown()) {
            return "";
        }
        return "commits in " + Numbers.count(uptime.secondsUp()) + " of " + Numbers.counted(uptime.seconds(), "second")
                + " (" + Numbers.percent(uptime.share()) + ") · longest gap "
                + seconds(uptime.gapNanos()) + recovery(uptime.recovery());
    }

    /** Returns that the database stood still for most of the run, for the line of the verdict; empty if it did not. */
    public static Optional<String> standstill(Availability uptime) {
        return uptime.isKnown() && uptime.share() <= SCARCE
                ? Optional.of("only " + Numbers.count(uptime.secondsUp()) + " of "
                        + Numbers.counted(uptime.seconds(), "second") + " had commits")
                : Optional.empty();
    }

    /** Returns what a server has logged of a failure. */
    public static String log(LogFinding found) {
        return found.node() + ": " + found.kind() + " ×" + Numbers.count(found.count())
                + (found.nanos() < 0 ? ", first before the run began: " : ", first at " + seconds(found.nanos()) + ": ")
                + found.first();
    }

    /** Returns the entries of a run's result: uptime, that of each node, what servers logged, and the terms. */
    static String entries(Measures measures) {
        var text = new StringBuilder();
        if (measures.uptime().isKnown()) {
            text.append(VerdictText.entry("uptime", uptime(measures.uptime())));
        }
        if (!measures.nodes().isEmpty()) {
            text.append(VerdictText.entry(
                    "at nodes",
                    measures.nodes().entrySet().stream()
                            .map(node -> node.getKey() + " " + atNode(node.getValue()))
                            .collect(Collectors.joining("; "))));
        }
        measures.logs().stream()
                .limit(LOGS_SHOWN)
                .forEach(found -> text.append(VerdictText.entry("logged", log(found))));
        if (measures.logs().size() > LOGS_SHOWN) {
            text.append(VerdictText.entry(
                    "logged",
                    Numbers.counted(measures.logs().size() - LOGS_SHOWN, "other finding") + ": see run.json"));
        }
        measures.terms().missed().forEach(missed -> text.append(VerdictText.entry("missed", missed)));
        measures.terms().accepted().forEach(known -> text.append(VerdictText.entry("accepted", known)));
        return text.toString();
    }

    /** Returns what the line of the verdict says beside the verdict, each as a clause. */
    static List<String> besideVerdict(RunResult result) {
        Measures measures = result.beside().measures();
        KeptTerms terms = measures.terms();
        var clauses = new ArrayList<String>();
        standstill(measures.uptime()).ifPresent(clauses::add);
        if (terms.acceptsAll()) {
            clauses.add("every violation is known and accepted, see below");
        }
        if (!terms.missed().isEmpty()) {
            clauses.add(Numbers.counted(terms.missed().size(), "required figure") + " missed, see below");
        }
        return clauses;
    }

    private static String atNode(Availability node) {
        Availability.Recovery recovery = node.recovery();
        return Numbers.count(node.secondsUp()) + " of " + Numbers.count(node.seconds()) + " s, gap "
                + seconds(node.gapNanos())
                + (recovery.count() == 0
                        ? ""
                        : ", back after " + seconds(recovery.medianNanos()) + ", at most "
                                + seconds(recovery.maxNanos()));
    }

    private static String recovery(Availability.Recovery recovery) {
        String again = recovery.count() == 0
                ? ""
                : " · first commit after " + Numbers.counted(recovery.count(), "heal") + ": "
                        + seconds(recovery.medianNanos()) + " median, " + seconds(recovery.maxNanos()) + " max";
        return again
                + (recovery.withoutCommit() == 0
                        ? ""
                        : " · none after " + Numbers.counted(recovery.withoutCommit(), "heal"));
    }

    private static String seconds(long nanos) {
        return Numbers.seconds(Duration.ofNanos(nanos));
    }
}
