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
import moirai.exploration.search.ExploredLevel;

/** What is printed of a search. */
public final class ExplorationText {

    private ExplorationText() {}

    /** What is explored, before it begins. */
    public static String heading(String program, List<List<String>> calls, ExplorationOptions options) {
        int count = calls.stream().mapToInt(List::size).sum();
        String how = options.algorithm().label()
                + (options.base() == options.level() || options.algorithm() != Algorithm.SWAPPING
                        ? ""
                        : "* on " + options.base());
        return "program    %s: %d sessions, %d calls%nlevel      %s, by %s%n"
                .formatted(program, calls.size(), count, options.level(), how);
    }

    /** How many histories there are, and whether these are all. */
    public static String counts(ExplorationResult result, Duration took) {
        double seconds = took.toNanos() / 1e9;
        String ends = result.ends() == result.histories() ? "" : " (of %,d that were tried)".formatted(result.ends());
        return String.format(
                Locale.ROOT,
                "histories  %,d%s in %.2f s, %,.0f a second%n",
                result.histories(),
                ends,
                seconds,
                result.ends() / Math.max(seconds, 1e-9));
    }

    /**
     * How far a search is, in a line.
     *
     * @param ends complete histories so far, those that the level does not allow included
     * @param open places from which others begin
     * @param total about how many there will be, if that is known
     */
    public static String progress(long ends, int open, OptionalDouble total, double seconds) {
        String share = total.isEmpty() ? "" : " of about %,.0f".formatted(Math.max((double) ends, total.getAsDouble()));
        return String.format(
                Locale.ROOT,
                "%.0f s · %,d histories%s · %,.0f a second · %d places open",
                seconds,
                ends,
                share,
                ends / Math.max(seconds, 1e-9),
                open);
    }

    /** How far the search for a smaller program that is broken is, in a line. */
    public static String shrinking(long ends, double seconds) {
        return String.format(Locale.ROOT, "%.0f s · leaving calls out · %,d histories of one attempt", seconds, ends);
    }

    /** What is proven when nothing was found. */
    public static String conclusion(ExplorationResult result) {
        return result.isExhausted()
                ? "result     all explored: nothing is broken%n".formatted()
                : "result     not exhausted: nothing is broken so far, and nothing is proven of the rest%n".formatted();
    }

    /** One level of several, in a line. */
    public static String row(ExploredLevel level, ExplorationResult result, Duration took) {
        String verdict = !result.failures().isEmpty()
                ? "BROKEN: " + result.failures().getFirst().what()
                : result.isExhausted() ? "nothing is broken" : "not exhausted";
        return String.format(
                Locale.ROOT,
                "%-28s  %,10d histories  %8.2f s  %s%n",
                level,
                result.histories(),
                took.toNanos() / 1e9,
                verdict);
    }

    /** The levels that suffice. */
    public static String weakest(List<ExploredLevel> levels) {
        return levels.isEmpty()
                ? "result     at no level is it known that nothing is broken%n".formatted()
                : "result     nothing is broken at %s and above%n"
                        .formatted(levels.stream().map(ExploredLevel::label).collect(Collectors.joining(" and ")));
    }

    /** A failure for people. */
    public static String failure(MinimalFailure minimal) {
        var failure = minimal.failure();
        String levels = failure.excludedBy().isEmpty()
                ? "no level: this happens in serial executions, too"
                : failure.excludedBy().stream().map(ExploredLevel::label).collect(Collectors.joining(" and "));
        String removed = minimal.removed() == 0 ? "" : " (%d calls left out)".formatted(minimal.removed());
        return "result     BROKEN: %s%n%n%s%nexcluded by %s%s%n"
                .formatted(failure.what(), failure.behaviour().table(), levels, removed);
    }
}
