package moirai.runs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.analysis.validation.LevelAxioms;
import moirai.history.DataModel;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.Judgement;
import moirai.runs.products.Promise;

/**
 * The text of a judgement in a few lines of 80 columns, for a terminal or a log. The first line starts with {@code
 * verdict: } and the word that scripts search for.
 */
public final class VerdictText {

    private static final String INDENT = "           ";

    private VerdictText() {}

    /** Returns the verdict, the levels that hold, the findings, their cause, and the weight of the evidence. */
    public static String of(Judgement judgement, RunHeader header) {
        var text = new StringBuilder(Wrapping.hanging(line(judgement)));
        Findings findings = judgement.findings();
        String decided = judgement.verdict() instanceof Verdict.Undecided ? "tried" : "decided";
        method(findings, judgement.expect()).ifPresent(method -> text.append(entry(decided, "by " + method)));
        text.append(entry("holds", levels(findings.strongestHolding(), "none")));
        if (!findings.weakestBroken().isEmpty()) {
            text.append(entry("broken", broken(findings)));
            text.append(entry("also not", levels(findings.alsoBroken(), "none")));
        }
        if (!findings.counts().isEmpty()) {
            text.append(entry("found", counts(findings)));
        }
        if (!WitnessText.bounded(findings).isEmpty()) {
            text.append(entry("shown", String.join(", ", WitnessText.bounded(findings)) + ": those easiest to read"));
        }
        meaning(judgement, header).ifPresent(why -> text.append(entry("meaning", why)));
        Promise.of(header.database(), header.isolation())
                .filter(promise -> !mayComeFromFailover(judgement.durability()))
                .flatMap(promise -> KnownIssues.of(header.database(), header.isolation(), findings.brokenBy(promise)))
                .ifPresent(reference -> text.append(entry("known", reference)));
        if (!findings.doubts().isEmpty()) {
            text.append(entry("doubts", findings.reasons(findings.doubts().keySet())));
        }
        text.append(DurabilityText.entries(judgement.durability()));
        text.append(entry("recorded", recorded(judgement.evidence())));
        text.append(entry("noticed", noticed(judgement)));
        return text.toString();
    }

    /**
     * Returns whether a change of the primary, or the loss of acknowledged writes, may be the cause of what was found:
     * a known bug that looks the same explains nothing then.
     */
    private static boolean mayComeFromFailover(Durability durability) {
        return durability.isBroken()
                || durability.faults().stream().anyMatch(event -> event.fault().endsWith(DurabilityText.FAILOVER));
    }

    /**
     * Returns the weakest levels that nothing examined, since they were not asked for, with the options that do; empty
     * if there are none. Histories of registers do not decide levels without axioms, whatever is asked for.
     */
    public static String unexamined(Findings findings, DataModel model, String options) {
        List<IsolationLevel> levels = unexamined(findings, model);
        return levels.isEmpty() ? "" : entry("unknown", levels(levels, "none") + ": not examined; " + options);
    }

    /** Returns the weakest levels that nothing examined, and that an examination of every level would decide. */
    public static List<IsolationLevel> unexamined(Findings findings, DataModel model) {
        return IsolationLevel.weakest(Stream.of(IsolationLevel.values())
                .filter(level -> findings.at(level) instanceof Verdict.Undecided
                        && findings.reasons(level.forbidden()).isEmpty()
                        && (model != DataModel.REGISTER || LevelAxioms.of(level).isPresent()))
                .toList());
    }

    /** Returns why a history that names no level is judged by this one. */
    public static String byDefault(IsolationLevel expect) {
        return entry(
                "default",
                expect.label() + ", since nothing names a level, and clocks of several machines prove no order in real"
                        + " time; --expect strict-serializable, which Elle asks for by default, takes times at their"
                        + " word");
    }

    /** Returns the verdict on one line of any length; its begin is what scripts search for. */
    public static String line(Judgement judgement) {
        String expected = "expected " + judgement.expect().label();
        if (judgement.durability().isBroken()) {
            String besides = judgement.verdict() instanceof Verdict.Fail ? ", found " + forbidden(judgement) : "";
            return "verdict: " + judgement.word() + " · " + expected + " · "
                    + DurabilityText.loss(judgement.durability()) + besides + reach(judgement);
        }
        String why = switch (judgement.verdict()) {
            case Verdict.Fail(var anomalies) -> "found " + forbidden(judgement);
            case Verdict.Undecided(String reason) -> "not decided: " + reason;
            case Verdict.Pass(int txns, long edges) ->
                judgement.lack().isEmpty()
                        ? "no forbidden anomaly in " + Numbers.counted(txns, "transaction")
                        : judgement.lack();
        };
        return "verdict: " + judgement.word() + " · " + expected + " · " + why + reach(judgement);
    }

    /** Returns that a level of the name that was asked for is broken, if it is: products use the names otherwise. */
    private static String textbook(Judgement judgement, RunHeader header) {
        boolean isSameName = judgement.findings().weakestBroken().stream()
                .anyMatch(level -> level.label().equals(header.isolation()));
        return isSameName ? ". The " + header.isolation() + " that is broken is the textbook's" : "";
    }

    private static String reach(Judgement judgement) {
        return DurabilityText.coverage(judgement.durability())
                + (judgement.reach().isEmpty() ? "" : " · " + judgement.reach());
    }

    private static String forbidden(Judgement judgement) {
        Set<Phenomenon> forbidden = judgement.findings().brokenBy(judgement.expect());
        return judgement.findings().counts().entrySet().stream()
                .filter(count -> count.getValue() > 0 && forbidden.contains(count.getKey()))
                .map(count -> count.getKey().label() + " ×" + Numbers.count(count.getValue()))
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns whether the database broke its own promise, or was asked for less than was expected. Without this
     * difference a reader might report a bug that is none.
     */
    public static Optional<String> meaning(Judgement judgement, RunHeader header) {
        if (judgement.durability().isBroken()) {
            return Optional.of(DurabilityText.meaning(judgement.durability(), header.database()));
        }
        if (!(judgement.verdict() instanceof Verdict.Fail) || header.database().isEmpty()) {
            return Optional.empty();
        }
        Optional<IsolationLevel> promise = Promise.of(header.database(), header.isolation());
        if (promise.isEmpty()) {
            Optional<String> exception = Promise.exception(header.database(), header.isolation());
            return exception.isPresent()
                    ? exception
                    : Optional.of(Blame.NO_PROMISE + " '" + header.isolation()
                            + "' is not known to Moirai: compare its manual with the level expected");
        }
        String promised = promise.get().label();
        String asked = "its " + header.isolation() + " is documented as " + promised;
        if (judgement.findings().forbiddenAt(promise.get()).isEmpty()) {
            return Optional.of(Blame.NO_BUG + asked + ", which holds in all that was seen; the" + " expectation, "
                    + judgement.expect().label() + ", is stronger than that" + textbook(judgement, header));
        }
        Optional<String> excuse = DurabilityText.excuse(judgement.durability(), header.database())
                .or(() -> KnownIssues.excuse(
                        header.database(),
                        judgement.durability().faults(),
                        judgement.evidence().indeterminate(),
                        judgement.completeNanos(promise.get())));
        if (excuse.isPresent()) {
            return excuse;
        }
        return Optional.of(Blame.DATABASE_BUG + ": " + asked + ", which is broken by "
                + judgement.findings().brokenBy(promise.get()).stream()
                        .map(Phenomenon::label)
                        .collect(Collectors.joining(", ")));
    }

    /**
     * Returns how the level was decided: directly, by a stronger level that holds, or by a weaker level that does not.
     */
    private static Optional<String> method(Findings findings, IsolationLevel level) {
        Map<IsolationLevel, String> examined = findings.examined();
        return Stream.of(
                        Stream.of(level),
                        examined.keySet().stream().filter(other -> other.implies(level) && findings.holds(other)),
                        findings.weakestBroken().stream().filter(level::implies))
                .flatMap(levels -> levels)
                .filter(examined::containsKey)
                .map(other -> String.valueOf(examined.get(other)))
                .findFirst();
    }

    /** Returns the weakest levels that are broken, each with the anomalies that broke it. */
    private static String broken(Findings findings) {
        return findings.weakestBroken().stream()
                .map(level -> level.label() + " ("
                        + findings.brokenBy(level).stream()
                                .map(Phenomenon::label)
                                .collect(Collectors.joining(", "))
                        + ")")
                .collect(Collectors.joining(", "));
    }

    private static String levels(List<IsolationLevel> levels, String none) {
        return levels.isEmpty()
                ? none
                : levels.stream().map(IsolationLevel::label).collect(Collectors.joining(", "));
    }

    private static String counts(Findings findings) {
        var entries = new ArrayList<String>();
        findings.counts()
                .forEach((phenomenon, count) -> entries.add(phenomenon.label() + " ×" + Numbers.count(count) + " ("
                        + name(phenomenon, findings.anomalies()) + ")"));
        return String.join(", ", entries);
    }

    /** Returns the name that all its witnesses share, if they do, otherwise the phenomenon's general name. */
    private static String name(Phenomenon phenomenon, List<Anomaly> witnesses) {
        List<String> names = witnesses.stream()
                .filter(anomaly -> anomaly.phenomenon() == phenomenon)
                .map(PlainWords::name)
                .distinct()
                .toList();
        return names.size() == 1 ? names.getFirst() : PlainWords.name(phenomenon);
    }

    private static String recorded(Evidence evidence) {
        return Numbers.count(evidence.committed()) + " committed · " + Numbers.count(evidence.aborted()) + " aborted · "
                + Numbers.count(evidence.indeterminate()) + " indeterminate";
    }

    private static String noticed(Judgement judgement) {
        Evidence evidence = judgement.evidence();
        String overlap = judgement.isTimed() ? Numbers.percent(evidence.overlap()) : "unknown (no times)";
        return "overlap " + overlap + " · "
                + Numbers.counted(evidence.versionsRead(), "version") + " read · "
                + Numbers.counted(evidence.keysContended(), "contended key");
    }

    /** Returns a named entry; text that does not fit into a line continues below. */
    public static String entry(String name, String value) {
        String wrapped = Wrapping.wrap(value, INDENT, Wrapping.width());
        return "  " + name + " ".repeat(INDENT.length() - 2 - name.length()) + wrapped.substring(INDENT.length());
    }

    /** Returns a named entry on one line of any length, for text that is to be copied. */
    public static String unwrapped(String name, String value) {
        return "  " + name + " ".repeat(INDENT.length() - 2 - name.length()) + value + "\n";
    }
}
