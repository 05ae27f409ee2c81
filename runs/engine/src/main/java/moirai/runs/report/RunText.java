package moirai.runs.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunTotals;
import moirai.runs.latency.Latency;
import moirai.runs.latency.Stages;
import moirai.runs.measures.KeptTerms;
import moirai.runs.parts.PartEnd;

/** The texts at the start and at the end of a run. Both the first and the last of them name the seed. */
public final class RunText {

    private static final int PARTS_SHOWN = 5;

    private RunText() {}

    /** Returns a few lines for the time before anything happens. */
    public static String heading(String target, RunSettings settings) {
        Load load = settings.load();
        String until = load.txnCount() == Load.UNLIMITED
                ? "for " + written(load.timeLimit())
                : "for " + Numbers.counted(load.txnCount(), "transaction");
        String heading = "seed " + settings.seed() + "\n"
                + "moirai run · " + target + " · asks for " + settings.levels().isolation() + ", expects "
                + settings.levels().expect().label() + " · " + load.concurrency() + " sessions " + until
                + (load.stages().isPaced() ? " at " + rates(load.stages()) : "") + "\n"
                + "workload: " + settings.workload() + "\n";
        return Wrapping.hanging(heading);
    }

    /** Returns the verdict and the totals of the run. */
    public static String of(RunResult result) {
        var text = new StringBuilder(VerdictText.of(doubted(result), result.header()));
        text.append(VerdictText.entry("ran", ran(result)));
        text.append(MeasuresText.entries(result.beside().measures()));
        parts(result.beside().parts()).forEach(part -> text.append(VerdictText.entry("part", part)));
        if (!result.beside().stopped().isEmpty()) {
            text.append(VerdictText.entry("stopped", result.beside().stopped()));
        }
        Latency latency = result.totals().latency().all();
        if (latency.max() > 0) {
            int parts = result.beside().parts().size();
            text.append(VerdictText.entry(
                    "latency", (parts < 2 ? "" : "in part " + parts + ": ") + latency(result.totals())));
        }
        LockWaits.of(result).ifPresent(waits -> text.append(VerdictText.entry("waits", waits)));
        result.notes().forEach(note -> text.append(VerdictText.entry("note", note)));
        result.totals().trouble().ifPresent(trouble -> text.append(VerdictText.entry("note", trouble)));
        return text.toString();
    }

    /**
     * Returns the judgement, whose line says so if the run did not end as the verdict alone would: the history may be
     * judged valid, and the files about it are not there. A signal has a line of its own.
     */
    private static Judgement doubted(RunResult result) {
        Judgement judgement = result.judgement();
        for (String clause : MeasuresText.besideVerdict(result)) {
            judgement = reaching(judgement, clause);
        }
        ExitCode code = result.exitCode();
        if (code == expected(result) || code == ExitCode.INTERRUPTED || code == ExitCode.TERMINATED) {
            return judgement;
        }
        if (code == ExitCode.UNKNOWN) {
            return judgement.doubted("the run ended as unknown, see the notes");
        }
        return reaching(judgement, "but the run ended with " + code.code() + " (" + code.words() + "), see the notes");
    }

    private static Judgement reaching(Judgement judgement, String clause) {
        return judgement.reaching(judgement.reach().isEmpty() ? clause : judgement.reach() + "; " + clause);
    }

    /** Returns the exit code that verdict and terms give if nothing goes wrong beside them. */
    private static ExitCode expected(RunResult result) {
        KeptTerms terms = result.beside().measures().terms();
        ExitCode judged = terms.acceptsAll()
                ? result.judgement().codeBesidesViolations()
                : result.judgement().exitCode();
        return terms.missed().isEmpty() ? judged : judged.and(ExitCode.INVALID);
    }

    /** Returns a line for each part of a run that was resumed, of many parts for the last. */
    private static List<String> parts(List<PartEnd> parts) {
        if (parts.size() < 2) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        if (parts.size() > PARTS_SHOWN) {
            lines.add(Numbers.counted(parts.size() - PARTS_SHOWN, "earlier part") + ": see run.json");
        }
        parts.stream()
                .skip(Math.max(0, parts.size() - PARTS_SHOWN))
                .map(part -> part.number() + " from " + Numbers.seconds(Duration.ofNanos(part.firstNanos())) + " to "
                        + Numbers.seconds(Duration.ofNanos(part.lastNanos()))
                        + (part.database().isEmpty() ? "" : " on " + part.database()) + ": " + part.ended())
                .forEach(lines::add);
        return lines;
    }

    /**
     * Returns the latencies. With a rate, both figures appear where they differ: the time that a user would have
     * waited, and the time that the database took.
     */
    private static String latency(RunTotals totals) {
        String served = written(totals.latency().all());
        RunTotals.Arrivals arrivals = totals.arrivals();
        if (!arrivals.stages().isPaced()) {
            return served;
        }
        String due = written(arrivals.latencyMicros());
        return due + " from when transactions were due, at " + rates(arrivals.stages())
                + (due.equals(served) ? "" : "; " + served + " from when they began, which leaves out their waiting")
                + (arrivals.missed() == 0
                        ? ""
                        : "; " + Numbers.counted(arrivals.missed(), "transaction")
                                + " that were due had not ended with the run and are in neither");
    }

    private static String written(Latency latency) {
        return "p50 " + Numbers.millis(latency.p50()) + " · p99 " + Numbers.millis(latency.p99()) + " · max "
                + Numbers.millis(latency.max());
    }

    private static String rates(Stages stages) {
        return stages.isConstant() ? Numbers.rate(stages.stages().getFirst().rate()) : stages.describe();
    }

    /** Returns where the run is stored and what to do next. */
    public static String next(RunResult result, String again) {
        String explain = result.judgement().findings().anomalies().isEmpty()
                ? ""
                : VerdictText.unwrapped(
                        "explain",
                        ShellLine.here(List.of("explain", result.directory().toString())));
        return cases(result)
                + VerdictText.unwrapped("kept", result.directory().toString())
                + explain
                + VerdictText.unwrapped("again", again)
                + VerdictText.unwrapped(
                        "exit",
                        result.exitCode().code() + " (" + result.exitCode().words() + ")")
                + "seed " + result.header().seed() + "\n";
    }

    /** Returns the smallest case of each kind in two lines, the second to be copied, and the number of other cases. */
    private static String cases(RunResult result) {
        Map<String, List<RunResult.SmallCase>> byName = result.beside().cases().stream()
                .collect(Collectors.groupingBy(RunResult.SmallCase::name, LinkedHashMap::new, Collectors.toList()));
        var text = new StringBuilder();
        byName.forEach((name, cases) -> {
            RunResult.SmallCase first = cases.getFirst();
            String others = cases.size() == 1 ? "" : " (and " + Numbers.counted(cases.size() - 1, "other case") + ")";
            text.append(VerdictText.entry(
                    "shrunk", name + " to " + Numbers.counted(first.txnCount(), "transaction") + others + ":"));
            text.append(VerdictText.unwrapped("", first.folder().toString()));
        });
        return text.toString();
    }

    /**
     * Returns for how long the run went, at which rate, and with how many sessions. All three are those of the whole
     * run, as the verdict is: the totals have the time and the count of the last part alone.
     */
    private static String ran(RunResult result) {
        RunTotals totals = result.totals();
        List<PartEnd> parts = result.beside().parts();
        boolean isResumed = parts.size() > 1;
        Duration elapsed = isResumed ? PartEnd.total(parts) : totals.elapsed();
        long rate = isResumed
                ? Math.round(result.judgement().evidence().committed() / Math.max(1e-9, elapsed.toNanos() / 1e9))
                : totals.rate();
        return (isLong(elapsed) ? Numbers.span(elapsed) : Numbers.seconds(elapsed))
                + (isResumed ? " in " + parts.size() + " parts" : "") + " on "
                + result.header().database() + " · " + Numbers.count(rate) + " committed/s · "
                + Numbers.counted(totals.sessions().opened(), "session");
    }

    /** Returns whether a time is too long to be read as a number of seconds. */
    private static boolean isLong(Duration duration) {
        return duration.toHours() > 0;
    }

    private static String written(Duration duration) {
        if (isLong(duration)) {
            return Numbers.span(duration);
        }
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
