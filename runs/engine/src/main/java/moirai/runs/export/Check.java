package moirai.runs.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.measures.KeptTerms;
import moirai.runs.products.Promise;
import moirai.runs.report.ShellLine;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredWitness;

/**
 * A check that a run had to pass: that it ended well, a level that had to hold, the documented promise, durability, or
 * enough evidence.
 *
 * @param name the name of the check, the same for equal runs
 * @param seconds how long it took; 0 for one of several checks of a run
 */
record Check(String name, Result result, double seconds) {

    /** Makes one of several checks of a run. */
    Check(String name, Result result) {
        this(name, result, 0);
    }

    private static final int TEXT_BYTES_MAX = 16_000;

    /** The type of a required figure that was missed. */
    private static final String THRESHOLD = "threshold";

    private static final String SCARCE = "insufficient-evidence";

    /** The result of a check. */
    sealed interface Result {

        record Passed() implements Result {}

        /** The check is proven to fail. */
        record Failed(String type, String message, String text) implements Result {}

        /** The check was required, but its result is unknown. */
        record Unknown(String type, String message) implements Result {}

        /** The check was not made, and nothing depends on it. */
        record Skipped(String message) implements Result {}
    }

    private static final Result PASSED = new Result.Passed();

    /** Returns whether a test runner has to count the result against the run. */
    boolean isBad() {
        return result instanceof Result.Failed || result instanceof Result.Unknown;
    }

    /** Returns all checks of a run. At least one is bad if and only if the run's exit code is not 0. */
    static List<Check> of(RunSummary run, List<StoredWitness> witnesses) {
        var checks = new ArrayList<Check>();
        checks.add(new Check("the run ends and cleans up", ended(run)));
        IsolationLevel.NAMES
                .named(run.ending().expect())
                .ifPresent(expect -> levels(run, witnesses, expect).forEach(checks::add));
        promise(run).ifPresent(checks::add);
        durability(run).ifPresent(checks::add);
        checks.add(new Check("the evidence suffices", evidence(run)));
        KeptTerms terms = run.found().beside().terms();
        terms.required().forEach(figure -> checks.add(new Check("required: " + figure, reached(terms, figure))));
        if (terms.acceptsAll()) {
            checks.replaceAll(check -> check.accepted(String.join("; ", terms.accepted())));
        }
        if (run.ending().exitCode() != ExitCode.VALID.code() && checks.stream().noneMatch(Check::isBad)) {
            checks.add(new Check(
                    "the verdict is valid",
                    new Result.Unknown("exit-" + run.ending().exitCode(), verdict(run))));
        }
        return List.copyOf(checks);
    }

    /**
     * Returns whether the run came to its end, which the exit codes of a verdict say; all other codes say what
     * prevented it.
     */
    private static Result ended(RunSummary run) {
        int code = run.ending().exitCode();
        if (code <= ExitCode.INSUFFICIENT_EVIDENCE.code()) {
            return PASSED;
        }
        String why = ExitCode.of(code).map(ExitCode::words).orElse("not known");
        return new Result.Unknown(
                "exit-" + code,
                "the run ended with code " + code + " (" + why + ")"
                        + join(": ", run.ending().notes()));
    }

    private static List<Check> levels(RunSummary run, List<StoredWitness> witnesses, IsolationLevel expect) {
        List<IsolationLevel> broken = known(run.found().broken());
        List<IsolationLevel> holds = known(run.found().holds());
        var checks = new ArrayList<Check>();
        for (IsolationLevel level : IsolationLevel.values()) {
            if (expect.implies(level)) {
                Result result;
                if (broken.stream().anyMatch(level::implies)) {
                    result = broken(run, witnesses, level);
                } else if (holds.stream().anyMatch(strong -> strong.implies(level))) {
                    result = PASSED;
                } else if (level == expect) {
                    result = new Result.Unknown("unknown", verdict(run));
                } else {
                    result = new Result.Skipped("not decided" + doubts(run));
                }
                checks.add(new Check("level " + level.label(), result));
            }
        }
        return checks;
    }

    private static Result broken(RunSummary run, List<StoredWitness> witnesses, IsolationLevel level) {
        Optional<StoredWitness> shown = witnesses.stream()
                .filter(witness -> known(witness.breaks()).stream().anyMatch(level::implies))
                .findFirst();
        String type = shown.map(StoredWitness::phenomenon).orElse("broken");
        String message = level.label() + " is broken"
                + shown.map(witness -> " by " + witness.phenomenon() + " (" + witness.name() + ")")
                        .orElse("");
        String text = shown.map(witness -> witness.text(run.directory(), TEXT_BYTES_MAX))
                .orElseGet(
                        () -> ShellLine.here(List.of("explain", run.directory().toString())));
        return new Result.Failed(type, message, text);
    }

    /**
     * Returns the check of the documented promise; empty unless the level of the promise is among those that had to
     * hold.
     */
    private static Optional<Check> promise(RunSummary run) {
        return Promise.of(run.setup().database(), run.setup().isolation())
                .filter(promise -> IsolationLevel.NAMES
                        .named(run.ending().expect())
                        .filter(expect -> expect.implies(promise))
                        .isPresent())
                .map(promise -> new Check(
                        "documented: " + run.setup().isolation() + " is " + promise.label(), kept(run, promise)));
    }

    private static Result kept(RunSummary run, IsolationLevel promise) {
        if (known(run.found().broken()).stream().anyMatch(promise::implies)) {
            String meaning = run.ending().meaning();
            String message = "the database broke what it documents, unless its settings allow it";
            return new Result.Failed("promise", message, meaning.isEmpty() ? message : meaning);
        }
        return known(run.found().holds()).stream().anyMatch(strong -> strong.implies(promise))
                ? PASSED
                : new Result.Skipped("not decided" + doubts(run));
    }

    private static Optional<Check> durability(RunSummary run) {
        RunSummary.Durability found = run.found().durability();
        if (!found.isAsked()) {
            return Optional.empty();
        }
        Result result;
        if (!found.isKnown()) {
            result = new Result.Unknown("unknown", "the final reads are missing or not complete");
        } else if (found.lost() > 0) {
            String lost = found.lost() + " of " + found.acknowledged() + " acknowledged "
                    + run.writes().noun() + "s are lost, as the final reads prove";
            result = new Result.Failed(
                    run.writes().lostLabel(), lost, lost + "\n" + run.ending().meaning());
        } else {
            result = PASSED;
        }
        return Optional.of(new Check("acknowledged " + run.writes().noun() + "s are kept", result));
    }

    private static Result reached(KeptTerms terms, String figure) {
        return terms.whyMissed(figure)
                .<Result>map(why -> new Result.Failed(THRESHOLD, why, why))
                .orElse(PASSED);
    }

    /** Returns this check of a run whose violations are all known and accepted. */
    private Check accepted(String known) {
        return result instanceof Result.Failed failed
                        && !List.of(THRESHOLD, SCARCE).contains(failed.type())
                ? new Check(name, new Result.Skipped("known and accepted: " + known + " (" + failed.message() + ")"))
                : this;
    }

    private static Result evidence(RunSummary run) {
        String lack = run.ending().lack();
        if (lack.isEmpty()) {
            return PASSED;
        }
        // A proof of a violation needs no further evidence.
        return run.ending().exitCode() == ExitCode.INVALID.code()
                ? new Result.Skipped(lack)
                : new Result.Failed(SCARCE, lack, lack);
    }

    private static String verdict(RunSummary run) {
        return "verdict " + run.ending().verdict() + doubts(run)
                + join("; ", run.ending().notes());
    }

    private static String doubts(RunSummary run) {
        return join(
                ": ", run.found().doubts().values().stream().distinct().sorted().toList());
    }

    private static String join(String before, List<String> sentences) {
        return sentences.isEmpty() ? "" : before + String.join("; ", sentences);
    }

    private static List<IsolationLevel> known(List<String> labels) {
        return labels.stream()
                .flatMap(label -> IsolationLevel.NAMES.named(label).stream())
                .toList();
    }
}
