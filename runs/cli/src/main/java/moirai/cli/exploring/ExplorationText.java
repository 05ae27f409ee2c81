package moirai.cli.exploring;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.MinimalFailure;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.ExploredLevels;
import moirai.history.level.IsolationLevel;

/** The printed text of a search. */
public final class ExplorationText {

    private ExplorationText() {}

    /** Returns the text that introduces a search: what is explored. */
    public static String heading(String program, List<List<String>> calls, ExplorationOptions options) {
        int count = calls.stream().mapToInt(List::size).sum();
        String how = options.algorithm().label()
                + (options.base() == options.level() || options.algorithm() != Algorithm.SWAPPING
                        ? ""
                        : "* on " + ExploredLevels.NAMES.label(options.base()));
        return String.format(
                Locale.ROOT,
                "program    %s: %d sessions, %d calls%nlevel      %s, by %s%n",
                program,
                calls.size(),
                count,
                ExploredLevels.NAMES.label(options.level()),
                how);
    }

    /** Returns the number of histories, and whether these are all. */
    public static String counts(ExplorationResult result, Duration took) {
        double seconds = took.toNanos() / 1e9;
        String ends = result.ends() == result.histories()
                ? ""
                : String.format(Locale.ROOT, " (of %,d that were tried)", result.ends());
        return String.format(
                Locale.ROOT,
                "histories  %,d%s in %.2f s, %,.0f a second%s%n",
                result.histories(),
                ends,
                seconds,
                result.ends() / Math.max(seconds, 1e-9),
                result.failures().isEmpty() ? "" : "; it stopped at the first that is broken");
    }

    /**
     * Returns the progress of a search in a line.
     *
     * @param ends complete histories so far, those that the level does not allow included
     * @param open places from which others begin
     * @param total about how many there will be, if that is known
     */
    public static String progress(long ends, int open, OptionalDouble total, double seconds) {
        String share = total.isEmpty()
                ? ""
                : String.format(Locale.ROOT, " of about %,.0f", Math.max((double) ends, total.getAsDouble()));
        return String.format(
                Locale.ROOT,
                "%.0f s · %,d histories%s · %,.0f a second · %d places open",
                seconds,
                ends,
                share,
                ends / Math.max(seconds, 1e-9),
                open);
    }

    /** Returns the progress of the search for a smaller program that is broken, in a line. */
    public static String shrinking(long ends, double seconds) {
        return String.format(Locale.ROOT, "%.0f s · leaving calls out · %,d histories of one attempt", seconds, ends);
    }

    /**
     * Returns what is proven when nothing was found.
     *
     * @param question the statement that was examined, which then holds of the explored executions
     */
    public static String conclusion(ExplorationResult result, String question) {
        return "result     " + result.conclusion(question);
    }

    /** Returns the line of one level, where several levels are explored. */
    public static String row(IsolationLevel level, ExplorationResult result, Duration took) {
        String verdict = !result.failures().isEmpty()
                ? "BROKEN: " + result.failures().getFirst().what()
                : result.isExhausted() ? "nothing is broken" : "not exhausted";
        return String.format(
                Locale.ROOT,
                "%-28s  %,10d histories  %8.2f s  %s%n",
                ExploredLevels.NAMES.label(level),
                result.histories(),
                took.toNanos() / 1e9,
                verdict);
    }

    /**
     * Returns the weakest levels that suffice.
     *
     * @param unknown levels that were not explored to the end
     */
    public static String weakest(List<IsolationLevel> levels, List<IsolationLevel> unknown) {
        String known = levels.isEmpty()
                ? "result     at no level is it known that nothing is broken%n".formatted()
                : "result     nothing is broken at %s and above%n".formatted(labels(levels));
        return unknown.isEmpty() ? known : known + "unknown    not exhausted: %s%n".formatted(labels(unknown));
    }

    private static String labels(List<IsolationLevel> levels) {
        return levels.stream().map(ExploredLevels.NAMES::label).collect(Collectors.joining(" and "));
    }

    /** Returns a failure for people. */
    public static String failure(MinimalFailure minimal) {
        String hint = minimal.failure().excludedBy().isEmpty()
                ? ""
                : "others may be broken there: --weakest asks%n".formatted();
        return "result     " + minimal + hint;
    }
}
